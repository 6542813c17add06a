#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value whose JSON is the same for equal values, even where `JSONEncoder` alone writes them in
/// varying order.
///
/// A `Set` has no order, and a dictionary whose keys are neither texts nor integers is encoded as
/// an array of keys and values in varying order: both are written in the order of their elements'
/// JSON. Zero has no sign. `JSONEncoder` encodes everything else, through a forwarding encoder.
struct CanonicalJSON<Value: Encodable>: Encodable {
  let value: Value
  /// The number of values around this one.
  var level = 0

  /// The maximum depth of the canonical form: each level takes twice as much of the stack as
  /// without it. The encoder alone writes deeper values.
  static var levelLimit: Int { 24 }

  func encode(to encoder: any Encoder) throws {
    if let unordered = value as? any UnorderedJSON {
      try unordered.encodeInOrder(to: encoder, level: level)
    } else {
      try value.encode(to: CanonicalEncoder(base: encoder, level: level))
    }
  }
}

/// Forwards to an encoder, and wraps each encoded value so that it is written in its canonical
/// form.
private struct CanonicalEncoder: Encoder {
  let base: any Encoder
  let level: Int

  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(CanonicalObject(base: base.container(keyedBy: type), level: level))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    CanonicalArray(base: base.unkeyedContainer(), level: level)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    CanonicalSingle(base: base.singleValueContainer(), level: level)
  }
}

private struct CanonicalSingle: SingleValueEncodingContainer {
  var base: any SingleValueEncodingContainer
  let level: Int

  var codingPath: [any CodingKey] { base.codingPath }

  mutating func encodeNil() throws { try base.encodeNil() }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    switch value {
    case let number as Double: try base.encode(number + 0)
    case let number as Float: try base.encode(number + 0)
    case is any OrderedJSON: try base.encode(value)
    default:
      if level == CanonicalJSON<Value>.levelLimit { return try base.encode(value) }
      try base.encode(CanonicalJSON(value: value, level: level + 1))
    }
  }
}

private struct CanonicalArray: UnkeyedEncodingContainer {
  var base: any UnkeyedEncodingContainer
  let level: Int

  var codingPath: [any CodingKey] { base.codingPath }
  var count: Int { base.count }

  mutating func encodeNil() throws { try base.encodeNil() }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    switch value {
    case let number as Double: try base.encode(number + 0)
    case let number as Float: try base.encode(number + 0)
    case is any OrderedJSON: try base.encode(value)
    default:
      if level == CanonicalJSON<Value>.levelLimit { return try base.encode(value) }
      try base.encode(CanonicalJSON(value: value, level: level + 1))
    }
  }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(
      CanonicalObject(base: base.nestedContainer(keyedBy: type), level: level))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    CanonicalArray(base: base.nestedUnkeyedContainer(), level: level)
  }

  mutating func superEncoder() -> any Encoder {
    CanonicalEncoder(base: base.superEncoder(), level: level)
  }
}

private struct CanonicalObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
  var base: KeyedEncodingContainer<Key>
  let level: Int

  var codingPath: [any CodingKey] { base.codingPath }

  mutating func encodeNil(forKey key: Key) throws { try base.encodeNil(forKey: key) }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    switch value {
    case let number as Double: try base.encode(number + 0, forKey: key)
    case let number as Float: try base.encode(number + 0, forKey: key)
    case is any OrderedJSON: try base.encode(value, forKey: key)
    default:
      if level == CanonicalJSON<Value>.levelLimit { return try base.encode(value, forKey: key) }
      try base.encode(CanonicalJSON(value: value, level: level + 1), forKey: key)
    }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(
      CanonicalObject<Nested>(
        base: base.nestedContainer(keyedBy: type, forKey: key), level: level))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    CanonicalArray(base: base.nestedUnkeyedContainer(forKey: key), level: level)
  }

  mutating func superEncoder() -> any Encoder {
    CanonicalEncoder(base: base.superEncoder(), level: level)
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    CanonicalEncoder(base: base.superEncoder(forKey: key), level: level)
  }
}

// MARK: - Collections without an order

/// A collection that encodes its elements in varying order.
private protocol UnorderedJSON {
  func encodeInOrder(to encoder: any Encoder, level: Int) throws
}

extension Set: UnorderedJSON where Element: Encodable {
  fileprivate func encodeInOrder(to encoder: any Encoder, level: Int) throws {
    var elements = CanonicalArray(base: encoder.unkeyedContainer(), level: level)
    for element in try inOrderOfJSON(map(\.self), \.self) { try elements.encode(element) }
  }
}

extension Dictionary: UnorderedJSON where Key: Encodable, Value: Encodable {
  fileprivate func encodeInOrder(to encoder: any Encoder, level: Int) throws {
    // These are encoded as objects, whose keys the encoder sorts.
    if Key.self == String.self || Key.self == Int.self
      || Key.self is any CodingKeyRepresentable.Type
    {
      return try encode(to: CanonicalEncoder(base: encoder, level: level))
    }
    var elements = CanonicalArray(base: encoder.unkeyedContainer(), level: level)
    for (key, value) in try inOrderOfJSON(map { ($0.key, $0.value) }, \.0) {
      try elements.encode(key)
      try elements.encode(value)
    }
  }
}

/// Returns the elements in the order of the bytes of their keys' JSON, which is different for each
/// key.
private func inOrderOfJSON<Element, Key: Encodable>(
  _ elements: [Element], _ key: (Element) -> Key
) throws -> [Element] {
  let texts = try elements.map { ($0, try JSON.data(of: key($0))) }
  return texts.sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
}

// MARK: - Types that need no canonical form

/// A type whose equal values `JSONEncoder` writes identically, in some cases in a special form.
protocol OrderedJSON {}

extension Bool: OrderedJSON {}
extension Int: OrderedJSON {}
extension Int8: OrderedJSON {}
extension Int16: OrderedJSON {}
extension Int32: OrderedJSON {}
extension Int64: OrderedJSON {}
extension UInt: OrderedJSON {}
extension UInt8: OrderedJSON {}
extension UInt16: OrderedJSON {}
extension UInt32: OrderedJSON {}
extension UInt64: OrderedJSON {}
extension String: OrderedJSON {}
extension Date: OrderedJSON {}
extension UUID: OrderedJSON {}
extension URL: OrderedJSON {}
extension Data: OrderedJSON {}
extension Decimal: OrderedJSON {}
extension Optional: OrderedJSON where Wrapped: OrderedJSON {}
extension Array: OrderedJSON where Element: OrderedJSON {}
extension Dictionary: OrderedJSON where Key == String, Value: OrderedJSON {}

/// A type whose values are equal to those decoded from their JSON, so that no value has to be
/// decoded to find out.
protocol ExactJSON {}

extension Bool: ExactJSON {}
extension Int: ExactJSON {}
extension Int8: ExactJSON {}
extension Int16: ExactJSON {}
extension Int32: ExactJSON {}
extension Int64: ExactJSON {}
extension UInt: ExactJSON {}
extension UInt8: ExactJSON {}
extension UInt16: ExactJSON {}
extension UInt32: ExactJSON {}
extension UInt64: ExactJSON {}
extension String: ExactJSON {}
extension UUID: ExactJSON {}
extension Array: ExactJSON where Element: ExactJSON {}
extension Set: ExactJSON where Element: ExactJSON {}
extension Dictionary: ExactJSON where Key == String, Value: ExactJSON {}
