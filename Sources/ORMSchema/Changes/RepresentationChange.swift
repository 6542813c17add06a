import ORMCore

/// The work on a column's values if the schema's representation of them differs from the one that
/// the database has recorded.
struct RepresentationChange {
  let old: RepresentationSchema
  let new: RepresentationSchema

  /// The work to do on the values.
  enum Work: Equatable {
    /// Every readable value stays readable and means the same.
    case nothing
    /// The values stay, but some may not be readable.
    case check
    /// The values are converted.
    case convert
    /// The relation between old and new values is not known.
    case undefined
  }

  let work: Work
  private let oldForm: KnownRepresentation?
  private let newForm: KnownRepresentation?

  init(from old: RepresentationSchema, to new: RepresentationSchema) {
    self.old = old
    self.new = new
    oldForm = KnownRepresentation(old.nameOfRawValue)
    newForm = KnownRepresentation(new.nameOfRawValue)
    work = Self.work(from: old, oldForm, to: new, newForm)
  }

  private static func work(
    from old: RepresentationSchema, _ oldForm: KnownRepresentation?, to new: RepresentationSchema,
    _ newForm: KnownRepresentation?
  ) -> Work {
    // The meanings are the caller's words: only a rule can convert one into the other.
    if !old.meaning.hasSameBytes(as: new.meaning) { return .undefined }
    if let oldCases = old.cases, let newCases = new.cases {
      let pairs = casePairs(oldCases, newCases)
      if pairs.allSatisfy({ $0.new?.hasSameBytes(as: $0.old) ?? false }) { return .nothing }
      let isOther = pairs.contains { pair in pair.new?.hasSameBytes(as: pair.old) == false }
      return isOther ? .convert : .check
    }
    let isSame = TypeName.isSame(old.nameOfRawValue, new.nameOfRawValue)
    if new.cases == nil, new.isRawValue {
      // The raw values that the type refuses are not known, so values of another form can't be
      // converted.
      return isSame ? .nothing : .undefined
    }
    if isSame { return new.cases == nil ? .nothing : .check }
    guard let oldForm, let newForm else { return .undefined }
    let work = work(from: oldForm, to: newForm)
    return work == .nothing && new.cases != nil ? .check : work
  }

  private static func work(from old: KnownRepresentation, to new: KnownRepresentation) -> Work {
    switch (old, new) {
    case _ where old == new: return .nothing
    case (.integer(let old), .integer(let new)):
      return new.lowerBound <= old.lowerBound && new.upperBound >= old.upperBound
        ? .nothing : .check
    case (.bool, .integer), (.float, .double): return .nothing
    // An integer may be an amount or a number of units, and a REAL is not an exact amount.
    case (.integer, .minorUnits), (.bool, .minorUnits), (.minorUnits, .integer),
      (.minorUnits, .bool):
      return .undefined
    case (.url, .text), (.uuidText, .text), (.lowercaseUUIDText, .text), (.decimal, .text),
      (.uuid, .blob):
      return .nothing
    case (.text, .uuidText), (.text, .lowercaseUUIDText), (.blob, .uuid): return .check
    case (.instant, .instant): return .convert
    default: break
    }
    // Only the existence of a conversion matters here, so any SQL will do for the value.
    if old.uuidDigits("x") != nil, new.uuid(ofDigits: "x") != nil { return .convert }
    if old.decimalText("x") != nil, new.number(ofText: "x") != nil,
      old == .decimal || new == .decimal || !old.isPlain
    {
      return .convert
    }
    return old.isPlain && new.isPlain ? .check : .undefined
  }
}

// MARK: - As SQL

extension RepresentationChange {
  /// Returns the value to store in place of an old one; NULL if the new form can't hold it.
  func converted(_ value: String) -> String {
    guard work == .convert else { return value }
    if let oldCases = old.cases, let newCases = new.cases {
      let pairs = Self.casePairs(oldCases, newCases).compactMap { pair in
        pair.new.map { "WHEN \(value) = \(pair.old) COLLATE BINARY THEN \($0)" }
      }
      return pairs.isEmpty ? "NULL" : "CASE \(pairs.joined(separator: " ")) END"
    }
    guard let oldForm, let newForm else { return value }
    if case .instant(let old) = oldForm, case .instant(let new) = newForm {
      return "(SELECT \(new.stored("d")) FROM (SELECT \(old.date(value)) AS d))"
    }
    if let digits = oldForm.uuidDigits(value), let uuid = newForm.uuid(ofDigits: digits) {
      return uuid
    }
    return oldForm.decimalText(value).flatMap { newForm.number(ofText: $0) } ?? value
  }

  /// Returns a condition, as SQL, that a value can't be converted, or is stored and would not be
  /// readable.
  ///
  /// - Parameters:
  ///   - value: The old value.
  ///   - converted: The converted value, before a rule fills NULLs.
  ///   - stored: The value that the column stores afterwards.
  func refusal(of value: String, converted: String, stored: String) -> String? {
    let unreadable = Self.unreadable(stored, as: new)
    switch work {
    case .nothing, .undefined: return nil
    case .check: return unreadable
    case .convert:
      let isLost = "(\(value) IS NOT NULL AND \(converted) IS NULL)"
      return unreadable.map { "(\(isLost) OR \($0))" } ?? isLost
    }
  }

  /// Returns a condition, as SQL, that the value is read differently than before; nil if it never
  /// is.
  func change(from value: String, to converted: String) -> String? {
    guard work == .convert, case .instant(let old) = oldForm, case .instant(let new) = newForm
    else { return nil }
    return "(\(converted) IS NOT NULL AND (\(new.date(converted))) IS NOT (\(old.date(value))))"
  }

  /// Returns a condition, as SQL, that a representation can't read a stored value; nil if that is
  /// not known.
  static func unreadable(_ value: String, as representation: RepresentationSchema) -> String? {
    if let cases = representation.cases {
      let list = cases.map(\.value).joined(separator: ", ")
      return "(\(value) IS NOT NULL AND \(value) COLLATE BINARY NOT IN (\(list)))"
    }
    return KnownRepresentation(representation.nameOfRawValue)?.unreadable(value)
  }

  /// Returns the stored value of each old case with its new value. A new case matches if it has the
  /// same name, or if it is renamed and stored as the same value. The new value is nil if no case
  /// matches.
  private static func casePairs(
    _ old: [RepresentationSchema.Case], _ new: [RepresentationSchema.Case]
  ) -> [(old: String, new: String?)] {
    let oldNames = Set(old.compactMap { $0.name.map { Array($0.utf8) } })
    var byName: [[UInt8]: String] = [:]
    var renamed: Set<[UInt8]> = []
    for one in new {
      if let name = one.name {
        byName[Array(name.utf8)] = one.value
        if oldNames.contains(Array(name.utf8)) { continue }
      }
      renamed.insert(Array(one.value.utf8))
    }
    return old.map { one in
      if let name = one.name, let value = byName[Array(name.utf8)] { return (one.value, value) }
      return (one.value, renamed.contains(Array(one.value.utf8)) ? one.value : nil)
    }
  }
}

extension RepresentationSchema {
  private static let rawValue = "rawValue("

  /// Whether the representation is of a type with a raw value.
  var isRawValue: Bool {
    name.utf8.starts(with: Self.rawValue.utf8) && name.utf8.last == UInt8(ascii: ")")
  }

  /// Returns a condition, as SQL, that finds values that can't be read; nil if every value of the
  /// column's type can be read, or if it is not known which values can be read.
  package func unreadable(_ value: String) -> String? {
    // Any REAL is read as the nearest `Float`, which only a conversion counts as a loss.
    if KnownRepresentation(nameOfRawValue) == .float { return nil }
    return RepresentationChange.unreadable(value, as: self)
  }

  /// The name of the raw value's representation: `int64` for `rawValue(int64)`. Other names are
  /// returned unchanged.
  var nameOfRawValue: String {
    guard isRawValue else { return name }
    let inner = name.utf8.dropFirst(Self.rawValue.utf8.count).dropLast()
    return String(decoding: inner, as: UTF8.self)
  }

  /// Whether the representation is the default of columns of this type, so that recording it adds
  /// nothing.
  package func isImplied(by type: String) -> Bool {
    guard cases == nil && meaning == nil else { return false }
    let implied = [
      ("INTEGER", "int64"), ("TEXT", "text"), ("REAL", "double"), ("BLOB", "blob"),
    ]
    return implied.contains { type.isSameName(as: $0) && name.hasSameBytes(as: $1) }
  }
}

extension Schema {
  /// Whether the representation of a column differs between the two schemas, so a migration would
  /// convert its values.
  package func convertsValues(of found: Schema) -> Bool {
    tables.contains { table in
      table.columns.contains { column in
        guard let new = column.representation,
          let old = found.table(table.name)?.column(column.name)?.representation
        else { return false }
        return RepresentationChange(from: old, to: new).work == .convert
      }
    }
  }
}
