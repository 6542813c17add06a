import ORM
import Testing

@testable import ORMCore
@testable import ORMSQLite

/// A connection that has rendered raw SQL does not render it again for raw SQL that differs only
/// in values.
@Suite("Keys of raw SQL")
struct SQLKeyTests {
  @Test("Raw SQL returns the rows of its own values, alternating with other SQL and longer lists")
  func values() async throws {
    let db = try await Stock.database()
    try await db.read { (db: isolated Connection) throws in
      for _ in 0..<3 {
        for id in 1...4 {
          let found = try db.fetch(StockItem.self, sql: "SELECT * FROM item WHERE id = \(id)")
          #expect(found.map(\.id) == (id == 4 ? [] : [id]))
          let place = try db.first(
            Int.self, sql: "SELECT place FROM \(StockItem.self) WHERE id = \(id)")
          #expect(place == [1, 2, 1, nil][id - 1])
        }
        for count in [1, 2, 9, 20, 3] {
          let sql: SQL = "SELECT id FROM item WHERE id IN \(Array(1...count)) AND id <> \(0)"
          #expect(try db.fetch(Int.self, sql: sql).count == min(count, 3))
        }
        // nil is bound as NULL, so the SQL is the same.
        for note in ["small", nil, "long"] as [String?] {
          let sql: SQL = "SELECT count(*) FROM item WHERE note IS \(note)"
          #expect(try db.value(Int.self, sql: sql) == 1)
        }
        for limit in 0...2 {
          #expect(
            try db.fetch(Int.self, sql: "SELECT id FROM item LIMIT \(limit)").count == limit)
        }
        // Two statements whose texts are equal in Swift.
        #expect(try db.value(String.self, sql: "SELECT '\u{E9}' || \("x")").utf8.count == 3)
        #expect(try db.value(String.self, sql: "SELECT 'e\u{301}' || \("x")").utf8.count == 4)
        #expect(throws: RowDecodingError.self) {
          try db.value(Int.self, sql: "SELECT place FROM item WHERE id = \(9)")
        }
        #expect(throws: DatabaseError.self) {
          try db.value(Int.self, sql: "SELECT place, id FROM item WHERE id = \(1)")
        }
      }
    }
  }

  @Test("Raw SQL has one key for all values, and another for each text")
  func keys() throws {
    let sql: SQL = "SELECT \(1) + \(2.5) || \("a")"
    func keyed(_ sql: SQL) -> KeyedArguments? { KeyedArguments { $0.write(sql) } }
    let first = try #require(keyed(sql))
    let other = try #require(keyed("SELECT \(3) + \(4.5) || \("b")"))
    #expect(other.key == first.key && other.arguments == [3, 4.5, "b"])
    for other in ["SELECT \(1)", "SELECT \(1) + \(2.5) | \("a")", "SELECT 1"] as [SQL] {
      let keyed = try #require(keyed(other))
      #expect(keyed.key != first.key)
    }
    #expect(keyed("SELECT \(literal: 1)") == nil)
    #expect(keyed("SELECT id FROM \(StockItem.where { $0.id == 1 })") == nil)
    #expect(keyed("SELECT \(Double.nan)") == nil)
  }

  @Test("Raw SQL that writes and returns rows runs in a transaction each time")
  func writing() async throws {
    let db = try await Stock.database()
    for count in 1...3 {
      let sql: SQL = "UPDATE item SET count = \(count) WHERE id = 1 RETURNING count"
      #expect(try await db.fetch(Int.self, sql: sql) == [count])
      let wrong: SQL = "UPDATE item SET note = \("n\(count)") WHERE id = 1 RETURNING note"
      await #expect(throws: RowDecodingError.self) { try await db.fetch(Int.self, sql: wrong) }
      #expect(try await db.find(StockItem.self, 1)?.note == nil)
    }
  }

  @Test("Raw SQL that is executed writes its own values, alternating with SQL that is fetched")
  func executing() async throws {
    let db = try await Stock.database()
    try await db.transaction { (tx: isolated Connection) throws in
      for round in 1...3 {
        for id in 1...4 {
          let count = try tx.execute(
            "UPDATE item SET count = \(id * round), note = \("\(round)") WHERE id = \(id)")
          #expect(count == (id == 4 ? 0 : 1))
          #expect(
            try tx.value(Int.self, sql: "SELECT count(*) FROM item WHERE id = \(id)") == count)
        }
        #expect(
          try tx.fetch(Int.self, sql: "SELECT count FROM item") == [1, 2, 3].map { $0 * round })
        #expect(try tx.execute("SELECT \(round)") == 0)
        try tx.read {
          let refused = #expect(throws: DatabaseError.self) {
            try tx.execute(
              "UPDATE item SET count = \(round), note = \("lost") WHERE id = \(1)")
          }
          #expect(refused?.code == .readOnly)
        }
        #expect(try tx.find(StockItem.self, 1)?.note == "\(round)")
      }
    }
  }

  @Test(
    "Raw SQL that returns no rows, or lacks a parameter's value, can't be fetched, even if cached")
  func misuse() async throws {
    let db = try await Stock.database()
    try await db.transaction { (tx: isolated Connection) throws in
      for _ in 1...3 {
        // SQLite compiles it to a statement that only reads.
        try tx.execute("DROP TABLE IF EXISTS nowhere")
        let none = #expect(throws: DatabaseError.self) {
          try tx.fetch(Int.self, sql: "DROP TABLE IF EXISTS nowhere")
        }
        #expect(none?.message == "the statement returns no rows; use execute")
        let few = #expect(throws: DatabaseError.self) {
          try tx.fetch(Int.self, sql: "SELECT \(1) + ?")
        }
        #expect(few?.message == "the statement has 2 parameters, but the number of values is 1")
      }
    }
  }

  @Test("Raw SQL that writes is refused in a read after it has run in a transaction")
  func refused() async throws {
    // An in-memory database has one connection.
    let db = try await Stock.database()
    @Sendable func update(_ count: Int) -> SQL {
      "UPDATE item SET count = \(count) WHERE id = \(1) RETURNING count"
    }
    for round in 1...3 {
      try await db.transaction { (tx: isolated Connection) throws in
        _ = try tx.fetch(Int.self, sql: update(round))
        #expect(try tx.value(Int.self, sql: "SELECT \(round) + 1") == round + 1)
      }
      let delete: SQL = "DELETE FROM item WHERE id = \(round) RETURNING id"
      for sql in [update(round), delete] {
        let error = await #expect(throws: DatabaseError.self) {
          try await db.read { (db: isolated Connection) throws in
            #expect(try db.value(Int.self, sql: "SELECT \(round) + 1") == round + 1)
            _ = try db.fetch(Row.self, sql: sql)
          }
        }
        #expect(error?.code == .readOnly)
      }
    }
  }

  @Test("Raw SQL reads the columns that a table has after it was recreated")
  func schemaChanges() async throws {
    let db = try Database.inMemory()
    func text(_ id: Int) async throws -> String? {
      try await db.read { try $0.first(String.self, sql: "SELECT * FROM t WHERE id = \(id)") }
    }
    try await db.execute(script: "CREATE TABLE t (id INTEGER PRIMARY KEY, x TEXT);")
    await #expect(throws: DatabaseError.self) { try await text(1) }
    try await db.execute(
      script: "DROP TABLE t; CREATE VIEW t AS SELECT 'a' AS x FROM (SELECT 1 AS id)")
    await #expect(throws: DatabaseError.self) { try await text(1) }
    try await db.execute(
      script: "DROP VIEW t; CREATE TABLE t (id TEXT); INSERT INTO t VALUES ('1'), ('2');")
    #expect(try await text(1) == "1")
    #expect(try await text(2) == "2")
    try await db.execute("ALTER TABLE t ADD COLUMN more TEXT")
    await #expect(throws: DatabaseError.self) { try await text(1) }
    try await db.execute("ALTER TABLE t DROP COLUMN more")
    #expect(try await text(1) == "1")
  }
}
