import ORMCore

/// The XML declaration of a text: `<?xml version="1.0" encoding="UTF-8"?>`.
///
/// See <https://www.w3.org/TR/xml/#NT-XMLDecl>.
struct XMLDeclaration {
  /// The position in the text.
  let range: Range<Int>
  /// The name of the encoding, if it is declared.
  private(set) var encoding: String?

  /// Reads the declaration of a text; nil if it has none.
  init?(_ bytes: [UInt8]) throws(XMLSchemaError) {
    guard bytes.starts(with: Array("<?xml".utf8)), bytes.count > 5, bytes[5].isXMLSpace else {
      return nil
    }
    guard let end = bytes.firstRange(of: "?>".utf8) else { throw Self.failure }
    range = 0..<end.upperBound
    var rest = bytes[5..<end.lowerBound]
    // Each occurs at most once, in this order; the version is required.
    var last = -1
    while let (name, value) = try Self.next(&rest) {
      let place = Self.names.firstIndex { $0.hasSameBytes(as: name) }
      guard let place, place > last, place == 0 || last >= 0, Self.isValue(value, at: place) else {
        throw Self.failure
      }
      last = place
      if place == 1 { encoding = value }
    }
    if last < 0 { throw Self.failure }
  }

  private static let names = ["version", "encoding", "standalone"]

  private static var failure: XMLSchemaError {
    XMLSchemaError(
      .notWellFormed, at: Place(line: 1, column: 1),
      "<?xml …?> must have the form <?xml version=\"1.0\" encoding=\"UTF-8\"?>")
  }

  /// Reads a name with its value after white space.
  private static func next(
    _ rest: inout ArraySlice<UInt8>
  ) throws(XMLSchemaError) -> (name: String, value: String)? {
    let trimmed = rest.drop(while: \.isXMLSpace)
    if trimmed.isEmpty { return nil }
    guard trimmed.count < rest.count else { throw failure }
    let name = trimmed.prefix { (0x61...0x7A).contains($0) }
    var value = trimmed[name.endIndex...].drop(while: \.isXMLSpace)
    guard value.popFirst() == UInt8(ascii: "=") else { throw failure }
    value = value.drop(while: \.isXMLSpace)
    guard let quote = value.popFirst(), [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(quote),
      let end = value.firstIndex(of: quote)
    else { throw failure }
    rest = value[(end + 1)...]
    return (
      String(decoding: name, as: UTF8.self), String(decoding: value[..<end], as: UTF8.self)
    )
  }

  private static func isValue(_ value: String, at place: Int) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    switch place {
    case 0:
      let digits = value.utf8.dropFirst(2)
      return value.utf8.starts(with: "1.".utf8) && !digits.isEmpty && digits.allSatisfy(isDigit)
    case 1:
      let others = Array("._-".utf8)
      return value.utf8.first.map(isLetter) == true
        && value.utf8.allSatisfy { isLetter($0) || isDigit($0) || others.contains($0) }
    default: return ["yes", "no"].contains { $0.hasSameBytes(as: value) }
    }
  }
}
