import ORMCore

/// The type of a property for a column's values.
struct SwiftType {
  /// The Swift type, without optionality.
  var name: String
  /// The type of the raw values, for an enum in the file.
  var rawName: String?
  /// A representation of the library that is not the type itself.
  var representation: String?
  /// A representation that is written into the file, because none of the library's has the column's
  /// type.
  var helper: SwiftRepresentation?
  /// The reason for this type, if it does not follow from the declared one.
  var reason: String?

  /// The argument of `as:`.
  var asArgument: String? { helper?.name ?? representation }

  /// Whether both represent values in the same way, so that one can reference the other.
  func isStoredAs(_ other: SwiftType) -> Bool {
    name.hasSameBytes(as: other.name) && asArgument.hasSameBytes(as: other.asArgument)
  }

  private init(_ name: String, _ helper: SwiftRepresentation? = nil) {
    self.name = name
    self.helper = helper
  }

  /// Chooses the type by the declared type alone.
  init(_ column: Schema.Column, isStrict: Bool) {
    let type = column.type.raisedInASCII
    switch Affinity(column.type) {
    case .integer: self.init("Int")
    case .text: self.init("String")
    case .real: self.init("Double")
    case .none where type.isEmpty: self.init("SQLValue", .untyped)
    case .none: self.init("Data")
    case .numeric where isStrict: self.init("SQLValue", .any)
    case .numeric where type.contains(bytes: "BOOL"): self.init("Bool")
    case .numeric where type.contains(bytes: "DATE") || type.contains(bytes: "TIME"):
      self.init("Date", .timestamp)
    case .numeric: self.init("Double", .numeric)
    }
  }

  /// Chooses the type by the declared type, the recorded representation and the stored values.
  init(_ column: Schema.Column, isStrict: Bool, values: StoredValues?) {
    let recorded = column.representation.flatMap { Self.recorded($0.name) }
    let byValues = values.map {
      let kind = Kind(column.type, name: column.name)
      return Self.found($0, kind, Affinity(column.type), isStrict: isStrict)
    }
    guard var found = recorded ?? byValues else {
      self.init(column, isStrict: isStrict)
      return
    }
    // The macro refuses a default that the type could not read.
    if column.defaultsToTimestamp,
      SwiftRepresentation.typeName(of: found.representation ?? found.name)
        .map({ $0.hasSameBytes(as: "TEXT") }) != true
    {
      found = Found("SQLValue", as: nil, "values other than the default, which is a text")
    }
    self.init(found.name)
    reason = found.reason
    let stored = found.representation ?? found.name
    let own = SwiftRepresentation.typeName(of: stored)
    if let own, SwiftRepresentation.isSameType(own, as: column.type, isStrict: isStrict) {
      representation = found.representation
    } else {
      helper = SwiftRepresentation(stored, of: found.name, in: column.type, isStrict: isStrict)
    }
  }

  /// Creates a type whose raw values are of another type.
  init(_ name: String, raw: String, in column: Schema.Column, isStrict: Bool) {
    self.init(name)
    rawName = raw
    let own = SwiftRepresentation.typeName(of: raw)
    if own.map({ SwiftRepresentation.isSameType($0, as: column.type, isStrict: isStrict) }) != true
    {
      helper = SwiftRepresentation(name, of: name, in: column.type, isStrict: isStrict)
    }
  }

  /// Chooses the type of a view's or a virtual table's column, which has no declaration.
  init(_ type: String, named name: String, selected values: StoredValues) {
    let found = Self.found(
      values, Kind(type, name: name), Affinity(type), isStrict: false, isComputed: true)
    self.init(found.name)
    reason = found.reason
    representation = found.representation
    if found.name.hasSameBytes(as: "SQLValue") { helper = .untyped }
  }
}

// MARK: - Choosing a type

extension SwiftType {
  /// The meaning of a declared type or a name that SQLite does not know.
  enum Kind {
    case bool, date, uuid, decimal, text, other
    /// The name alone suggests a date.
    case namedDate

    init(_ type: String, name column: String) {
      let type = type.raisedInASCII
      func has(_ words: String...) -> Bool { words.contains { type.contains(bytes: $0) } }
      let name = column.loweredInASCII
      if has("BOOL") || type.hasSameBytes(as: "TINYINT(1)") || type.hasSameBytes(as: "BIT") {
        self = .bool
      } else if has("DATE", "TIME") {
        self = .date
      } else if has("UUID", "GUID", "UNIQUEIDENTIFIER") || name.ends(withBytes: "uuid")
        || name.ends(withBytes: "guid")
      {
        self = .uuid
      } else if has("DECIMAL", "NUMERIC", "MONEY", "CURRENCY") || type.hasSameBytes(as: "DEC") {
        self = .decimal
      } else if has("STRING", "JSON", "XML", "ENUM") {
        self = .text
      } else if column.namesDate {
        self = .namedDate
      } else {
        self = .other
      }
    }
  }

  private struct Found {
    var name: String
    var representation: String?
    var reason: String?

    init(_ name: String, as representation: String? = nil, _ reason: String? = nil) {
      (self.name, self.representation, self.reason) = (name, representation, reason)
    }
  }

  /// Chooses the type by the recorded representation, which is exact; nil if the library has no
  /// representation of that name that reads every value.
  private static func recorded(_ name: String) -> Found? {
    recordedTypes.first { $0.recorded.hasSameBytes(as: name) }.map {
      Found($0.type, as: $0.representation)
    }
  }

  private static let recordedTypes: [(recorded: String, type: String, representation: String?)] = [
    ("bool", "Bool", nil), ("int64", "Int", nil), ("double", "Double", nil),
    ("text", "String", nil), ("blob", "Data", nil), ("decimal", "Decimal", nil),
    ("uuid", "UUID", nil), ("uuidText", "UUID", "UUIDText"),
    ("lowercaseUUIDText", "UUID", "LowercaseUUIDText"), ("secondsSince1970", "Date", nil),
    ("secondsSince2001", "Date", "SecondsSince2001"), ("unixSeconds", "Date", "UnixSeconds"),
    ("unixMilliseconds", "Date", "UnixMilliseconds"), ("julianDay", "Date", "JulianDay"),
    ("iso8601", "Date", "ISO8601"), ("iso8601Seconds", "Date", "ISO8601Seconds"),
    ("dateTimeText", "Date", "DateTimeText"),
    ("dateTimeMillisecondsText", "Date", "DateTimeMillisecondsText"),
    ("dateText", "Date", "DateText"),
  ]

  private static func found(
    _ values: StoredValues, _ kind: Kind, _ affinity: Affinity, isStrict: Bool,
    isComputed: Bool = false
  ) -> Found {
    if values.isEmpty {
      return declared(kind, affinity, isStrict: isStrict, isComputed: isComputed)
    }
    switch kind {
    case .bool where values.are(.integer, .bools): return Found("Bool")
    case .date, .namedDate: if let found = date(values, kind) { return found }
    case .uuid: if let found = uuid(values, isDeclared: true) { return found }
    case .decimal where values.are([.integer, .real, .text], .decimals): return Found("Decimal")
    default: break
    }
    if values.are(.integer) {
      return affinity == .real ? Found("Double") : Found("Int")
    }
    if values.are([.integer, .real]) { return number(values, kind) }
    if values.are(.blob) { return uuid(values, isDeclared: false) ?? Found("Data") }
    guard values.are(.text) else { return Found("SQLValue", as: nil, "values of several classes") }
    if let found = uuid(values, isDeclared: false) { return found }
    if values.are(.text, .exactDecimals), values.hasFraction || kind == .decimal {
      return Found("Decimal", as: nil, "decimal numbers as texts")
    }
    if values.are(.text, .days) { return Found("Date", as: "DateText", "texts such as 2024-02-29") }
    if values.are(.text, .dateTimes) {
      return Found("Date", as: "DateTimeText", "texts such as 2024-02-29 12:00:00")
    }
    if values.are(.text, .timestamps) {
      return Found("Date", as: "ISO8601", "texts such as 2024-02-29T12:00:00.000Z")
    }
    if values.are(.text, .wholeTimestamps) {
      return Found("Date", as: "ISO8601Seconds", "texts such as 2024-02-29T12:00:00Z")
    }
    if values.are(.text, .dateTimesWithMilliseconds) {
      return Found(
        "Date", as: "DateTimeMillisecondsText", "texts such as 2024-02-29 12:00:00.000")
    }
    if values.are(.text, .uuidTexts) {
      return Found("String", as: nil, "UUIDs as texts in capitals and in small letters")
    }
    if values.are(.text, .dates) {
      return Found("String", as: nil, "dates as texts in several spellings")
    }
    return Found("String")
  }

  /// Chooses the type of numbers of which some or all are REAL.
  private static func number(_ values: StoredValues, _ kind: Kind) -> Found {
    if values.are(.real, .recentSeconds) {
      return Found("Date", as: nil, "seconds since 1970, if these are dates")
    }
    let isDate = kind == .date
    return Found("Double", as: nil, isDate ? "numbers, of seconds since 1970 or since 2001" : nil)
  }

  /// Chooses the type by the declaration alone, without values.
  private static func declared(
    _ kind: Kind, _ affinity: Affinity, isStrict: Bool, isComputed: Bool
  ) -> Found {
    switch (kind, affinity) {
    case (.bool, .integer), (.bool, .numeric): return Found("Bool")
    case (.date, .text), (.date, .numeric): return Found("Date", as: "DateTimeText")
    case (.date, .real): return Found("Date")
    case (.date, .integer): return Found("Date", as: "UnixSeconds")
    case (.uuid, .text), (.uuid, .numeric): return Found("UUID", as: "UUIDText")
    case (.uuid, .none) where !isComputed: return Found("UUID")
    case (.decimal, .numeric) where !isStrict: return Found("Decimal")
    case (.text, .numeric): return Found("String")
    default: break
    }
    switch affinity {
    case .integer: return Found("Int")
    case .text: return Found("String")
    case .real: return Found("Double")
    case .none: return isComputed ? Found("SQLValue") : Found("Data")
    case .numeric: return isStrict || isComputed ? Found("SQLValue") : Found("Double")
    }
  }

  private static func date(_ values: StoredValues, _ kind: Kind) -> Found? {
    if values.are(.text, .days) { return Found("Date", as: "DateText") }
    if values.are(.text, .dateTimes) { return Found("Date", as: "DateTimeText") }
    if values.are(.text, .timestamps) { return Found("Date", as: "ISO8601") }
    if values.are(.text, .wholeTimestamps) { return Found("Date", as: "ISO8601Seconds") }
    if values.are(.text, .dateTimesWithMilliseconds) {
      return Found("Date", as: "DateTimeMillisecondsText")
    }
    let isNamed = kind == .namedDate
    if values.are([.integer, .real], .julianDays), !isNamed {
      return Found("Date", as: "JulianDay", "days of the Julian calendar")
    }
    if values.are(.integer, .seconds) {
      return Found("Date", as: "UnixSeconds", isNamed ? "seconds since 1970" : nil)
    }
    if values.are(.integer, .milliseconds) {
      return Found("Date", as: "UnixMilliseconds", isNamed ? "milliseconds since 1970" : nil)
    }
    return values.are([.integer, .real], .recentSeconds) ? Found("Date") : nil
  }

  /// - Parameter isDeclared: Whether the type or the name declares a UUID.
  private static func uuid(_ values: StoredValues, isDeclared: Bool) -> Found? {
    let reason = isDeclared ? nil : "UUIDs as texts"
    if values.are(.text, .capitalUUIDs) { return Found("UUID", as: "UUIDText", reason) }
    if values.are(.text, .smallUUIDs) { return Found("UUID", as: "LowercaseUUIDText", reason) }
    if isDeclared { return values.are(.blob, .blobsOf16) ? Found("UUID") : nil }
    return values.are(.blob, .uuids) ? Found("UUID", as: nil, "BLOBs of 16 bytes, as UUIDs") : nil
  }
}

extension Schema.Column {
  /// Whether the default is the current time or date, which SQLite stores as a text.
  fileprivate var defaultsToTimestamp: Bool {
    guard let expression = defaultValue?.expression else { return false }
    return ["CURRENT_TIMESTAMP", "CURRENT_DATE", "CURRENT_TIME"].contains(name: expression)
  }
}

extension String {
  /// Whether the name is typical of columns with dates: `created_at`, `createdAt`, `birthDate`.
  fileprivate var namesDate: Bool {
    let small = loweredInASCII
    return ["At", "On", "_AT", "_ON"].contains { ends(withBytes: $0) }
      || ["_at", "_on", "date", "time", "timestamp"].contains { small.ends(withBytes: $0) }
  }

  fileprivate func ends(withBytes suffix: String) -> Bool {
    utf8.count >= suffix.utf8.count && utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }
}
