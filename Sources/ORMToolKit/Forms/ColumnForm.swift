import ORMCore
import ORMSchema

/// A representation whose values are shown and read by their meaning, not as they are stored.
///
/// Representations that store a readable text, such as a date as ISO 8601, have no form: the text
/// is shown.
package enum ColumnForm: Sendable, Hashable {
  /// `true` and `false`.
  case bool
  /// A BLOB as `6F9619FF-8B86-D011-B42D-00C04FC964FF`.
  case uuid
  /// An INTEGER as a decimal number with this number of digits after the point.
  case minorUnits(Int)
  /// A number as ISO 8601, `2024-02-29T12:30:15.25Z`.
  case instant(KnownRepresentation.Instant)
  /// A text that is a JSON object or array, as that value in JSON.
  case json

  package init?(_ representation: RepresentationSchema) {
    switch KnownRepresentation(representation.name) {
    case .bool: self = .bool
    case .uuid: self = .uuid
    case .json: self = .json
    case .minorUnits(let scale): self = .minorUnits(scale)
    case .instant(let form):
      switch form {
      case .secondsSince1970, .unixSeconds, .unixMilliseconds, .secondsSince2001, .julianDay:
        self = .instant(form)
      case .iso8601, .iso8601Seconds, .dateTimeText, .dateTimeMillisecondsText, .dateText:
        return nil
      }
    default: return nil
    }
  }
}

extension ColumnForm {
  /// The noun for a value of the form; nil if every text is a value of it.
  var noun: String? {
    switch self {
    case .bool: "Boolean"
    case .uuid: "UUID"
    case .minorUnits(let scale): "amount with \(scale) digits after the point"
    case .instant: "ISO 8601 date"
    case .json: nil
    }
  }
}

/// A stored value as its form shows it.
package enum ShownValue: Sendable {
  case text(String)
  /// A number in SQL, CSV and JSON.
  case number(String)
  case bool(Bool)

  var words: String {
    switch self {
    case .text(let text), .number(let text): text
    case .bool(let value): value ? "true" : "false"
    }
  }
}

extension ColumnForm {
  /// Returns the text for a value; nil if the value does not have this form, or would not be read
  /// back exactly.
  package func shown(_ value: SQLValue, in column: StoringColumn) -> ShownValue? {
    guard let shown = shown(value) else { return nil }
    var words = shown.words
    let found = words.withUTF8 { self.read(UnsafeRawBufferPointer($0)) }
    return found.map(column.stored).map { $0.isExactly(value) } ?? false ? shown : nil
  }

  private func shown(_ value: SQLValue) -> ShownValue? {
    switch (self, value) {
    case (.bool, .integer(let number)) where number == 0 || number == 1: return .bool(number == 1)
    case (.uuid, .blob(let bytes)) where bytes.count == 16: return .text(Self.uuidText(bytes))
    case (.minorUnits(let scale), .integer(let units)):
      return .number(Self.decimalText(units, scale))
    case (.instant(let form), _): return DecimalInstant(value, as: form)?.text.map(ShownValue.text)
    default: return nil
    }
  }

  /// Returns the value that a text represents; nil if the text has another form.
  func read(_ text: UnsafeRawBufferPointer) -> SQLValue? {
    switch self {
    case .bool:
      if text.elementsEqual("true".utf8) { return .integer(1) }
      return text.elementsEqual("false".utf8) ? .integer(0) : nil
    case .uuid: return Self.uuidBytes(text).map(SQLValue.blob)
    case .minorUnits(let scale): return Self.units(text, scale).map(SQLValue.integer)
    case .instant(let form): return DecimalInstant(text)?.stored(as: form)
    case .json: return nil
    }
  }

  /// Whether a text represents a value of the form.
  func reads(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { read(UnsafeRawBufferPointer($0)) } != nil
  }

  // MARK: - UUIDs

  private static let dashes = [8, 13, 18, 23]

  private static func uuidText(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    for byte in bytes {
      if dashes.contains(text.count) { text.append(0x2d) }
      text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func uuidBytes(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
    guard text.count == 36 else { return nil }
    var digits: [UInt8] = []
    for (place, byte) in text.enumerated() {
      if dashes.contains(place) {
        if byte != 0x2d { return nil }
      } else {
        guard let digit = HexDigits.value(byte) else { return nil }
        digits.append(digit)
      }
    }
    return (0..<16).map { digits[2 * $0] << 4 | digits[2 * $0 + 1] }
  }

  // MARK: - Amounts

  private static func decimalText(_ units: Int64, _ scale: Int) -> String {
    if scale == 0 { return String(units) }
    let digits = String(units.magnitude)
    let zeros = String(repeating: "0", count: max(0, scale + 1 - digits.utf8.count))
    let all = Array((zeros + digits).utf8)
    let point = all.count - scale
    return (units < 0 ? "-" : "") + String(decoding: all[..<point], as: UTF8.self) + "."
      + String(decoding: all[point...], as: UTF8.self)
  }

  private static func units(_ text: UnsafeRawBufferPointer, _ scale: Int) -> Int64? {
    let parts = text.split(separator: 0x2e, maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, whole.contains(where: { $0 &- 0x30 <= 9 }) else { return nil }
    let fraction = parts.count == 2 ? Array(parts[1]) : []
    guard fraction.count <= scale, fraction.allSatisfy({ $0 &- 0x30 <= 9 }) else { return nil }
    if parts.count == 2, fraction.isEmpty { return nil }
    let zeros = [UInt8](repeating: 0x30, count: scale - fraction.count)
    return (Array(whole) + fraction + zeros).withUnsafeBytes { NumberText.integer($0) }
  }
}

extension SQLValue {
  /// Whether both are the same to the last bit, the sign of zero included.
  func isExactly(_ other: SQLValue) -> Bool {
    switch (self, other) {
    case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
    case (.text(let left), .text(let right)): left.hasSameBytes(as: right)
    default: self == other
    }
  }
}

/// The conversion that a column applies to numbers; see
/// <https://www.sqlite.org/datatype3.html#type_affinity>.
package struct StoringColumn: Sendable, Hashable {
  enum Affinity: Sendable { case integer, real, text, none }

  let affinity: Affinity
  /// Whether the column can hold a text that looks like another value.
  let holdsTexts: Bool

  package init(type: String, isStrict: Bool) {
    let type = type.raisedInASCII
    func has(_ part: String) -> Bool { type.contains(bytes: part) }
    if isStrict, type.isSameName(as: "ANY") || type.isEmpty {
      affinity = .none
    } else if has("INT") {
      affinity = .integer
    } else if has("CHAR") || has("CLOB") || has("TEXT") {
      affinity = .text
    } else if has("BLOB") || type.isEmpty {
      affinity = .none
    } else if has("REAL") || has("FLOA") || has("DOUB") {
      affinity = .real
    } else {
      affinity = .integer
    }
    holdsTexts = !isStrict || affinity == .text || type.isSameName(as: "ANY")
  }

  func stored(_ value: SQLValue) -> SQLValue {
    switch (affinity, value) {
    case (.real, .integer(let number)): return .real(Double(number))
    case (.integer, .real(let number)):
      guard let whole = Int64(exactly: number), whole > .min, whole < .max else { return value }
      return .integer(whole)
    case (.text, .integer(let number)): return .text("\(number)")
    case (.text, .real(let number)): return .text("\(number)")
    default: return value
    }
  }
}
