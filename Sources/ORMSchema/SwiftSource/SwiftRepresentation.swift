import ORMCore

/// A representation that is written into a file of structs, for columns of a declared type that no
/// representation of the library has.
enum SwiftRepresentation: Hashable {  // Characters: names of types of ASCII
  case numeric, timestamp, any, untyped
  /// One of the library's representations, in columns of a different declared type.
  case other(String, value: String, type: String)
  /// Values of any storage class, in columns of a type.
  case values(type: String)

  /// - Parameters:
  ///   - stored: The representation, or the type itself.
  ///   - value: The type.
  ///   - type: The declared type of the column.
  init(_ stored: String, of value: String, in type: String, isStrict: Bool) {
    let isAny = value.hasSameBytes(as: "SQLValue")
    let name = isStrict ? type.raisedInASCII : Self.name(of: Affinity(type))
    if isAny && isStrict && name.hasSameBytes(as: "ANY") {
      self = .any
    } else if isAny {
      self = Affinity(type) == .none ? .untyped : .values(type: name)
    } else {
      self = .other(stored, value: value, type: name)
    }
  }

  /// Returns the declared type for columns of an affinity.
  private static func name(of affinity: Affinity) -> String {
    switch affinity {
    case .integer: "INT"
    case .text: "TEXT"
    case .real: "REAL"
    case .none: "BLOB"
    case .numeric: "NUMERIC"
    }
  }

  /// Returns the type with which the library declares columns of a representation; nil if it has
  /// none.
  static func typeName(of representation: String) -> String? {
    typeNames.first { $0.representations.contains(name: representation) }?.type
  }

  private static let typeNames: [(type: String, representations: [String])] = [
    ("INTEGER", ["Int", "Bool", "UnixSeconds", "UnixMilliseconds", "MinorUnits"]),
    ("REAL", ["Double", "Date", "JulianDay", "SecondsSince2001"]),
    (
      "TEXT",
      [
        "String", "Decimal", "CalendarDay", "DateText", "DateTimeText", "DateTimeMillisecondsText",
        "ISO8601", "ISO8601Seconds", "UUIDText", "LowercaseUUIDText",
      ]
    ),
    ("BLOB", ["Data", "UUID"]),
  ]

  /// Whether SQLite treats values in columns of both types in the same way.
  static func isSameType(_ own: String, as type: String, isStrict: Bool) -> Bool {
    if isStrict {
      return own.isSameName(as: type) || own.isSameName(as: "INTEGER") && type.isSameName(as: "INT")
    }
    let (own, other) = (Affinity(own), Affinity(type))
    return own == other || own == .integer && other == .numeric
  }
}

extension SwiftRepresentation {
  /// The position in the file, relative to the other representations.
  var place: Int {
    switch self {
    case .numeric: 0
    case .timestamp: 1
    case .any: 2
    case .untyped: 3
    case .other: 4
    case .values: 5
    }
  }

  var name: String {
    switch self {
    case .numeric: "NumericColumn"
    case .timestamp: "TimestampColumn"
    case .any: "AnyColumn"
    case .untyped: "UntypedColumn"
    case .other(let representation, _, let type): "\(representation)In\(type.inSwiftName)"
    case .values(let type): "AnyIn\(type.inSwiftName)"
    }
  }

  var source: String {
    switch self {
    case .numeric:
      """
      /// A number in a column of a type that SQLite takes for `NUMERIC`.
      enum NumericColumn: ColumnConversion {
        static var columnType: ColumnType { .named("NUMERIC") }
        static func encode(_ value: Double) throws -> Double { value }
        static func decode(_ stored: Double) throws -> Double { stored }
      }
      """
    case .timestamp:
      """
      /// A date in a column of a type that SQLite takes for `NUMERIC`: the text of
      /// `CURRENT_TIMESTAMP`.
      enum TimestampColumn: ColumnRepresentation {
        typealias Value = Date
        static var columnType: ColumnType { .named("TIMESTAMP") }
        static func read<Row: RowReader & ~Copyable>(
          from row: borrowing Row, at index: Int
        ) throws -> Date {
          try DateTimeText.read(from: row, at: index)
        }
        static func write<Parameters: ParameterWriter & ~Copyable>(
          _ value: Date, to parameters: inout Parameters, at position: Int
        ) throws {
          try DateTimeText.write(value, to: &parameters, at: position)
        }
        static func asStored(_ value: Date) throws -> Date { try DateTimeText.asStored(value) }
      }
      """
    case .any: Self.values("AnyColumn", "a column of type ANY", ".any")
    case .untyped: Self.values("UntypedColumn", "a column without a type", ".named(\"BLOB\")")
    case .values(let type):
      Self.values(name, "a column of type `\(type)`", ".named(\"\(type)\")")
    case .other(let representation, let value, let type):
      """
      /// `\(representation)` in a column of type `\(type)`.
      enum \(name): ColumnRepresentation {
        typealias Value = \(value)
        static var columnType: ColumnType { .named("\(type)") }
        static var isNumberAsText: Bool { \(representation).isNumberAsText }
        static func read<Row: RowReader & ~Copyable>(
          from row: borrowing Row, at index: Int
        ) throws -> \(value) {
          try \(representation).read(from: row, at: index)
        }
        static func write<Parameters: ParameterWriter & ~Copyable>(
          _ value: \(value), to parameters: inout Parameters, at position: Int
        ) throws {
          try \(representation).write(value, to: &parameters, at: position)
        }
        static func asStored(_ value: \(value)) throws -> \(value) {
          try \(representation).asStored(value)
        }
      }
      """
    }
  }

  private static func values(_ name: String, _ column: String, _ type: String) -> String {
    """
    /// A value of any storage class, in \(column).
    enum \(name): ColumnRepresentation {
      typealias Value = SQLValue
      static var columnType: ColumnType { \(type) }
      static func read<Row: RowReader & ~Copyable>(
        from row: borrowing Row, at index: Int
      ) throws -> SQLValue {
        switch row.storageClass(at: index) {
        case .null: .null
        case .integer: .integer(try row.integer(at: index))
        case .real: .real(try row.real(at: index))
        case .text: .text(try row.text(at: index))
        case .blob: .blob(try row.withBlob(at: index) { bytes in Array(bytes) })
        }
      }
      static func write<Parameters: ParameterWriter & ~Copyable>(
        _ value: SQLValue, to parameters: inout Parameters, at position: Int
      ) throws {
        switch value {
        case .null: parameters.bindNull(at: position)
        case .integer(let value): parameters.bind(value, at: position)
        case .real(let value): parameters.bind(value, at: position)
        case .text(let value): parameters.bind(value, at: position)
        case .blob(let bytes):
          bytes.withUnsafeBytes { parameters.bind(bytes: $0, at: position) }
        }
      }
    }
    """
  }
}

extension String {
  /// `Numeric` for `NUMERIC`.
  fileprivate var inSwiftName: String {
    var bytes = utf8.map(\.loweredInASCII)
    if let first = bytes.first, (0x61...0x7A).contains(first) { bytes[0] = first & ~0x20 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
