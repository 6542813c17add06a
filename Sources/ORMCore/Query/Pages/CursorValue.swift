#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A position in an order: the values of the order's terms in one row.
struct CursorValue: Sendable, Hashable {
  /// The order's fingerprint.
  let order: UInt64
  let values: [SQLValue]
}

// MARK: - As text

extension CursorValue {
  /// The first byte of the text, in case another format is needed one day.
  private static var version: UInt8 { 1 }

  /// The position as Base64 for URLs, without padding: one byte for the version, eight for the
  /// order, then for each value one byte for its storage class and its content.
  ///
  /// An INTEGER is zigzag-encoded with 7 bits in each byte; a REAL is its 8 bytes; TEXT and BLOB
  /// follow their length.
  var text: String {
    var bytes = ByteWriter()
    bytes.append(Self.version)
    bytes.append(fixed: order)
    for value in values { bytes.append(value) }
    return Data(bytes.bytes).base64EncodedString()
      // Characters: Base64
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  init?(text: String) {
    let isURLSafe = text.utf8.allSatisfy { !"+/=".utf8.contains($0) }
    // Characters: Base64, which is decoded or refused
    let base64 = text.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    guard isURLSafe, let data = Data(base64Encoded: base64 + padding) else { return nil }
    var bytes = ByteReader(rest: Array(data)[...])
    guard bytes.next() == Self.version, let order = bytes.nextFixed() else { return nil }
    var values: [SQLValue] = []
    while !bytes.rest.isEmpty {
      guard let value = bytes.nextValue() else { return nil }
      values.append(value)
    }
    self.init(order: order, values: values)
    // Each position has exactly one text.
    guard self.text.hasSameBytes(as: text) else { return nil }
  }
}

private struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  mutating func append(fixed number: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }

  mutating func append(_ number: UInt64) {
    var number = number
    while number >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: number) | 0x80)
      number >>= 7
    }
    bytes.append(UInt8(number))
  }

  mutating func append(_ value: SQLValue) {
    switch value {
    case .null: append(UInt8(0))
    case .integer(let number):
      append(UInt8(1))
      append(UInt64(bitPattern: (number << 1) ^ (number >> 63)))
    case .real(let number):
      append(UInt8(2))
      append(fixed: number.bitPattern)
    case .text(let text):
      append(UInt8(3))
      append(UInt64(text.utf8.count))
      bytes += text.utf8
    case .blob(let blob):
      append(UInt8(4))
      append(UInt64(blob.count))
      bytes += blob
    }
  }
}

private struct ByteReader {
  var rest: ArraySlice<UInt8>

  mutating func next() -> UInt8? { rest.popFirst() }

  mutating func nextFixed() -> UInt64? {
    guard rest.count >= 8 else { return nil }
    defer { rest = rest.dropFirst(8) }
    return rest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  mutating func nextNumber() -> UInt64? {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = next() else { return nil }
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
    }
    return nil
  }

  mutating func nextBytes() -> ArraySlice<UInt8>? {
    guard let length = nextNumber(), length <= UInt64(rest.count) else { return nil }
    let count = Int(length)
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func nextValue() -> SQLValue? {
    switch next() {
    case 0: .null
    case 1: nextNumber().map { .integer(Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1)) }
    case 2: nextFixed().map { .real(Double(bitPattern: $0)) }
    case 3: nextBytes().flatMap { String(validating: $0, as: UTF8.self) }.map { .text($0) }
    case 4: nextBytes().map { .blob(Array($0)) }
    default: nil
    }
  }
}
