#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Represents any `Codable` value by its JSON, as TEXT.
///
/// ```swift
/// @Column(as: JSON.self) var tags: [String] = []      // ["jazz","soul"]
/// ```
///
/// Equal values are written as equal texts. Keys are sorted. The elements of sets, and the entries
/// of dictionaries whose keys are not texts, are sorted by their JSON. Zero has no
/// sign, and slashes are not escaped. Everything else is written as Foundation's `JSONEncoder`
/// writes it by default: dates as seconds since 2001, data as Base64. Arrays and objects may be
/// nested up to 511 levels deep; a value or a text with more levels is an error. SQLite's functions
/// can read the JSON; see <https://www.sqlite.org/json1.html>.
///
/// Other programs, and SQLite's functions, can write the same value as a different text (`[1, 2]`,
/// `1.0`), so `==`, `in`, `order`, `group`, `distinct` and `union` refuse a JSON column: compare a
/// value inside the JSON, or use ``SQLExpressible/isStored(as:)``.
public enum JSON {
  /// The representation of `Value` by its JSON, which `@Column(as: JSON.self)` selects.
  public enum Of<Value: Codable & Sendable>: ColumnRepresentation {
    @_documentation(visibility: internal)
    public static var representationName: String { "json" }

    @_documentation(visibility: internal)
    @inlinable public static var columnType: ColumnType { .json }

    @_documentation(visibility: internal)
    @inlinable public static var readableValues: ReadableValues { .decoded }

    @_documentation(visibility: internal)
    @inlinable
    public static func read<Row: RowReader & ~Copyable>(
      from row: borrowing Row, at index: Int
    ) throws -> Value {
      let text = try row.text(at: index)
      do {
        return try JSON.decode(text)
      } catch {
        throw row.failure(at: index, as: Value.self, error)
      }
    }

    @_documentation(visibility: internal)
    @inlinable
    public static func readIfPresent<Row: RowReader & ~Copyable>(
      from row: borrowing Row, at index: Int
    ) throws -> Value? {
      guard let text = try row.textIfPresent(at: index) else { return nil }
      do {
        return try JSON.decode(text)
      } catch {
        throw row.failure(at: index, as: Value.self, error)
      }
    }

    @_documentation(visibility: internal)
    @inlinable
    public static func write<Parameters: ParameterWriter & ~Copyable>(
      _ value: Value, to parameters: inout Parameters, at position: Int
    ) throws {
      parameters.bind(try JSON.encode(value), at: position)
    }

    @_documentation(visibility: internal)
    @inlinable
    public static func roundTripsExactly(_ value: Value) -> Bool { JSON.isExact(Value.self) }

    /// Whether a value can be a different value when it is fetched. If so, a written row is read
    /// back, so that the value is encoded only once.
    @_documentation(visibility: internal)
    @inlinable public static var needsReadBack: Bool { !JSON.isExact(Value.self) }

    @_documentation(visibility: internal)
    @inlinable public static var isComparedInParts: Bool { true }

    @_documentation(visibility: internal)
    @inlinable
    public static func asStored(_ value: Value) throws -> Value {
      if JSON.isExact(Value.self) { return value }
      do {
        return try JSON.decode(try JSON.encode(value))
      } catch let error as JSONDecodingFailure {
        throw ValueEncodingError.failure(Value.self, error)
      }
    }
  }

  // Both are safe to share, because neither is changed after it is set up.
  private static let encoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()
  private static let decoder = JSONDecoder()

  /// Returns whether each value of the type is equal to the value that is decoded from its JSON.
  @usableFromInline
  static func isExact(_ type: Any.Type) -> Bool { type is any ExactJSON.Type }

  /// Returns the canonical JSON of a value.
  static func data<Value: Encodable>(of value: Value) throws -> Data {
    value is any OrderedJSON
      ? try encoder.encode(value) : try encoder.encode(CanonicalJSON(value: value))
  }

  @usableFromInline
  static func encode<Value: Encodable>(_ value: Value) throws -> String {
    do {
      let isDeep = DeepStack.isShort && JSONDepth.isLarge(of: value)
      let data = try DeepStack.run(levels: isDeep ? levelLimit : 0) { try Self.data(of: value) }
      return String(decoding: data, as: UTF8.self)
    } catch let error as EncodingError {
      guard case .invalidValue(_, let context) = error else {
        throw ValueEncodingError.failure(Value.self, error)
      }
      throw ValueEncodingError.invalid(
        Value.self, "JSON can't represent the value\(context.codingPath.place)")
    } catch {
      throw ValueEncodingError.failure(Value.self, error)
    }
  }

  @usableFromInline
  static func decode<Value: Decodable>(_ text: String) throws -> Value {
    let levels = levels(of: text)
    guard levels <= levelLimit else { throw JSONDecodingFailure(levels: levels) }
    do {
      return try DeepStack.run(levels: levels) {
        try decoder.decode(Value.self, from: Data(text.utf8))
      }
    } catch let error as DecodingError {
      throw JSONDecodingFailure(error)
    }
  }

  /// The maximum number of levels that Foundation's decoder supports. It throws if there are more,
  /// except for a text that ends with the first bracket beyond the limit, on which it traps (in the
  /// toolchain's 6.3.1).
  private static let levelLimit: Int32 = 512

  /// Returns the nesting depth of arrays and objects, or 0 if there are too few of them to be deep.
  private static func levels(of text: String) -> Int32 {
    var text = text
    return text.withUTF8 { text in
      // Most texts have so few brackets that they can't be deep; counting them is vectorized.
      let opening = text.reduce(0) { count, byte in count &+ (isOpening(byte) ? 1 : 0) }
      if opening <= DeepStack.levelsAnywhere { return 0 }
      var (level, deepest): (Int32, Int32) = (0, 0)
      var (isInString, isEscaped) = (false, false)
      for byte in text {
        if isInString {
          if isEscaped {
            isEscaped = false
          } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
          } else if byte == UInt8(ascii: "\"") {
            isInString = false
          }
        } else if byte == UInt8(ascii: "\"") {
          isInString = true
        } else if isOpening(byte) {
          level = min(level, .max - 1) + 1
          deepest = max(deepest, level)
        } else if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") {
          level = max(0, level - 1)
        }
      }
      return deepest
    }
  }

  private static func isOpening(_ byte: UInt8) -> Bool {
    // `{` is `[` with one more bit.
    byte | 0x20 == UInt8(ascii: "{")
  }
}

/// An error of `JSONDecoder` with its coding path, without the values that the decoder's own
/// messages quote.
@usableFromInline
struct JSONDecodingFailure: Error, CustomStringConvertible {
  @usableFromInline let description: String

  init(levels: Int32) {
    description = "the JSON is nested too deeply: it has \(levels) levels of arrays and objects"
  }

  init(_ error: DecodingError) {
    description =
      switch error {
      case .typeMismatch(let type, let context):
        "the JSON\(context.codingPath.place) is not \(type)"
      case .valueNotFound(let type, let context):
        "the JSON\(context.codingPath.place) is null where \(type) is expected"
      case .keyNotFound(let key, let context):
        "the JSON\(context.codingPath.place) has no \"\(key.stringValue)\""
      case .dataCorrupted(let context):
        context.codingPath.isEmpty
          ? "the text is not JSON, or contains a number that is out of range"
          : "the JSON\(context.codingPath.place) is not valid for its type"
      @unknown default: "the JSON can't be decoded"
      }
  }
}

extension [any CodingKey] {
  /// The path in Swift's syntax, ` at tracks[2].title`; empty for the outermost value.
  fileprivate var place: String {
    guard !isEmpty else { return "" }
    var path = ""
    for key in self {
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
    return " at \(path)"
  }
}
