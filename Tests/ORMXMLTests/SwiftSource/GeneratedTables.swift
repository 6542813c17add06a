// swift-format-ignore-file
import Foundation
import ORM

/// The table `*/ x`.
@Table("*/ x", strict: false)
struct X: Sendable {
  var a: Int?
}

/// The table `album`.
@Table("album", strict: false)
struct Album: Sendable {
  var a: Int?
}

/// The table `Albums`.
@Table("Albums", strict: false)
struct Albums: Sendable {
  var a: Int?
}

/// The table `any_column`.
@Table("any_column")
struct AnyColumnRow: Sendable {
  @Column(primaryKey: true, as: AnyColumn.self) var a: SQLValue
}

/// The table `artist`.
@Table("artist")
struct Artist: Identifiable, Sendable {
  var id: Int?
  @Column(unique: true, collate: .noCase) var name: String
}

/// The table `blobs`.
@Table("blobs", strict: false, withoutRowID: true)
struct Blobs: Sendable {
  @Column(primaryKey: true) var k: Data
  var v: String?
}

/// The table `class`.
@Table("class", strict: false)
struct Class: Identifiable, Sendable {
  var id: String
}

/// The table `Columns`.
@Table("Columns", strict: false)
struct ColumnsRow: Sendable {
  @Column(primaryKey: true) var a: Int?
}

/// The table `dates`.
@Table("dates", strict: false)
struct Dates: Sendable {
  @Column(primaryKey: true, as: TimestampColumn.self) var at: Date
  @Column(default: .sql("1.5"), as: NumericColumn.self) var n: Double
  @Column(default: .database("TRUE")) var b: Bool?
  @Column(default: .sql("1e3")) var c: Double
  @Column(default: .sql("0x10")) var d: Int
  @Column(default: .sql("-5")) var e: Int
  var f: Int = 7
  var g: String = "a'b\"\\\\(x)\\(y)\n  "
  @Column(default: .sql("x'00'")) var h: Data
  @Column(default: .sql("1")) var i: Bool
  @Column(default: .sql("CURRENT_DATE"), as: TimestampColumn.self) var j: Date
  @Column(default: .sql("5"), as: UntypedColumn.self) var k: SQLValue
  @Column(default: .sql("1")) var l: Double
  @Column(default: .sql("99999999999999999999")) var m: Int
}

/// The table `desc_`.
@Table(
  "desc_", strict: false,
  constraints: "PRIMARY KEY (\"i\" DESC)"
)
struct Desc: Sendable {
  @Column(primaryKey: true, as: IntInInt.self) var i: Int
  @Column(generated: .stored("i || 'x'")) var s: String
}

/// The table `draft`.
@Table(
  "draft", strict: false,
  constraints: "CHECK (b)",
  "CHECK (b > 1)"
)
struct DraftRow: Sendable {
  @Column(primaryKey: true) var a: Int?
  var b: Int?
}

/// The table `Error`.
@Table("Error", strict: false)
struct ErrorRow: Sendable {
  @Column(primaryKey: true) var a: Int?
}

/// The table `identifiable`.
@Table("identifiable", strict: false)
struct IdentifiableRow: Identifiable, Sendable {
  var id: Int?
}

/// The table `ints`.
@Table("ints")
struct Ints: Sendable {
  @Column(primaryKey: true, as: IntInInt.self) var i: Int
}

/// The table `log`.
@Table("log", strict: false)
struct Log: Sendable {
  @Column("id") var idValue: String?
  var at: Double

  #Index<Log>(\.at, unique: true, name: "i2")
  #Index<Log>(terms: "\"at\" DESC", name: "i3")
}

/// The table `many`.
@Table(
  "many", strict: false,
  constraints: "PRIMARY KEY (\"c\" DESC, \"a\")",
  "UNIQUE (\"b\", \"a\")",
  "FOREIGN KEY (\"a\", \"b\") REFERENCES \"many2\" (\"x\", \"y\")"
)
struct Many: Sendable {
  @Column(primaryKey: true) var a: Int
  var b: String?
  @Column(primaryKey: true) var c: Double

  #Index<Many>(\.b, \.c, name: "j1")
  #Index<Many>(\.a, unique: true, where: "b = '\"\\'", name: "j2")
  #Index<Many>(terms: "(lower(b))", name: "j3")
}

/// The table `many2`.
@Table(
  "many2", strict: false,
  constraints: "UNIQUE (\"x\", \"y\")",
  "CHECK (x > 0)"
)
struct Many2: Sendable {
  var x: Int?
  var y: String?
  var z: Int?
}

/// The table `names`.
@Table("names", strict: false)
struct Names: Sendable {
  var source: String?
  var count: String?
  var all: String?
  var rowID: String?
  var rank: String?
  @Column("columns") var columnsValue: String?
  var table: String?
  var name: String?
  var values: String?
  @Column("where") var whereValue: String?
  var order: String?
  var limit: String?
  var join: String?
  var select: String?
  var scope: String?
  var node: String?
  var path: String?
  var bind: String?
  var row: String?
  @Column("init") var initValue: String?
  @Column("self") var selfValue: String?
  @Column("Type") var type: String?
  var description: String?
  var hash: String?
  var hashValue: String?
  @Column("default") var defaultValue: String?
  var draft: String?
  @Column("Key") var key: String?
  @Column("schema") var schemaValue: String?
  @Column("tableName") var tableNameValue: String?
  var at: String?
  var index: String?
  var oid: String?
  @Column("_") var column: String?
  @Column("$") var columnValue: String?
  @Column("a.b") var aB: String?
  var é: String?
  @Column("é") var e: String?
  @Column("\u{2028}") var column2: String?
  @Column("\"") var column3: String?
  @Column("\\") var column4: String?
  @Column("\\(x)") var x: String?
  @Column("/*") var column5: String?
  @Column("*/") var column6: String?
  @Column("//") var column7: String?
  @Column("`") var column8: String?
  @Column("a`b") var aBValue: String?
  @Column("nil") var nilValue: String?
  @Column("true") var trueValue: String?
  @Column("Int") var int: String?
  @Column("String") var string: String?
  var stored: String?
  var to: String?
  var on: String?
  var of: String?
  @Column("some") var someValue: String?
  @Column("any") var anyValue: String?
  var each: String?
  @Column("repeat") var repeatValue: String?
  @Column("borrowing") var borrowingValue: String?
  @Column("consuming") var consumingValue: String?
  @Column("async") var asyncValue: String?
  @Column("await") var awaitValue: String?
  @Column("operator") var operatorValue: String?
  @Column("subscript") var subscriptValue: String?
  @Column("is") var isValue: String?
  @Column("as") var asValue: String?
  @Column("try") var tryValue: String?
  @Column("throws") var throwsValue: String?
  var lazy: String?
  var weak: String?
  var get: String?
  var set: String?
  var willSet: String?
  var didSet: String?
  var mutating: String?
  @Column("static") var staticValue: String?
  var final: String?
  var macro: String?
  @Column("package") var packageValue: String?
  @Column("🎉") var column9: String?
  @Column("½") var column10: String?
  @Column("ªb") var b: String?
  @Column("x²") var xValue: String?
}

/// The table `nn`.
@Table(
  "nn", strict: false,
  constraints: "UNIQUE (\"b\") ON CONFLICT REPLACE"
)
struct Nn: Sendable {
  var a: String
  var b: String?
}

/// The table `node`.
@Table("node", strict: false)
struct Node: Identifiable, Sendable {
  @Column(autoincrement: true) var id: Int?
  @Column(references: Node.self) var parent: Int?
  @Column(references: Node2.self) var n: Int?
  @Column(references: Texts.self) var t: String?
}

/// The table `node2`.
@Table("node2", strict: false)
struct Node2: Sendable {
  @Column(primaryKey: true) var key: Int?
  @Column(references: Node.self, onDelete: .cascade, onUpdate: .restrict) var other: Int
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

/// The table `result`.
@Table("result", strict: false)
struct ResultRow: Sendable {
  @Column(as: UntypedColumn.self) var a: SQLValue?
}

/// The table `sql_value`.
@Table("sql_value")
struct SQLValueRow: Sendable {
  @Column(as: AnyColumn.self) var a: SQLValue?
}

/// The table `SQLValue`.
@Table("SQLValue", strict: false)
struct SQLValue2: Sendable {
  @Column(as: UntypedColumn.self) var a: SQLValue?
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

/// The table `texts`.
@Table("texts", strict: false)
struct Texts: Sendable {
  @Column(primaryKey: true, collate: .noCase) var code: String
  @Column(as: TimestampColumn.self) var at: Date?
  @Column(collate: "mycoll") var x: String?
}

/// A number in a column of a type that SQLite takes for `NUMERIC`.
enum NumericColumn: ColumnConversion {
  static var columnType: ColumnType { .named("NUMERIC") }
  static func encode(_ value: Double) throws -> Double { value }
  static func decode(_ stored: Double) throws -> Double { stored }
}

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

/// A value of any storage class, in a column of type ANY.
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

/// `Int` in a column of type `INT`.
enum IntInInt: ColumnRepresentation {
  typealias Value = Int
  static var columnType: ColumnType { .named("INT") }
  static var isNumberAsText: Bool { Int.isNumberAsText }
  static func read<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Int {
    try Int.read(from: row, at: index)
  }
  static func write<Parameters: ParameterWriter & ~Copyable>(
    _ value: Int, to parameters: inout Parameters, at position: Int
  ) throws {
    try Int.write(value, to: &parameters, at: position)
  }
  static func asStored(_ value: Int) throws -> Int {
    try Int.asStored(value)
  }
}

// These structs do not declare:
//
// nn: column a: NOT NULL ON CONFLICT IGNORE
// CREATE VIEW "v" AS SELECT 1
// CREATE VIEW "w" AS SELECT '   */ }' AS x
