// swift-format-ignore-file
import Foundation
import ORM

/// The table `artist`.
@Table("artist")
struct Artist: Identifiable, Sendable {
  var id: Int?
  @Column(unique: true, collate: .noCase) var name: String
}

/// The table `log`.
@Table("log", strict: false)
struct Log: Sendable {
  @Column("id") var idValue: String?
  var at: Double

  #Index<Log>(\.at, unique: true, name: "i2")
}

/// The table `objects`.
@Table(
  "objects", renamedFrom: "things", "old things", strict: false,
  constraints: "UNIQUE (\"title\", \"year\") ON CONFLICT REPLACE",
  "CONSTRAINT \"c 1\" CHECK (year > 1900)"
)
struct Objects: Sendable {
  @Column("OBJECT_ID", primaryKey: true) var objectID: Int?
  @Column(renamedFrom: "label") var title: String = "it's a \"\\(x)\""
  @Column("home_url", default: .database("'a' || 'b'")) var homeURL: String?
  var year: Int = 2000
  @Column(check: "weight > 0") var weight: Double = 1.5
  @Column(as: NumericColumn.self) var price: Double?
  @Column(default: .database("CURRENT_TIMESTAMP"), as: TimestampColumn.self) var edited: Date?
  @Column("is hidden", default: .sql("0")) var isHidden: Bool
  var cover: Data?
  @Column(as: UntypedColumn.self) var anything: SQLValue?
  @Column("class") var classValue: String?
  @Column(references: Artist.self, onDelete: .setNull) var artist: Int?
  @Column(generated: .stored("length(title)")) var words: Int?

  #Index<Objects>(\.year, \.title, where: "year > 1900", name: "by year")
}

/// The table `table`.
@Table(
  "table", withoutRowID: true,
  constraints: "FOREIGN KEY (\"objectRef\") REFERENCES \"objects\" (\"OBJECT_ID\") DEFERRABLE INITIALLY DEFERRED"
)
struct TableRow: Sendable {
  @Column(primaryKey: true) var a: Int
  @Column(primaryKey: true) var b: String
  @Column("any", as: AnyColumn.self) var anyValue: SQLValue?
  var objectRef: Int
}

/// A number in a column of a type that SQLite takes for `NUMERIC`.
enum NumericColumn: ColumnConversion {
  static var columnType: ColumnType { .named("NUMERIC") }
  static func encode(_ value: Double) throws -> Double { value }
  static func decode(_ stored: Double) throws -> Double { stored }
}

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

/// A value of any storage class, in a column that takes all of them.
enum AnyColumn: ColumnRepresentation {
  typealias Value = SQLValue
  static var columnType: ColumnType { .any }
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

/// A value of any storage class, in a column without a type.
enum UntypedColumn: ColumnRepresentation {
  typealias Value = SQLValue
  static var columnType: ColumnType { .named("BLOB") }
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

// These structs do not say:
//
// log: CREATE INDEX "i3" ON "log" ("at" DESC)
// CREATE VIEW "v" AS SELECT 1
