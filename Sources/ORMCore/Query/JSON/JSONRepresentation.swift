/// A representation of JSON: ``JSON/Of``, or an optional of it.
public protocol JSONRepresentation: FunctionOperand {
  /// The type that the JSON encodes.
  associatedtype Content: Codable & Sendable
}

@_documentation(visibility: internal)
extension JSON.Of: FunctionOperand, JSONRepresentation {
  public typealias Content = Value
}

@_documentation(visibility: internal)
extension Optional: JSONRepresentation where Wrapped: JSONRepresentation {
  public typealias Content = Wrapped.Content
}

/// A representation whose values have the same form in JSON, whether SQL or Swift writes the JSON:
/// ``JSONScalar``, JSON, and optionals of these.
///
/// Dates have two forms: Swift encodes a date as seconds since 2001, and a column stores seconds
/// since 1970 or text.
public protocol JSONPartRepresentation: ColumnRepresentation {}

extension JSON.Of: JSONPartRepresentation {}
extension JSON.Part: JSONPartRepresentation {}
extension Optional: JSONPartRepresentation where Wrapped: JSONPartRepresentation {}

/// A type whose values SQLite extracts from JSON in the form in which a column stores them: text,
/// integers, `Double` and `Bool`.
///
/// An enum whose raw value has one of these types can conform, and can then be compared with
/// columns of its type:
///
/// ```swift
/// enum Genre: String, Codable, ColumnValue { case jazz, soul }
/// extension Genre: JSONScalar {}
/// ```
///
/// Other types have another form in JSON, such as seconds since 2001 for a date: they are read and
/// compared as ``JSON/Part``.
public protocol JSONScalar: JSONMember {}

/// A ``JSONScalar``, or an optional ``JSONScalar``, whose nil is null in JSON.
@_documentation(visibility: internal)
public protocol JSONMember: JSONPartRepresentation, ColumnValue, Codable {}

extension Optional: JSONMember where Wrapped: JSONScalar {}

extension String: JSONScalar {}
extension Bool: JSONScalar {}
extension Double: JSONScalar {}
extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: JSONScalar {}

extension JSON {
  /// The representation of a value that SQLite extracts from JSON with `->>` or `json_each`: text
  /// without its quotes, a number, 1 and 0 for true and false, objects and arrays as JSON.
  ///
  /// A value is encoded and decoded as in JSON, for example a date as seconds since 2001, so that
  /// it can be compared with values in a column of ``JSON/Of``. Objects and arrays are compared as
  /// text. If a type can be decoded from a text and from an object, a text is tried first;
  /// `jsonFragment` distinguishes them.
  public enum Part<Value: Codable & Sendable>: ColumnRepresentation {
    @_documentation(visibility: internal)
    public static var columnType: ColumnType { .any }

    @_documentation(visibility: internal)
    public static func read<Row: RowReader & ~Copyable>(
      from row: borrowing Row, at index: Int
    ) throws -> Value {
      do {
        switch row.storageClass(at: index) {
        case .integer: return try decode(integer: try row.integer(at: index))
        case .real: return try JSON.decode("\(try row.real(at: index))")
        case .text: return try decode(text: try row.text(at: index))
        case .null: return try JSON.decode("null")
        case .blob: throw row.mismatch(at: index, expected: "INTEGER, REAL or TEXT")
        }
      } catch {
        throw row.failure(at: index, as: Value.self, error)
      }
    }

    @_documentation(visibility: internal)
    public static func write<Parameters: ParameterWriter & ~Copyable>(
      _ value: Value, to parameters: inout Parameters, at position: Int
    ) throws {
      let text = try JSON.encode(value)
      switch text.utf8.first {
      case UInt8(ascii: "\""): parameters.bind(try JSON.decode(text) as String, at: position)
      case UInt8(ascii: "{"), UInt8(ascii: "["): parameters.bind(text, at: position)
      case UInt8(ascii: "t"): parameters.bind(1 as Int64, at: position)
      case UInt8(ascii: "f"): parameters.bind(0 as Int64, at: position)
      case UInt8(ascii: "n"): parameters.bindNull(at: position)
      default:
        if let integer = Int64(text) {
          parameters.bind(integer, at: position)
        } else {
          parameters.bind(try JSON.decode(text) as Double, at: position)
        }
      }
    }

    private static func decode(integer: Int64) throws -> Value {
      do {
        return try JSON.decode("\(integer)")
      } catch  where integer == 0 || integer == 1 {
        return try JSON.decode(integer == 1 ? "true" : "false")
      }
    }

    private static func decode(text: String) throws -> Value {
      if let value: Value = try? JSON.decode(JSON.encode(text)) { return value }
      return try JSON.decode(text)
    }
  }

  /// The representation of any SQLite value, such as the keys of JSON, which are texts in objects
  /// and numbers in arrays.
  public enum Untyped: ColumnRepresentation {
    public typealias Value = SQLValue
    @_documentation(visibility: internal)
    public typealias Nullable = Self

    @_documentation(visibility: internal)
    public static var representationName: String { "json" }

    @_documentation(visibility: internal)
    public static var columnType: ColumnType { .any }
    @_documentation(visibility: internal)
    public static var isNullable: Bool { true }

    @_documentation(visibility: internal)
    public static func read<Row: RowReader & ~Copyable>(
      from row: borrowing Row, at index: Int
    ) throws -> SQLValue {
      try row.sqlValue(at: index)
    }

    @_documentation(visibility: internal)
    public static func write<Parameters: ParameterWriter & ~Copyable>(
      _ value: SQLValue, to parameters: inout Parameters, at position: Int
    ) throws {
      switch value {
      case .null: parameters.bindNull(at: position)
      case .integer(let integer): parameters.bind(integer, at: position)
      case .real(let real): parameters.bind(real, at: position)
      case .text(let text): parameters.bind(text, at: position)
      case .blob(let bytes):
        bytes.withUnsafeBytes { parameters.bind(bytes: $0, at: position) }
      }
    }
  }
}
