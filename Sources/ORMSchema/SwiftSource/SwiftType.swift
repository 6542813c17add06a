import ORMCore

/// The type of a property for a column's values.
struct SwiftType {
  /// A representation that is written into the file, as no type of the library has its type.
  enum Helper: CaseIterable {
    case numeric, timestamp, any, untyped
  }

  let name: String
  var helper: Helper?

  init(_ column: Schema.Column, isStrict: Bool) {
    let type = column.type.raisedInASCII
    switch Affinity(column.type) {
    case .integer: name = "Int"
    case .text: name = "String"
    case .real: name = "Double"
    case .none where type.isEmpty: (name, helper) = ("SQLValue", .untyped)
    case .none: name = "Data"
    case .numeric where isStrict: (name, helper) = ("SQLValue", .any)
    case .numeric where type.contains(bytes: "BOOL"): name = "Bool"
    case .numeric where type.contains(bytes: "DATE") || type.contains(bytes: "TIME"):
      (name, helper) = ("Date", .timestamp)
    case .numeric: (name, helper) = ("Double", .numeric)
    }
  }
}

extension SwiftType.Helper {
  var name: String {
    switch self {
    case .numeric: "NumericColumn"
    case .timestamp: "TimestampColumn"
    case .any: "AnyColumn"
    case .untyped: "UntypedColumn"
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
      /// A date in a column of a type that SQLite takes for `NUMERIC`: read from texts and
      /// numbers, and written as `CURRENT_TIMESTAMP` is.
      enum TimestampColumn: ColumnRepresentation {
        typealias Value = Date
        static var columnType: ColumnType { .named("TIMESTAMP") }
        static func read<Row: RowReader & ~Copyable>(
          from row: borrowing Row, at index: Int
        ) throws -> Date {
          try Date.read(from: row, at: index)
        }
        static func write<Parameters: ParameterWriter & ~Copyable>(
          _ value: Date, to parameters: inout Parameters, at position: Int
        ) throws {
          try DateTimeText.write(value, to: &parameters, at: position)
        }
        static func asStored(_ value: Date) throws -> Date { try DateTimeText.asStored(value) }
      }
      """
    case .any: Self.values("AnyColumn", "a column that takes all of them", ".any")
    case .untyped: Self.values("UntypedColumn", "a column without a type", ".named(\"BLOB\")")
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
