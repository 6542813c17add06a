import ORMCore

/// The value of a literal of a property that is stored as JSON.
enum JSONLiteral: Codable, Sendable {
  case text(String)
  case integer(Int64)
  case unsigned(UInt64)
  case double(Double)
  case float(Float)
  case truth(Bool)
  case null
  case array([JSONLiteral])
  case object([String: JSONLiteral])

  /// Creates the value of a literal of a type; nil if it can't be known.
  init?(_ value: SourceValue, as type: String) {
    let name = TypeName(type)
    if value == .none, name.isOptional {
      self = .null
      return
    }
    switch (name.names.last, value) {
    case ("Array", .array(let elements)):
      guard let values = Self.values(elements, as: name.arguments.first) else { return nil }
      self = .array(values)
    // The order of several elements differs in each run.
    case ("Set", .array(let elements)) where elements.count < 2:
      guard let values = Self.values(elements, as: name.arguments.first) else { return nil }
      self = .array(values)
    case ("Dictionary", .dictionary(let elements)):
      guard let object = Self.object(elements, as: name.arguments) else { return nil }
      self = .object(object)
    case ("String", .text(let text)): self = .text(text)
    case ("Bool", .truth(let truth)): self = .truth(truth)
    case ("Double", _):
      guard let number = value.double else { return nil }
      self = .double(number)
    case ("Float", _):
      guard let number = value.double else { return nil }
      self = .float(Float(number))
    case (let last?, _) where last.hasPrefix("Int"):
      guard let number = value.integer(as: Int64.self) else { return nil }
      self = .integer(number)
    case (let last?, _) where last.hasPrefix("UInt"):
      guard let number = value.integer(as: UInt64.self) else { return nil }
      self = .unsigned(number)
    default: return nil
    }
  }

  private static func values(_ elements: [SourceValue], as type: String?) -> [JSONLiteral]? {
    if elements.isEmpty { return [] }
    guard let type else { return nil }
    let values = elements.compactMap { JSONLiteral($0, as: type) }
    return values.count == elements.count ? values : nil
  }

  private static func object(
    _ elements: [SourceValue], as types: [String]
  ) -> [String: JSONLiteral]? {
    if elements.isEmpty {
      // A dictionary with `String` or `Int` keys becomes an object, any other one an array.
      return types.first == "String" || types.first == "Int" ? [:] : nil
    }
    guard types.count == 2, types[0] == "String" else { return nil }
    var object: [String: JSONLiteral] = [:]
    for index in stride(from: 0, to: elements.count - 1, by: 2) {
      guard let key = elements[index].text,
        let value = JSONLiteral(elements[index + 1], as: types[1]),
        object.updateValue(value, forKey: key) == nil
      else { return nil }
    }
    return object
  }

  init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "only written"))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .unsigned(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .float(let value): try container.encode(value)
    case .truth(let value): try container.encode(value)
    case .null: try container.encodeNil()
    case .array(let values): try container.encode(values)
    case .object(let values): try container.encode(values)
    }
  }
}

extension ColumnStorage {
  /// Returns the representation of a type as JSON.
  static func json(of type: String) -> ColumnStorage {
    ColumnStorage(of: JSON.Of<JSONLiteral>.self) { JSONLiteral($0, as: type) }
  }
}
