#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An encoder that writes nothing, and checks whether a value is nested too deeply for a small
/// stack.
///
/// The depth of a value is known only by calling its `encode(to:)`, which itself uses the stack.
struct JSONDepth: Encoder {
  /// The maximum number of levels on a stack of 512 KiB: each takes up to 16 KB.
  private static let limit = 24

  private struct TooDeep: Error {}

  fileprivate let level: Int

  static func isLarge(of value: some Encodable) -> Bool {
    do {
      try JSONDepth(level: 0).goDown(value)
    } catch is TooDeep {
      return true
    } catch {
      // The encoder will throw the same error.
    }
    return false
  }

  fileprivate var next: JSONDepth { JSONDepth(level: level + 1) }

  fileprivate func goDown(_ value: some Encodable) throws {
    if value is any FlatJSON { return }
    guard level < Self.limit else { throw TooDeep() }
    try value.encode(to: next)
  }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedDepth(depth: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { self }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension JSONDepth: SingleValueEncodingContainer, UnkeyedEncodingContainer {
  var count: Int { 0 }

  func encodeNil() {}

  func encode<Value: Encodable>(_ value: Value) throws { try goDown(value) }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    next.container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next }

  func superEncoder() -> any Encoder { next }
}

/// The values of one object.
private struct KeyedDepth<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let depth: JSONDepth

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) {}

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try depth.goDown(value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    depth.nestedContainer(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { depth.next }

  func superEncoder() -> any Encoder { depth.next }

  func superEncoder(forKey key: Key) -> any Encoder { depth.next }
}

/// A type whose values have no more levels than its generic arguments show.
///
/// Other number types have no levels either, but count as deep: each encodes itself in a container
/// again and again.
private protocol FlatJSON {}

extension Bool: FlatJSON {}
extension Int: FlatJSON {}
extension Int8: FlatJSON {}
extension Int16: FlatJSON {}
extension Int32: FlatJSON {}
extension Int64: FlatJSON {}
extension UInt: FlatJSON {}
extension UInt8: FlatJSON {}
extension UInt16: FlatJSON {}
extension UInt32: FlatJSON {}
extension UInt64: FlatJSON {}
extension Double: FlatJSON {}
extension Float: FlatJSON {}
extension String: FlatJSON {}
extension Date: FlatJSON {}
extension UUID: FlatJSON {}
extension CalendarDay: FlatJSON {}
extension URL: FlatJSON {}
extension Data: FlatJSON {}
extension Decimal: FlatJSON {}
extension Optional: FlatJSON where Wrapped: FlatJSON {}
extension Array: FlatJSON where Element: FlatJSON {}
extension Set: FlatJSON where Element: FlatJSON {}
extension Dictionary: FlatJSON where Value: FlatJSON {}
