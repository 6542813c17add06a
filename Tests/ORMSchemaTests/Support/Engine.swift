import CSQLite
import ORMSchema
import Testing

/// SQLite itself, which reports how it has understood SQL.
final class Engine {
  private let handle: OpaquePointer

  init(_ path: String = ":memory:") throws {
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(
      path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI, nil)
    guard code == SQLITE_OK, let handle else { throw EngineError(message: "can't open \(path)") }
    self.handle = handle
    // The SQL uses collations of programs.
    let compare:
      @convention(c) (
        UnsafeMutableRawPointer?, Int32, UnsafeRawPointer?, Int32, UnsafeRawPointer?
      ) -> Int32 = { _, left, _, right, _ in left - right }
    for name in ["by length", "mycoll"] {
      sqlite3_create_collation(handle, name, SQLITE_UTF8, nil, compare)
    }
  }

  deinit { sqlite3_close(handle) }

  func execute(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw EngineError(message: String(cString: sqlite3_errmsg(handle)))
    }
  }

  /// The rows of a query, as texts.
  func rows(_ sql: String) throws -> [[String?]] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      throw EngineError(message: String(cString: sqlite3_errmsg(handle)))
    }
    defer { sqlite3_finalize(statement) }
    var rows: [[String?]] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append(
        (0..<sqlite3_column_count(statement)).map { column in
          sqlite3_column_text(statement, column).map { String(cString: $0) }
        })
    }
    return rows
  }

  /// Facts about a column that only SQLite's C interface returns.
  func metadata(_ table: String, _ column: String) -> String {
    var type: UnsafePointer<CChar>?
    var collation: UnsafePointer<CChar>?
    var notNull: Int32 = 0
    var key: Int32 = 0
    var autoincrement: Int32 = 0
    let code = sqlite3_table_column_metadata(
      handle, "main", table, column, &type, &collation, &notNull, &key, &autoincrement)
    let words = [type, collation].map { $0.map { String(cString: $0) } ?? "-" }
    return "\(code) \(words) \(notNull) \(key) \(autoincrement)"
  }

  var entries: [Schema.Entry] {
    get throws {
      try rows("SELECT type, name, tbl_name, sql FROM sqlite_schema").map {
        Schema.Entry(type: $0[0] ?? "", name: $0[1] ?? "", table: $0[2] ?? "", sql: $0[3])
      }
    }
  }

  var schema: Schema { get throws { Schema(reading: try entries) } }
}

struct EngineError: Error, CustomStringConvertible {
  let message: String

  var description: String { message }
}

extension Schema {
  /// The schema that is read from a script that SQLite has run.
  init(of script: String) throws {
    let engine = try Engine()
    try engine.execute(script)
    self = try engine.schema
  }
}

extension Schema.Table {
  /// The table that is read from a `CREATE TABLE` that SQLite has run.
  ///
  /// The test fails if the SQL that the table prints is read differently.
  init(of sql: String) throws {
    let schema = try Schema(of: sql)
    try #require(schema.unreadable.isEmpty, "\(schema.unreadable)")
    self = try #require(schema.tables.first)
    let printed = self.sql
    #expect(try Schema(of: printed).tables.first == self, "\(printed)")
  }
}
