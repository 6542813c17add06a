import ORMCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Schema {
  /// The schema as JSON that shows little in a diff if little has changed: sorted by name, a line a
  /// fact, and nothing that is not said. Characters that can't be seen are escaped.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self).withEscapesOfJSON
  }

  /// The schema that ``json()`` wrote.
  ///
  /// - Throws: `DecodingError` if the text is another one.
  public init(json: String) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
  }
}

extension String {
  /// A text of JSON, in whose strings what can't be seen is escaped: an editor or a terminal that
  /// shows it may obey it, and a literal of Swift's can't have all of it.
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

// What is not said is left out: an empty list, a `false`, a missing text.

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
