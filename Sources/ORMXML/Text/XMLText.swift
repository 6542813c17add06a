import Foundation
import ORMCore

/// An XML text as valid UTF-8, without a byte order mark and without its declaration.
///
/// Foundation's parser replaces invalid bytes and continues.
struct XMLText {
  static let limit = 10_000_000

  private(set) var bytes: [UInt8]

  init(_ text: String) throws(XMLSchemaError) {
    try Self.checkSize(text.utf8.count)
    bytes = Array(text.utf8)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    if let declaration = try XMLDeclaration(bytes) { erase(declaration.range) }
  }

  init(_ data: Data) throws(XMLSchemaError) {
    try Self.checkSize(data.count)
    bytes = Array(data)
    var isUTF16 = false
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      bytes.removeFirst(3)
    } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      isUTF16 = true
      bytes = try Self.decodeUTF16(bytes)
    } else if bytes.starts(with: [0x3C, 0]) || bytes.starts(with: [0, 0x3C]) {
      throw Self.failure("the UTF-16 text has no byte order mark")
    }
    if let declaration = try XMLDeclaration(bytes) {
      // The declaration has the same bytes in every encoding that it may name.
      erase(declaration.range)
      if let name = declaration.encoding { try decode(name, isUTF16: isUTF16) }
    }
    if String(validating: bytes, as: UTF8.self) == nil { throw invalidByte() }
  }

  private static func checkSize(_ count: Int) throws(XMLSchemaError) {
    if count > limit {
      throw XMLSchemaError(
        .tooLarge, at: Place(line: 1, column: 1),
        "the text has \(count) bytes; the limit is \(limit)")
    }
  }

  private static func failure(_ message: String) -> XMLSchemaError {
    XMLSchemaError(.encoding, at: Place(line: 1, column: 1), message)
  }

  /// Blanks out the declaration, which is wrong after decoding. Lines and columns stay the same.
  private mutating func erase(_ range: Range<Int>) {
    for place in range where !bytes[place].isXMLSpace { bytes[place] = UInt8(ascii: " ") }
  }

  private mutating func decode(_ name: String, isUTF16: Bool) throws(XMLSchemaError) {
    let isNamedUTF16 = ["UTF-16", "UTF-16LE", "UTF-16BE"].contains(name: name)
    if isUTF16 != isNamedUTF16 {
      throw Self.failure(
        isUTF16
          ? "the text is UTF-16, but declares the encoding \(name)"
          : "the text declares the encoding \(name), but has no byte order mark")
    }
    if isUTF16 || ["UTF-8", "UTF8", "US-ASCII", "ASCII"].contains(name: name) { return }
    guard ["ISO-8859-1", "LATIN1", "LATIN-1"].contains(name: name) else {
      throw Self.failure("\(name) is not supported; save the file as UTF-8")
    }
    bytes = bytes.flatMap { byte -> [UInt8] in
      byte < 0x80 ? [byte] : [0xC0 | byte >> 6, 0x80 | byte & 0x3F]
    }
  }

  private static func decodeUTF16(_ bytes: [UInt8]) throws(XMLSchemaError) -> [UInt8] {
    let isLittle = bytes[0] == 0xFF
    if isLittle && bytes.count >= 4 && bytes[2] == 0 && bytes[3] == 0 {
      throw failure("UTF-32 is not supported; save the file as UTF-8")
    }
    guard bytes.count.isMultiple(of: 2) else { throw failure("the last UTF-16 unit is incomplete") }
    let units = stride(from: 2, to: bytes.count, by: 2).map { place in
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return isLittle ? first | second << 8 : first << 8 | second
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw failure("the text is not valid UTF-16")
    }
    return Array(text.utf8)
  }

  private func invalidByte() -> XMLSchemaError {
    var parser = UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var offset = 0
    while case .valid(let scalar) = parser.parseScalar(from: &rest) { offset += scalar.count }
    return XMLSchemaError(
      .encoding, at: XMLLines(bytes).place(of: offset),
      "the text is not valid UTF-8; if the file has another encoding, save it as UTF-8")
  }
}

extension UInt8 {
  var isXMLSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
