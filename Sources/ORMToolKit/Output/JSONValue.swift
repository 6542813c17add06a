import ORMCore

/// A JSON value, whose objects keep the order of their members.
package indirect enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case real(Double)
  case text(String)
  /// Raw JSON.
  case written([UInt8])
  case array([JSONValue])
  case object([(name: String, value: JSONValue)])

  package static func integer(_ value: Int?) -> Self { value.map { .integer(Int64($0)) } ?? .null }
  package static func text(_ value: String?) -> Self { value.map { .text($0) } ?? .null }
  package static func texts(_ values: [String]) -> Self { .array(values.map { .text($0) }) }

  /// The JSON of a stored value. A BLOB is an object, `{"blob": "…"}`, with its bytes in base64.
  package init(_ value: SQLValue) {
    switch value {
    case .null: self = .null
    case .integer(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    case .text(let text): self = .text(text)
    case .blob(let bytes): self = .object([("blob", .text(Base64.text(of: bytes)))])
    }
  }

  /// The JSON in lines, indented by two spaces for each level, with arrays of plain values in one
  /// line.
  package var lines: String {
    var bytes: [UInt8] = []
    write(to: &bytes, level: 0)
    return String(decoding: bytes, as: UTF8.self) + "\n"
  }

  /// The JSON in one line.
  package var compact: String {
    var bytes: [UInt8] = []
    write(to: &bytes, level: nil)
    return String(decoding: bytes, as: UTF8.self)
  }

  private var isPlain: Bool {
    switch self {
    case .array(let values): values.isEmpty
    case .object(let members): members.isEmpty
    default: true
    }
  }

  /// - Parameter level: The level of nesting; nil to write everything in one line.
  package func write(to bytes: inout [UInt8], level: Int?) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .integer(let value): bytes.append(contentsOf: "\(value)".utf8)
    case .real(let value): Self.write(value, to: &bytes)
    case .text(let text): Self.write(text, to: &bytes)
    case .written(let value): bytes.append(contentsOf: value)
    case .array(let values):
      let inner = values.allSatisfy(\.isPlain) ? nil : level.map { $0 + 1 }
      Self.writeList(values, "[", "]", level: inner, to: &bytes) { $0.write(to: &$1, level: inner) }
    case .object(let members):
      let inner = level.map { $0 + 1 }
      Self.writeList(members, "{", "}", level: inner, to: &bytes) { member, bytes in
        Self.write(member.name, to: &bytes)
        bytes.append(contentsOf: ": ".utf8)
        member.value.write(to: &bytes, level: inner)
      }
    }
  }

  private static func writeList<Element>(
    _ elements: [Element], _ start: String, _ end: String, level: Int?, to bytes: inout [UInt8],
    _ write: (Element, inout [UInt8]) -> Void
  ) {
    func newLine(_ level: Int?) {
      guard let level, !elements.isEmpty else { return }
      bytes.append(0x0a)
      bytes.append(contentsOf: repeatElement(0x20, count: 2 * level))
    }
    bytes.append(contentsOf: start.utf8)
    for (place, element) in elements.enumerated() {
      if place > 0 { bytes.append(contentsOf: (level == nil ? ", " : ",").utf8) }
      newLine(level)
      write(element, &bytes)
    }
    newLine(level.map { $0 - 1 })
    bytes.append(contentsOf: end.utf8)
  }

  /// Writes a number. JSON has no infinity; it is a number that is too large, as SQLite writes it.
  static func write(_ value: Double, to bytes: inout [UInt8]) {
    let text = value.isFinite ? "\(value)" : value < 0 ? "-9e999" : "9e999"
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes a string of UTF-8. Invalid bytes are replaced.
  static func write(_ text: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
    let isPlain = text.allSatisfy { byte in
      (0x20..<0x7f).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
    guard isPlain else { return write(String(decoding: text, as: UTF8.self), to: &bytes) }
    bytes.append(0x22)
    bytes.append(contentsOf: text)
    bytes.append(0x22)
  }

  /// Writes a string. Control characters of terminals are escaped, too.
  package static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(0x22)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": bytes.append(contentsOf: "\\\"".utf8)
      case "\\": bytes.append(contentsOf: "\\\\".utf8)
      case "\n": bytes.append(contentsOf: "\\n".utf8)
      case "\r": bytes.append(contentsOf: "\\r".utf8)
      case "\t": bytes.append(contentsOf: "\\t".utf8)
      case _ where SafeText.isUnsafe(scalar):
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          bytes.append(contentsOf: "\\u".utf8)
          bytes.append(contentsOf: repeatElement(0x30, count: 4 - digits.utf8.count))
          bytes.append(contentsOf: digits.utf8)
        }
      default: bytes.append(contentsOf: scalar.utf8)
      }
    }
    bytes.append(0x22)
  }
}

/// Bytes as text; see RFC 4648.
enum Base64 {
  static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    bytes.withUnsafeBytes { EncodedBytes.appendBase64($0, to: &text) }
    return String(decoding: text, as: UTF8.self)
  }
}
