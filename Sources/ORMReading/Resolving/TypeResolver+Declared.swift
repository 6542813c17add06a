import ORMCore

extension TypeResolver {
  /// The members by which a type determines how it is stored.
  private static let storing: Set = [
    "columnType", "isNullable", "isNumberAsText", "encode", "decode", "write",
  ]

  /// Returns the representation of a type that the sources declare.
  func representation(
    of view: TypeView, in scope: NameScope, depth: Int
  ) throws(Unknown) -> ColumnStorage {
    if let part = view.conditional(Self.storing) { throw Unknown(part.ambiguity) }
    if view.statics.contains("columnType") { return try own(view) }
    if view.conforms(to: "ColumnConversion") {
      guard let stored = storedType(of: view, in: scope) else {
        throw Unknown("the stored type of '\(view.name)' can't be determined")
      }
      var representation = try representation(stored, in: scope, depth: depth + 1)
      representation.representation = ownRepresentation(of: view)
      if view.statics.contains("isNullable") {
        throw Unknown("'\(view.name)' declares its own 'isNullable'")
      }
      representation.literal = {
        .unknown("how '\(view.name)' stores the default '\($0.spelling)' can't be determined")
      }
      return representation
    }
    let raw = try rawRepresentation(of: view, in: scope, depth: depth)
    var representation = raw
    representation.representation = rawRepresentation(of: view, raw)
    let isOwnWriting = view.statics.contains("write")
    representation.literal = { value in
      if isOwnWriting { return .unknown("'\(view.name)' declares its own 'write'") }
      guard let rawValue = RawValues(view, isText: raw.type == .text).value(of: value) else {
        return .unknown("the value of its default '\(value.spelling)' can't be determined")
      }
      return raw.literal(rawValue)
    }
    return representation
  }

  /// Returns the representation of a type that declares its `columnType`.
  private func own(_ view: TypeView) throws(Unknown) -> ColumnStorage {
    guard let type = view.constant("columnType").flatMap(ColumnType.init) else {
      throw Unknown("'columnType' of '\(view.name)' is not a constant")
    }
    var representation = ColumnStorage(type: type) {
      .unknown("how '\(view.name)' stores the default '\($0.spelling)' can't be determined")
    }
    representation.representation = ownRepresentation(of: view)
    if view.statics.contains("isNullable") {
      guard let truth = view.constant("isNullable")?.truth else {
        throw Unknown("'isNullable' of '\(view.name)' is not a constant")
      }
      representation.isNullable = truth
    }
    return representation
  }

  /// The name that a type declares for its representation, or the type's own name; nil if the
  /// declared name is not a constant, or if the type is generic.
  private func ownRepresentation(of view: TypeView) -> RepresentationSchema? {
    if view.statics.contains("representationName") {
      return view.constant("representationName")?.text.map { RepresentationSchema($0) }
    }
    if view.type.facts.isGeneric { return nil }
    return RepresentationSchema(view.type.facts.path.joined(separator: "."))
  }

  /// Returns the representation of a type with a raw value, including the cases of an enum that
  /// lists them.
  private func rawRepresentation(of view: TypeView, _ raw: ColumnStorage) -> RepresentationSchema? {
    guard var representation = raw.representation else { return nil }
    representation = RepresentationSchema("rawValue(\(representation.name))")
    if view.statics.contains("representationName") {
      guard let own = ownRepresentation(of: view) else { return nil }
      representation = own
    }
    guard view.conforms(to: "CaseIterable") else { return representation }
    if view.cases.isEmpty || view.statics.contains("allCases") || view.statics.contains("write") {
      return nil
    }
    let describesItself =
      view.conforms(to: "CustomStringConvertible")
      || view.conforms(to: "CustomDebugStringConvertible")
    let values = RawValues(view, isText: raw.type == .text)
    var cases: [RepresentationSchema.Case] = []
    for one in view.cases {
      guard let value = values.value(of: .member(one.name, of: nil)),
        case .sql(let sql?) = raw.literal(value)
      else { return nil }
      cases.append(RepresentationSchema.Case(describesItself ? nil : one.name, value: sql))
    }
    representation.cases = cases
    return representation
  }

  private func storedType(of view: TypeView, in scope: NameScope) -> String? {
    let aliases = lookup.declarations(of: ["Stored"], in: scope).filter {
      $0.facts.path == view.type.facts.path + ["Stored"]
    }
    return aliases.first?.facts.aliased ?? view.stored
  }

  /// Returns the representation of the raw value: of the first type that an enum inherits, or of
  /// `rawValue`.
  private func rawRepresentation(
    of view: TypeView, in scope: NameScope, depth: Int
  ) throws(Unknown) -> ColumnStorage {
    if let property = view.property("rawValue") {
      return try representation(property, in: scope, depth: depth + 1)
    }
    let aliases = lookup.declarations(of: ["RawValue"], in: scope).filter {
      $0.facts.path == view.type.facts.path + ["RawValue"]
    }
    if let aliased = aliases.first?.facts.aliased {
      return try representation(aliased, in: scope, depth: depth + 1)
    }
    guard !view.cases.isEmpty, let first = view.type.facts.inherited.first else {
      throw Unknown("how '\(view.name)' is stored can't be determined")
    }
    // It may also be a protocol, which has no representation.
    let outer = NameScope(around: view.type)
    return try representation(first, in: outer, depth: depth + 1)
  }
}

/// The raw values of a type's constants.
struct RawValues {
  private let view: TypeView
  private let isText: Bool

  init(_ view: TypeView, isText: Bool) {
    self.view = view
    self.isText = isText
  }

  /// Returns the raw value of an expression of the type; nil if it can't be known.
  func value(of value: SourceValue, depth: Int = 0) -> SourceValue? {
    guard depth < 16 else { return nil }
    switch value {
    case .member(let name, let type) where isOwn(type):
      if let value = raw(ofCase: name) { return value }
      return view.constant(name).flatMap { self.value(of: $0, depth: depth + 1) }
    case .call("init", let type, let arguments) where isOwn(type):
      // Characters: Swift's own names
      guard arguments.count == 1, arguments[0].label == "rawValue" else { return nil }
      return constant(arguments[0].value)
    case .array(let elements) where view.conforms(to: "OptionSet"):
      var bits: UInt64 = 0
      for element in elements {
        guard let raw = self.value(of: element, depth: depth + 1)?.integer(as: UInt64.self) else {
          return nil
        }
        bits |= raw
      }
      return .integer(String(bits))
    default: return nil
    }
  }

  /// Whether a name before a dot refers to the type.
  private func isOwn(_ type: String?) -> Bool {
    guard let type else { return true }
    return sameBytes(type, "Self") || sameBytes(type, view.name)
      || sameBytes(type, view.type.facts.name)
  }

  /// Returns the raw value of a case: an explicit one, its name, or one more than the previous
  /// case's.
  private func raw(ofCase name: String) -> SourceValue? {
    var last: Int64?
    for element in view.cases {
      let value: SourceValue?
      if let written = element.value {
        value = written
      } else if isText {
        value = .text(element.name)
      } else {
        let (next, isTooLarge) = (last ?? -1).addingReportingOverflow(1)
        if isTooLarge { return nil }
        value =
          next < 0 ? .negative(.integer(String(next.magnitude))) : .integer(String(next))
      }
      if sameBytes(element.name, name) { return value }
      last = value?.integer(as: Int64.self)
      // After a value that is not an integer, cases can't be numbered.
      if last == nil, !isText { last = Int64.max }
    }
    return nil
  }

  /// Returns a literal, or the number that operators compute from literals.
  private func constant(_ value: SourceValue) -> SourceValue? {
    switch value {
    case .integer, .real, .text, .truth, .negative: value
    case .operation:
      Self.number(value).map { .integer(String($0)) }
    default: nil
    }
  }

  private static func number(_ value: SourceValue) -> UInt64? {
    guard case .operation(let sign, let left, let right) = value else {
      return value.integer(as: UInt64.self)
    }
    guard let left = number(left), let right = number(right) else { return nil }
    switch sign {
    case "<<": return right < 63 ? left << right : nil
    case "|": return left | right
    case "+":
      let (sum, isTooLarge) = left.addingReportingOverflow(right)
      return isTooLarge ? nil : sum
    default: return nil
    }
  }
}

extension ColumnType {
  /// Creates the type that a constant names: `.text`, `.named("NUMERIC")`.
  fileprivate init?(_ value: SourceValue) {
    if case .call("named", of: _, let arguments) = value, let name = arguments.first?.value.text {
      self = .named(name)
      return
    }
    guard case .member(let name, let type) = value, type == nil || type == "ColumnType" else {
      return nil
    }
    let types: [String: ColumnType] = [
      "bool": .bool, "int16": .int16, "int32": .int32, "integer": .integer, "float": .float,
      "real": .real, "text": .text, "blob": .blob, "instant": .instant, "day": .day,
      "uuid": .uuid, "decimal": .decimal, "json": .json, "any": .any,
    ]
    guard let known = types[name] else { return nil }
    self = known
  }
}
