import ORMCore
import ORMSQLite

/// The values that a column accepts, and their binding.
enum ValueRule: Sendable {
  case integer
  case real
  case text
  case blob
  /// An integer, `true` or `false`.
  case bool
  /// A number if SQLite reads it as one; text otherwise.
  case numeric
  /// A number, text or bytes, as written.
  case any
  /// Text, or bytes as an SQL literal: a text column that is not STRICT can store both.
  case textOrBlob

  /// The rule of a declared type; see
  /// <https://www.sqlite.org/datatype3.html#determination_of_column_affinity>.
  init(declared type: String) {
    let type = type.raisedInASCII
    func has(_ part: String) -> Bool { type.contains(bytes: part) }
    if has("INT") {
      self = .integer
    } else if has("CHAR") || has("CLOB") || has("TEXT") {
      self = .text
    } else if has("BLOB") {
      self = .blob
    } else if type.isEmpty || type.isSameName(as: "ANY") {
      self = .any
    } else if has("REAL") || has("FLOA") || has("DOUB") {
      self = .real
    } else {
      self = has("BOOL") ? .bool : .numeric
    }
  }

  /// The rule of a column that is not STRICT and accepts values of all types, as written. SQLite
  /// converts them as it has converted the exported ones.
  var asWritten: Self { self == .text ? .textOrBlob : .any }

  /// Whether the column does not accept text.
  var isNeverText: Bool {
    switch self {
    case .integer, .real, .bool, .blob: true
    case .text, .numeric, .any, .textOrBlob: false
    }
  }

  /// Binds a value.
  ///
  /// - Parameter bytes: The bytes of the value, which must stay in place until the statement has
  ///   run.
  /// - Returns: false if the column does not accept the value.
  @inline(__always)
  func bind(
    _ field: ImportedField, _ bytes: UnsafeRawBufferPointer, at position: Int,
    of statement: borrowing DynamicStatement
  ) -> Bool {
    switch (self, field.kind) {
    case (.integer, .plain), (.integer, .number):
      if let value = NumberText.integer(bytes) {
        statement.bind(integer: value, at: position)
        return true
      }
    case (.text, .plain) where bytes.count > 0, (.text, .text):
      guard UTF8Text.isValid(bytes) else { return false }
      return statement.bind(borrowing: bytes, isText: true, at: position)
    case (.real, .plain), (.real, .number):
      if let value = NumberText.real(bytes) {
        statement.bind(real: value, at: position)
        return true
      }
    default: break
    }
    return bindRarely(field, bytes, at: position, of: statement)
  }

  @inline(never)
  private func bindRarely(
    _ field: ImportedField, _ bytes: UnsafeRawBufferPointer, at position: Int,
    of statement: borrowing DynamicStatement
  ) -> Bool {
    switch field.kind {
    case .null, .absent:
      statement.bindNull(at: position)
      return true
    case .plain where bytes.isEmpty:
      statement.bindNull(at: position)
      return true
    case .yes, .no:
      if self == .text || self == .textOrBlob {
        return bindText(bytes, at: position, of: statement)
      }
      guard self != .blob else { return false }
      statement.bind(integer: field.kind == .yes ? 1 : 0, at: position)
      return true
    case .json:
      if isNeverText { return false }
      return bindText(bytes, at: position, of: statement)
    case .blob:
      guard [.blob, .any, .numeric, .textOrBlob].contains(self) else { return false }
      return statement.bind(borrowing: bytes, isText: false, at: position)
    case .text where bytes.isEmpty && isNeverText:
      // Programs that quote every value have no other way to write NULL.
      statement.bindNull(at: position)
      return true
    case .plain, .text, .number:
      return bindWritten(field, bytes, at: position, of: statement)
    }
  }

  private func bindText(
    _ bytes: UnsafeRawBufferPointer, at position: Int, of statement: borrowing DynamicStatement
  ) -> Bool {
    guard UTF8Text.isValid(bytes) else { return false }
    return statement.bind(borrowing: bytes, isText: true, at: position)
  }

  private func bindWritten(
    _ field: ImportedField, _ bytes: UnsafeRawBufferPointer, at position: Int,
    of statement: borrowing DynamicStatement
  ) -> Bool {
    switch self {
    case .integer, .bool:
      guard let value = Self.wholeNumber(bytes) ?? (self == .bool ? Self.word(bytes) : nil) else {
        return false
      }
      statement.bind(integer: value, at: position)
    case .real:
      guard let value = NumberText.real(Self.trimmed(bytes)) else { return false }
      statement.bind(real: value, at: position)
    case .blob:
      guard let value = SQLValue.bytes(written: bytes) else { return false }
      return (try? statement.bind(.blob(value), at: position)) != nil
    case .any where field.kind != .text:
      if NumberText.isCanonical(bytes), let value = NumberText.integer(bytes) {
        statement.bind(integer: value, at: position)
      } else if field.kind == .number || NumberText.isReal(bytes) || NumberText.isInfinity(bytes),
        let value = NumberText.real(bytes)
      {
        statement.bind(real: value, at: position)
      } else if let value = SQLValue.bytes(written: bytes) {
        return (try? statement.bind(.blob(value), at: position)) != nil
      } else {
        return bindText(bytes, at: position, of: statement)
      }
    case .textOrBlob, .numeric:
      guard field.kind == .plain, let value = SQLValue.bytes(written: bytes) else {
        return bindText(bytes, at: position, of: statement)
      }
      return (try? statement.bind(.blob(value), at: position)) != nil
    case .text, .any: return bindText(bytes, at: position, of: statement)
    }
    return true
  }

  /// An integer, possibly with blanks around it or `.0` after it.
  private static func wholeNumber(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    let text = trimmed(bytes)
    if let value = NumberText.integer(text) { return value }
    guard let real = NumberText.real(text), abs(real) < 0x1p53 else { return nil }
    return Int64(exactly: real)
  }

  private static func word(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    let word = bytes.map { $0 | 0x20 }
    if word.elementsEqual("true".utf8) { return 1 }
    return word.elementsEqual("false".utf8) ? 0 : nil
  }

  private static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var (start, end) = (0, bytes.count)
    while start < end && bytes[start] == 0x20 { start += 1 }
    while start < end && bytes[end - 1] == 0x20 { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
  }

  /// The problem with a value that the column does not accept.
  func words(_ column: String, _ bytes: UnsafeRawBufferPointer) -> String {
    guard UTF8Text.isValid(bytes) else { return "\(column): the text is not UTF-8" }
    let shown = SafeText.cut(
      String(decoding: bytes.prefix(200), as: UTF8.self), to: 40)
    let kind =
      switch self {
      case .integer: "not a 64-bit integer"
      case .real: "not a number"
      case .bool: "neither true nor false"
      case .blob: "not a BLOB, which is written x'00ff'"
      case .text, .numeric, .any, .textOrBlob: "not a value that the column accepts"
      }
    return "\(column): \(SQLValue.text(shown).literal) is \(kind)"
  }
}
