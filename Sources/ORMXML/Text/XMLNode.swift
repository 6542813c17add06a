import Foundation
import ORMCore

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// An element with its content.
struct XMLNode {
  let name: String
  let place: Place
  private let attributes: [(name: String, value: String, place: Place)]
  var children: [XMLNode] = []
  /// The text between the tags, without the text of children.
  var text = ""
  /// The place of the first text that is not white space.
  var textPlace: Place?

  fileprivate init(_ name: String, _ tag: XMLScanner.Tag, _ values: [String: String]) {
    self.name = name
    place = tag.place
    attributes = values.map { name, value in
      (name, value, tag.attributes.first { $0.name.hasSameBytes(as: name) }?.place ?? tag.place)
    }.sorted { ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column) }
  }

  /// Parses a text and returns its root element.
  static func root(of text: XMLText) throws(XMLSchemaError) -> XMLNode {
    let builder = TreeBuilder(try XMLScanner.tags(of: text))
    let parser = XMLParser(data: Data(text.bytes))
    parser.shouldResolveExternalEntities = false
    parser.delegate = builder
    // It returns true for some texts with errors.
    _ = parser.parse()
    if let failure = builder.failure { throw failure }
    guard let root = builder.root else {
      let place = Place(line: max(1, parser.lineNumber), column: max(1, parser.columnNumber))
      throw XMLSchemaError(.notWellFormed, at: place, "there is no element")
    }
    return root
  }
}

extension XMLNode {
  func isNamed(_ name: String) -> Bool { self.name.hasSameBytes(as: name) }

  /// The names of the attributes with their places, in the order of the text.
  var attributeNames: [(name: String, place: Place)] { attributes.map { ($0.name, $0.place) } }

  /// The value of an attribute.
  subscript(_ attribute: String) -> String? {
    attributes.first { $0.name.hasSameBytes(as: attribute) }?.value
  }

  /// Returns the place of an attribute, or of the tag if it has no attribute with this name.
  func place(of attribute: String) -> Place {
    attributes.first { $0.name.hasSameBytes(as: attribute) }?.place ?? place
  }
}

/// Builds the tree from the parser's events.
private final class TreeBuilder: NSObject, XMLParserDelegate {
  private(set) var root: XMLNode?
  private(set) var failure: XMLSchemaError?
  private let tags: [XMLScanner.Tag]
  private var count = 0
  private var open: [XMLNode] = []

  init(_ tags: [XMLScanner.Tag]) { self.tags = tags }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    // The parser continues for a while after `abortParsing`.
    guard failure == nil else { return }
    guard count < tags.count else { return fail(parser, 0) }
    let tag = tags[count]
    count += 1
    open.append(XMLNode(name, tag, attributes))
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    guard failure == nil, let node = open.popLast() else { return }
    if open.isEmpty { root = node } else { open[open.count - 1].children.append(node) }
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) { add(text, parser) }

  func parser(_ parser: XMLParser, foundCDATA data: Data) {
    add(String(decoding: data, as: UTF8.self), parser)
  }

  private func add(_ text: String, _ parser: XMLParser) {
    guard failure == nil, !open.isEmpty else { return }
    open[open.count - 1].text += text
    guard open[open.count - 1].textPlace == nil,
      let first = text.utf8.firstIndex(where: { !$0.isXMLSpace })
    else { return }
    // The parser is already past the text, whose line breaks are now `\n`.
    let line = parser.lineNumber - text.utf8[first...].count { $0 == 0x0A }
    open[open.count - 1].textPlace = Place(line: max(1, line), column: 1)
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    fail(parser, (error as NSError).code)
  }

  private func fail(_ parser: XMLParser, _ code: Int) {
    guard failure == nil else { return }
    let place = Place(line: max(1, parser.lineNumber), column: max(1, parser.columnNumber))
    failure = XMLSchemaError(.notWellFormed, at: place, Self.words[code] ?? "error \(code) of XML")
    parser.abortParsing()
  }

  /// The messages of the parser's error codes that the scanner has not already found.
  ///
  /// See <https://developer.apple.com/documentation/foundation/xmlparser/errorcode>.
  private static let words = [
    39: "the value of an attribute is not in quotes", 41: "an attribute has no value",
    42: "the tag has an attribute twice", 46: "a processing instruction has no name",
    62: "']]>' in a text must be written as ]]&gt;", 64: "<?xml …?> is not at the start",
    65: "white space is missing", 68: "a name is not an XML name",
    80: "a comment has '--'", 201: "the prefix of a name is not declared",
  ]
}
