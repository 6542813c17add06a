import ORMCore

extension XMLNode {
  /// Throws if there is an attribute other than these. Attributes with a prefix are ignored.
  func checkAttributes(_ known: [String]) throws(XMLSchemaError) {
    let unknown = attributeNames.first { name, _ in
      !known.contains { $0.hasSameBytes(as: name) } && !name.utf8.contains(UInt8(ascii: ":"))
        && !name.hasSameBytes(as: "xmlns")
    }
    guard let unknown else { return }
    let list = known.isEmpty ? "none" : known.joined(separator: ", ")
    throw XMLSchemaError(
      .unknownAttribute, at: unknown.place,
      "\(name) has no attribute \(unknown.name); it has \(list)")
  }

  func checkNoText() throws(XMLSchemaError) {
    guard let place = textPlace else { return }
    throw XMLSchemaError(.unexpectedText, at: place, "<\(name)> can't contain text")
  }

  func checkNoChildren() throws(XMLSchemaError) {
    if let child = children.first { throw child.unexpected(in: self, besides: "text") }
  }

  func unexpected(in parent: XMLNode, besides known: String) -> XMLSchemaError {
    XMLSchemaError(
      .unexpectedElement, at: place,
      "<\(name)> is not allowed in <\(parent.name)>, which can contain \(known)")
  }

  func failure(
    _ reason: XMLSchemaError.Reason, at attribute: String, _ message: String
  ) -> XMLSchemaError {
    XMLSchemaError(reason, at: place(of: attribute), message)
  }

  // MARK: - Values

  /// Returns the `name` attribute, which may contain any character that XML allows.
  func requiredName() throws(XMLSchemaError) -> String {
    guard let value = self["name"] else {
      throw XMLSchemaError(.missingAttribute, at: place, "<\(name)> has no name")
    }
    if value.isEmpty {
      throw failure(.missingAttribute, at: "name", "the name of this <\(name)> is empty")
    }
    return value
  }

  /// Returns a Boolean value, which may be any of the words that Objective-C's `boolValue` accepts.
  /// There, any other word means no; here, it throws.
  func flag(_ attribute: String) throws(XMLSchemaError) -> Bool {
    guard let value = self[attribute] else { return false }
    let word = value.trimmedOfXMLSpace
    if ["", "n", "no", "f", "false"].contains(name: word) { return false }
    if ["y", "yes", "t", "true"].contains(name: word) { return true }
    var digits = word.utf8[...]
    if let sign = digits.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      digits = digits.dropFirst()
    }
    if !digits.isEmpty, digits.allSatisfy(\.isDigit) {
      return !digits.allSatisfy { $0 == UInt8(ascii: "0") }
    }
    throw failure(
      .invalidAttribute, at: attribute,
      "\(attribute) is '\(value)', which is neither yes nor no: write 1 or 0")
  }

  /// Returns the object's former names, oldest first. They are separated by white space or commas,
  /// and in SQL quotes if they are not words.
  func formerNames() throws(XMLSchemaError) -> [String] {
    var names: [String] = []
    var isBehindName = false
    for token in SQLTokens(self["old_names"] ?? "") {
      switch token.kind {
      case .space: isBehindName = false
      case .symbol where token.isSymbol(","): isBehindName = false
      case .word where !isBehindName, .quotedName where !isBehindName,
        .string where !isBehindName:
        if token.unquoted.isEmpty { throw invalidFormerName(token) }
        names.append(token.unquoted)
        isBehindName = true
      default: throw invalidFormerName(token)
      }
    }
    return names
  }

  private func invalidFormerName(_ token: SQLToken) -> XMLSchemaError {
    failure(
      .invalidAttribute, at: "old_names",
      "'\(token.text)' in old_names is not a name; quote a name that is not a word: \"a-b\""
    )
  }
}

extension String {
  var trimmedOfXMLSpace: String {
    var rest = utf8.drop(while: \.isXMLSpace)
    while let last = rest.last, last.isXMLSpace { rest.removeLast() }
    return String(Substring(rest))
  }
}
