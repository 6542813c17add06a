import ORMCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Schema {
  /// Returns the schema as JSON that keeps diffs small: sorted by name, with one value on each
  /// line, and without properties that are empty, nil or false. Invisible characters are escaped.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self).withEscapesOfJSON
  }

  /// Creates a schema from the text that ``json()`` returned.
  ///
  /// - Throws: `DecodingError` if the text is not the JSON of a schema.
  public init(json: String) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
  }
}

extension String {
  /// The JSON with the invisible characters in its strings escaped: an editor or a terminal might
  /// interpret them, and a Swift literal can't contain all of them.
  fileprivate var withEscapesOfJSON: String {
    let isPlain = unicodeScalars.allSatisfy { !$0.isInvisible || $0 == "\n" }
    if isPlain { return self }
    var text = ""
    for scalar in unicodeScalars {
      guard scalar.isInvisible, scalar != "\n" else {
        text.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      }
    }
    return text
  }
}

// Default values are omitted: an empty list, `false`, an empty or missing text.

extension KeyedEncodingContainer {
  mutating func encode(_ isSo: Bool, ifTrue key: Key) throws {
    if isSo { try encode(true, forKey: key) }
  }

  mutating func encode<Value: Encodable>(_ values: [Value], ifAny key: Key) throws {
    if !values.isEmpty { try encode(values, forKey: key) }
  }
}

extension KeyedDecodingContainer {
  func flag(_ key: Key) throws -> Bool { try decodeIfPresent(Bool.self, forKey: key) ?? false }

  func text(_ key: Key) throws -> String { try decode(String.self, forKey: key) }

  func textIfAny(_ key: Key) throws -> String? { try decodeIfPresent(String.self, forKey: key) }

  func list<Value: Decodable>(_ key: Key) throws -> [Value] {
    try decodeIfPresent([Value].self, forKey: key) ?? []
  }
}
