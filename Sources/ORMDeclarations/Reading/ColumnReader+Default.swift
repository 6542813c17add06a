import SwiftSyntax

extension ColumnReader {
  /// Refuses a `DEFAULT` that the column's representation can't read, if the syntax shows it.
  ///
  /// `create` evaluates every other default once.
  func checkDefault(
    of column: ColumnModel, _ property: StoredProperty, _ arguments: Arguments,
    _ problems: inout Problems
  ) {
    guard let expression = arguments["default"], let sql = expression.sqlOfDefault,
      let stored = column.storageClass, let found = SQLConstant(sql),
      !found.fits(stored, isDateText: column.isDateText)
    else { return }
    let isDate = column.valueOfRepresentation == "Date"  // Characters: a name of Swift's
    problems.report(
      .defaultOfOtherClass(
        property.spokenName, column.baseRepresentation, stored.rawValue, sql, found.name,
        isTime: found.isTime && isDate),
      at: expression)
  }
}

/// SQLite's storage classes.
enum StorageClassName: String {
  case integer = "INTEGER"
  case real = "REAL"
  case text = "TEXT"
  case blob = "BLOB"
}

extension ColumnModel {
  /// The storage class of the written values; nil if only the compiler knows the type.
  var storageClass: StorageClassName? {
    let name = representationName
    // Characters: Swift's own names
    if PropertyType(base: name).isInteger || name.hasPrefix("MinorUnits<") { return .integer }
    switch name {  // Characters: Swift's own names
    case "Bool", "UnixSeconds", "UnixMilliseconds": return .integer
    case "Double", "Float", "Date", "SecondsSince2001", "JulianDay": return .real
    case "String", "Decimal", "URL", "UUIDText", "LowercaseUUIDText": return .text
    case "Data", "[UInt8]", "UUID": return .blob
    default: return isDateText ? .text : nil
    }
  }

  /// Whether the values are texts of days or times, which are not numbers.
  var isDateText: Bool {
    // Characters: Swift's own names
    ["DateText", "DateTimeText", "ISO8601", "CalendarDay"].contains(representationName)
  }
}

/// The kind of a value, found from its SQL: of a literal, or of a date function.
private enum SQLConstant {
  /// A text, and whether it is the text of a number.
  case text(isNumber: Bool)
  /// A text that SQLite computes: the time of the insert.
  case time
  case integer
  case real
  case blob
  /// A number that SQLite computes: the time of the insert.
  case number

  init?(_ sql: String) {
    var bytes = Array(sql.utf8).trimmed
    while bytes.first == .open, bytes.last == .close, bytes.dropFirst().dropLast().isBalanced {
      bytes = Array(bytes.dropFirst().dropLast()).trimmed
    }
    let inner = bytes.dropFirst().dropLast()
    let text = String(decoding: bytes, as: UTF8.self)
    let isTime = Self.timeFunctions.contains { bytes.isCall(of: $0) }
    let isNumber = Self.numberFunctions.contains { bytes.isCall(of: $0) }
    if isTime || Self.times.contains(where: bytes.isWord) {
      self = .time
    } else if isNumber {
      self = .number
    } else if bytes.count > 2, bytes[0] | 0x20 == UInt8(ascii: "x"), bytes[1] == .quote,
      bytes.last == .quote
    {
      self = .blob
    } else if bytes.count > 1, bytes.first == .quote, bytes.last == .quote, inner.hasQuotesInPairs {
      self = .text(isNumber: Double(String(decoding: Array(inner).trimmed, as: UTF8.self)) != nil)
    } else if Int(text) != nil {
      self = .integer
    } else if bytes.contains(UInt8(ascii: ".")), Double(text) != nil {
      self = .real
    } else {
      return nil
    }
  }

  private static let times = ["CURRENT_TIMESTAMP", "CURRENT_DATE", "CURRENT_TIME"]
  private static let timeFunctions = ["DATETIME", "DATE", "TIME"]
  private static let numberFunctions = ["UNIXEPOCH", "JULIANDAY"]

  func fits(_ stored: StorageClassName, isDateText: Bool) -> Bool {
    switch (self, stored) {
    case (.text(let isNumber), .integer), (.text(let isNumber), .real): isNumber
    case (.time, .integer), (.time, .real), (.real, .integer): false
    case (.blob, _): stored == .blob
    case (_, .blob): false
    case (.integer, .text), (.real, .text), (.number, .text): !isDateText
    default: true
    }
  }

  var isTime: Bool { if case .time = self { true } else { false } }

  var name: String {
    switch self {
    case .text, .time: "TEXT"
    case .integer: "INTEGER"
    case .real: "REAL"
    case .blob: "BLOB"
    case .number: "a number"
    }
  }
}

extension ExprSyntax {
  /// The SQL in `.database("…")`, in `.sql("…")` or in a literal, if the declaration contains it.
  fileprivate var sqlOfDefault: String? {
    if let call = self.as(FunctionCallExprSyntax.self), call.arguments.count == 1 {
      return call.arguments.first?.expression.as(StringLiteralExprSyntax.self)?
        .representedLiteralValue
    }
    if let text = self.as(StringLiteralExprSyntax.self)?.representedLiteralValue {
      let quoted = text.utf8.flatMap { $0 == .quote ? [.quote, .quote] : [$0] }
      return "'\(String(decoding: quoted, as: UTF8.self))'"
    }
    if self.is(BooleanLiteralExprSyntax.self) { return "1" }
    if self.is(IntegerLiteralExprSyntax.self) || self.is(FloatLiteralExprSyntax.self) {
      let digits = trimmedDescription.utf8.filter { $0 != UInt8(ascii: "_") }
      return String(decoding: digits, as: UTF8.self)
    }
    return nil
  }
}

extension UInt8 {
  fileprivate static let open = UInt8(ascii: "(")
  fileprivate static let close = UInt8(ascii: ")")
  fileprivate static let quote = UInt8(ascii: "'")
  fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || (9...13).contains(self) }
  fileprivate var raised: UInt8 {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) ? self & 0xDF : self
  }
}

extension [UInt8] {
  fileprivate var trimmed: [UInt8] {
    Array(drop(while: \.isBlank).reversed().drop(while: \.isBlank).reversed())
  }

  /// Whether the text is this word, in upper or lower case.
  fileprivate func isWord(_ word: String) -> Bool { map(\.raised).elementsEqual(word.utf8) }

  /// Whether the text is a single call of this function.
  fileprivate func isCall(of function: String) -> Bool {
    guard last == .close, let start = firstIndex(of: .open),
      Array(self[..<start]).trimmed.isWord(function)
    else { return false }
    return self[(start + 1)...].dropLast().isBalanced
  }
}

extension ArraySlice<UInt8> {
  /// Whether the parentheses in the text are balanced.
  fileprivate var isBalanced: Bool {
    var depth = 0
    for byte in self {
      if byte == .open { depth += 1 }
      if byte == .close { depth -= 1 }
      if depth < 0 { return false }
    }
    return depth == 0
  }

  /// Whether all quotes in the text are doubled, so that none ends the string.
  fileprivate var hasQuotesInPairs: Bool {
    split(omittingEmptySubsequences: false) { $0 != .quote }
      .allSatisfy { $0.count.isMultiple(of: 2) }
  }
}
