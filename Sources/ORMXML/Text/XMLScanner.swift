import ORMCore

/// Checks an XML text before Foundation's parser reads it.
///
/// The parser expands entities, has no limits, takes quadratic time for a tag's attributes, reports
/// an error only as a number, and reports a tag at its end. So the scanner throws for texts that
/// the parser must not see, and records the places of tags. It finds only where things begin and
/// end; the parser does the rest.
///
/// See <https://www.w3.org/TR/xml/>.
struct XMLScanner {
  static let depthLimit = 100
  static let attributeLimit = 100

  /// A tag that opens an element.
  struct Tag {
    var place: Place
    /// The attributes, in the order of the text.
    var attributes: [(name: String, place: Place)] = []
  }

  private let bytes: [UInt8]
  private let lines: XMLLines
  private var position = 0
  private var open: [(name: ArraySlice<UInt8>, start: Int)] = []
  private var hasRoot = false
  private var tags: [Tag] = []

  private init(_ text: XMLText) {
    bytes = text.bytes
    lines = XMLLines(bytes)
  }

  /// Returns the tags that open elements, in the order of the text.
  static func tags(of text: XMLText) throws(XMLSchemaError) -> [Tag] {
    var scanner = Self(text)
    while scanner.position < scanner.bytes.count { try scanner.step() }
    if let last = scanner.open.last {
      throw scanner.failure(at: last.start, "<\(last.name.text)> is not closed")
    }
    if !scanner.hasRoot { throw scanner.failure(at: 0, "there is no element") }
    return scanner.tags
  }

  private func failure(
    _ reason: XMLSchemaError.Reason = .notWellFormed, at offset: Int, _ message: String
  ) -> XMLSchemaError {
    XMLSchemaError(reason, at: lines.place(of: offset), message)
  }

  private func isNext(_ text: StaticString) -> Bool {
    bytes[position...].starts(
      with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func step() throws(XMLSchemaError) {
    guard bytes[position] == UInt8(ascii: "<") else { return try readText() }
    if isNext("<!--") {
      try skip(through: "-->", after: 4, "the comment does not end")
    } else if isNext("<![CDATA[") {
      if open.isEmpty { throw failure(at: position, "there is text outside of the root element") }
      try skip(through: "]]>", after: 9, "the CDATA section does not end")
    } else if isNext("<!DOCTYPE") {
      throw failure(
        .documentType, at: position,
        "a document type is not supported: entities are not expanded, and nothing is loaded")
    } else if isNext("<?") {
      try skip(through: "?>", after: 2, "the processing instruction does not end")
    } else if isNext("</") {
      try readEndTag()
    } else {
      try readStartTag()
    }
  }

  // MARK: - Text

  /// Skips bytes without a special meaning: most of a large text.
  private mutating func skipPlain() {
    position = bytes.withUnsafeBufferPointer { bytes in
      Self.plain.withUnsafeBufferPointer { plain in
        var place = position
        while place < bytes.count {
          guard plain[Int(bytes[place])] else { break }
          place += 1
        }
        return place
      }
    }
  }

  /// For each byte, whether it has no special meaning and is allowed everywhere.
  private static let plain: [Bool] = (0...255).map { (byte: UInt8) in
    (byte.isXMLSpace || byte >= 0x20) && byte != 0xEF && !Array("<>&'\"-]?".utf8).contains(byte)
  }

  private mutating func readText() throws(XMLSchemaError) {
    let byte = bytes[position]
    if open.isEmpty && !byte.isXMLSpace {
      throw failure(at: position, "there is text outside of the root element")
    }
    if Self.plain[Int(byte)], !open.isEmpty { return skipPlain() }
    try checkCharacter()
    if byte == UInt8(ascii: "&") { try checkReference() }
    position += 1
  }

  private mutating func skip(
    through end: StaticString, after count: Int, _ message: String
  ) throws(XMLSchemaError) {
    let start = position
    position += count
    while position < bytes.count, !isNext(end) {
      try checkCharacter()
      position += 1
      skipPlain()
    }
    guard position < bytes.count else { throw failure(at: start, message) }
    position += end.utf8CodeUnitCount
  }

  /// Throws if XML does not allow the character.
  private func checkCharacter() throws(XMLSchemaError) {
    let byte = bytes[position]
    if byte < 0x20 && !byte.isXMLSpace {
      throw failure(at: position, "XML does not allow the control character \(byte)")
    }
    if byte == 0xEF, isNext("\u{FFFE}") || isNext("\u{FFFF}") {
      throw failure(at: position, "XML does not allow the character U+FFFE or U+FFFF")
    }
  }

  /// Throws if an entity is undeclared, or a character is not allowed.
  private func checkReference() throws(XMLSchemaError) {
    let rest = bytes[(position + 1)...].prefix(12)
    guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else {
      throw failure(at: position, "'&' does not begin a reference; write it as &amp;")
    }
    let name = rest[..<end].text
    if ["amp", "lt", "gt", "quot", "apos"].contains(where: { $0.hasSameBytes(as: name) }) {
      return
    }
    guard name.utf8.first == UInt8(ascii: "#") else {
      throw failure(
        at: position, "&\(name); is unknown: the entities are &amp; &lt; &gt; &quot; and &apos;")
    }
    let isHex = name.utf8.dropFirst().first == UInt8(ascii: "x")
    let digits = name.utf8.dropFirst(isHex ? 2 : 1)
    guard !digits.isEmpty, digits.allSatisfy(\.isHexDigit),
      let value = UInt32(Substring(digits), radix: isHex ? 16 : 10),
      let scalar = Unicode.Scalar(value), scalar.isInXML
    else { throw failure(at: position, "&\(name); is not a character that XML allows") }
  }

  // MARK: - Tags

  private mutating func readName() -> ArraySlice<UInt8> {
    let start = position
    while position < bytes.count, !bytes[position].endsXMLName { position += 1 }
    return bytes[start..<position]
  }

  private mutating func skipSpace() {
    while position < bytes.count, bytes[position].isXMLSpace { position += 1 }
  }

  private mutating func readEndTag() throws(XMLSchemaError) {
    let start = position
    position += 2
    let name = readName()
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: ">") else {
      throw failure(at: start, "the tag </\(name.text) does not end")
    }
    position += 1
    guard let last = open.popLast() else {
      throw failure(at: start, "there is no open element for </\(name.text)>")
    }
    if last.name != name {
      let line = lines.place(of: last.start).line
      throw failure(
        at: start,
        "expected </\(last.name.text)> for the tag in line \(line), found </\(name.text)>")
    }
  }

  private mutating func readStartTag() throws(XMLSchemaError) {
    let start = position
    position += 1
    let name = readName()
    if name.isEmpty { throw failure(at: start, "'<' does not begin a tag; write it as &lt;") }
    if open.isEmpty && hasRoot { throw failure(at: start, "there is a second root element") }
    hasRoot = true
    var tag = Tag(place: lines.place(of: start))
    while true {
      skipSpace()
      guard position < bytes.count, bytes[position] != UInt8(ascii: "<") else {
        throw failure(at: start, "the tag <\(name.text) does not end")
      }
      if isNext("/>") {
        position += 2
        break
      }
      if bytes[position] == UInt8(ascii: ">") {
        position += 1
        open.append((name, start))
        break
      }
      if tag.attributes.count == Self.attributeLimit {
        throw failure(
          .tooManyAttributes, at: start, "the tag has more than \(Self.attributeLimit) attributes")
      }
      tag.attributes.append(try readAttribute())
    }
    tags.append(tag)
    if open.count > Self.depthLimit {
      throw failure(
        .tooDeep, at: start, "elements are nested more than \(Self.depthLimit) levels deep")
    }
  }

  private mutating func readAttribute() throws(XMLSchemaError) -> (name: String, place: Place) {
    let start = position
    let name = readName()
    if name.isEmpty { throw failure(at: start, "an attribute is expected here") }
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else {
      throw failure(at: start, "the attribute \(name.text) has no value")
    }
    position += 1
    skipSpace()
    guard position < bytes.count, bytes[position].isXMLQuote else {
      throw failure(at: start, "the value of the attribute \(name.text) is not in quotes")
    }
    let quote = bytes[position]
    position += 1
    while position < bytes.count, bytes[position] != quote {
      if bytes[position] == UInt8(ascii: "<") {
        throw failure(at: position, "'<' in a value must be written as &lt;, or a quote is missing")
      }
      try checkCharacter()
      if bytes[position] == UInt8(ascii: "&") { try checkReference() }
      position += 1
      skipPlain()
    }
    guard position < bytes.count else {
      throw failure(at: start, "the value of the attribute \(name.text) does not end")
    }
    position += 1
    return (name.text, lines.place(of: start))
  }
}

extension Unicode.Scalar {
  /// See <https://www.w3.org/TR/xml/#charsets>.
  var isInXML: Bool {
    value >= 0x20 ? value != 0xFFFE && value != 0xFFFF : [0x09, 0x0A, 0x0D].contains(value)
  }
}

extension UInt8 {
  fileprivate var isXMLQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }

  fileprivate var endsXMLName: Bool {
    isXMLSpace || isXMLQuote || [0x2F, 0x3C, 0x3D, 0x3E].contains(self)
  }

  fileprivate var isHexDigit: Bool {
    (0x30...0x39).contains(self) || (0x61...0x66).contains(self | 0x20)
  }
}

extension ArraySlice<UInt8> {
  fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
