import Foundation
import ORM
import Testing

@Table
private struct Item: Equatable {
  var id: Int?
  var name: String?
  var data: Data?
  var at: Date?
}

@Table
private struct Day {
  @Column(as: DateText.self) var day: Date
  var at: Date
}

@Table
private struct Note: FullTextTable {
  @Column("rowid") var id: Int?
  var text: String
}

@Suite("FMDB")
struct FMDBTests {
  private func database() async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(Item.self)
    return db
  }

  @Test("FMDB: one connection writes for all tasks; a nested transaction is a savepoint")
  func queue() async throws {
    let db = try await database()
    try await db.transaction { tx in
      try tx.insert(Item(name: "a"))
      #expect(throws: CancellationError.self) {
        try tx.transaction {
          try tx.insert(Item(name: "b"))
          throw CancellationError()
        }
      }
    }
    #expect(try await db.fetch(Item.self).map(\.name) == ["a"])
  }

  @Test("FMDB: many tasks read at once, and wait if no connection is free")
  func pool() async throws {
    let path = FileManager.default.temporaryDirectory.path + "/fmdb-\(UUID()).sqlite"
    defer { _ = try? Database.delete(at: path) }
    let db = try Database(path, configuration: Configuration(readerCount: 2))
    try await db.create(Item.self)
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<20 { group.addTask { try await db.count(Item.self) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == Array(repeating: 0, count: 20))
    try await db.close()
  }

  @Test("FMDB: a transaction is rolled back by an error or on request; returns a value")
  func transactions() async throws {
    let db = try await database()
    let count = try await db.transaction { tx in
      try tx.insert(Item(name: "a"))
      return tx.rollback(returning: try tx.count(Item.self))
    }
    #expect(count == 1)
    #expect(try await db.count(Item.self) == 0)
  }

  @Test("FMDB: a savepoint is rolled back alone")
  func savepoints() async throws {
    let db = try await database()
    try await db.transaction { tx in
      try tx.insert(Item(name: "a"))
      try tx.transaction {
        try tx.insert(Item(name: "b"))
        tx.rollback()
      }
    }
    #expect(try await db.count(Item.self) == 1)
  }

  @Test("FMDB: interpolated values are bound, in any number")
  func parameters() async throws {
    let db = try await database()
    let (name, ids) = ("it's ? :x $1", [1, 2, 3])
    try await db.execute("INSERT INTO item (name) VALUES (\(name))")
    #expect(
      try await db.fetch(Item.self, sql: "SELECT * FROM item WHERE name = \(name) AND id IN \(ids)")
        .count == 1)
  }

  @Test("FMDB: nil is NULL, empty data is not, and each value round-trips")
  func binding() async throws {
    let db = try await database()
    let item = try await db.insert(
      Item(name: "", data: Data(), at: Date(timeIntervalSince1970: 1.5)))
    #expect(try await db.find(Item.self, 1) == item)
    #expect(try await db.value(String.self, sql: "SELECT typeof(data) FROM item") == "blob")
    #expect(try await db.value(Bool.self, sql: "SELECT \(true)"))
    await #expect(throws: ValueEncodingError.self) {
      try await db.value(UInt64.self, sql: "SELECT \(UInt64.max)")
    }
  }

  @Test("FMDB: dates are seconds since 1970, or in the column's representation")
  func dates() async throws {
    let db = try Database.inMemory()
    try await db.create(Day.self)
    try await db.insert(
      Day(day: Date(timeIntervalSince1970: 86_400), at: Date(timeIntervalSince1970: 5)))
    let row = try #require(try await db.first(Row.self, sql: "SELECT day, at FROM day"))
    #expect(row.values == ["1970-01-02", 5.0])
  }

  @Test("FMDB: a prepared query runs many times")
  func statements() async throws {
    let db = try await database()
    let byName = PreparedQuery { (name: Placeholder<String>) in Item.where { $0.name == name } }
    try await db.insert([Item(name: "a"), Item(name: "b")])
    #expect(try await db.fetch(byName("a")).map(\.id) == [1])
    #expect(try await db.fetch(byName("b")).map(\.id) == [2])
  }

  @Test("FMDB: a result is read row by row, by name in any case, or by position")
  func resultSet() async throws {
    let db = try await database()
    try await db.insert(Item(name: "a"))
    try await db.read { db in
      let sql: SQL = "SELECT id AS Number, name, NULL AS none FROM item"
      try db.withCursor(Row.self, sql: sql) { (rows: borrowing RowCursor<Row>) in
        let row = try #require(try rows.next())
        #expect(try row["NUMBER", as: Int.self] == 1 && row[1, as: String.self] == "a")
        #expect(row.columnNames == ["Number", "name", "none"] && row.count == 3)
        #expect(try row["none"] == .null && row["Number"] == .integer(1))
        #expect(throws: RowDecodingError.self) { try row["missing"] }
        #expect(try rows.next() == nil)
      }
    }
  }

  @Test("FMDB: one value is read with its type; a missing row differs from NULL")
  func scalars() async throws {
    let db = try await database()
    #expect(try await db.value(Int.self, sql: "SELECT count(*) FROM item") == 0)
    #expect(try await db.first(Int.self, sql: "SELECT id FROM item") == nil)
    #expect(try await db.value(Int?.self, sql: "SELECT max(id) FROM item") == nil)
  }

  @Test("FMDB: a script runs many statements")
  func scripts() async throws {
    let db = try await database()
    try await db.execute(
      script: """
        INSERT INTO item (name) VALUES ('a;b'); -- a comment; with a point
        CREATE TRIGGER t AFTER INSERT ON item BEGIN UPDATE item SET name = 'x;y'; SELECT 1; END;
        INSERT INTO item (name) VALUES ('c')
        """)
    #expect(try await db.fetch(Item.self).map(\.name) == ["x;y", "x;y"])
  }

  @Test("FMDB: SQL calls Swift functions, whose errors the statement throws")
  func functions() async throws {
    let db = try await database()
    let half = DatabaseFunction("half", .deterministic) { (number: Int) in
      if number % 2 == 1 { throw CancellationError() }
      return number / 2
    }
    try db.add(half)
    #expect(try await db.value(Int.self, sql: "SELECT half(8)") == 4)
    let error = await #expect(throws: DatabaseError.self) {
      try await db.value(Int.self, sql: "SELECT half(7)")
    }
    #expect(error?.underlyingError is CancellationError)
  }

  @Test("FMDB: an error is thrown with its code, message and SQL")
  func errors() async throws {
    let db = try await database()
    try await db.insert(Item(id: 1))
    let error = try #require(
      await #expect(throws: DatabaseError.self) { try await db.insert(Item(id: 1)) })
    #expect(error.code == .constraint && error.extendedCode.rawValue == 1555)
    #expect(error.message.contains("UNIQUE") && error.sql?.contains("INSERT") == true)
  }

  @Test("FMDB: cancelling a task ends its waiting or running call, and limits can be set")
  func interrupt() async throws {
    let db = try await database()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await db.value(
        Int.self,
        sql:
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    var configuration = Configuration()
    configuration.limits.length = 1000
    let limited = try Database.inMemory(configuration: configuration)
    await #expect(throws: DatabaseError.self) {
      try await limited.value(Int.self, sql: "SELECT length(zeroblob(2000))")
    }
  }

  @Test("FMDB: the log is checkpointed; user_version and application_id are set")
  func headers() async throws {
    let path = FileManager.default.temporaryDirectory.path + "/fmdb-\(UUID()).sqlite"
    defer { _ = try? Database.delete(at: path) }
    let db = try Database(path)
    try await db.setUserVersion(7)
    try await db.setApplicationID(0x4142_4344)
    #expect(try await db.userVersion() == 7)
    #expect(try await db.applicationID() == 0x4142_4344)
    #expect(try await db.checkpoint(.truncate).isComplete)
    try await db.close()
  }

  @Test("FMDB: the schema is read, and SQL is checked without running")
  func introspection() async throws {
    let db = try await database()
    let schema = try await db.schema()
    #expect(schema.table("ITEM")?.column("NAME")?.type == "TEXT" && schema.table("other") == nil)
    await #expect(throws: DatabaseError.self) { try await db.explain("SELEC 1") }
    #expect(try await db.explain("DELETE FROM item").details.count >= 0)
    #expect(try await db.health().defects.isEmpty)
  }

  @Test("FMDB: a database is a file, in memory or temporary; a backup runs during use")
  func opening() async throws {
    let folder = FileManager.default.temporaryDirectory.path
    let path = folder + "/fmdb-\(UUID()).sqlite"
    defer { _ = try? Database.delete(at: path) }
    let db = try Database.temporary()
    try await db.create(Item.self)
    try await db.insert(Item(name: "a"))
    try await db.backup(to: path)
    let copy = try Database.inMemory(copying: path)
    #expect(try await copy.count(Item.self) == 1)
  }

  @Test("FMDB: text is searched by words, and SQLite's handle is available")
  func extras() async throws {
    let db = try Database.inMemory()
    try await db.create(Note.self)
    try await db.insert(Note(text: "small database"))
    #expect(try await db.fetch(Note.where { $0.match("database") }).count == 1)
    try await db.run(.optimize, on: Note.self)
    let isThere = try await db.transaction { tx in try tx.withHandle { _ in true } }
    #expect(isThere)
  }
}
