import ORM
import Testing

@testable import ORMSQLite

@Suite("Row cursors and forEach")
struct CursorTests {
  let db: Database
  let titles = ["a", "b", "c", "d"]

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Band.self, Record.self, Play.self)
    try await db.insert(titles.map { Record(title: $0) })
  }

  @Test("forEach passes a query's rows in the query's order")
  func forEach() async throws {
    let titles = titles
    try await db.read { db in
      var found: [String] = []
      try db.forEach(Record.order { $0.title.desc() }) { found.append($0.title) }
      #expect(found == titles.reversed())
    }
  }

  @Test("Raw SQL is iterated over as table rows, as values, or as untyped rows")
  func raw() async throws {
    let titles = titles
    let sql: SQL = "SELECT note, plays, upper(title) AS title, bandID, id FROM record ORDER BY id"
    let (records, values, rows) = try await db.read { db in
      var (records, values, rows): ([String], [String], [Row]) = ([], [], [])
      try db.forEach(Record.self, sql: sql) { records.append($0.title) }
      try db.forEach(String.self, sql: "SELECT title FROM record WHERE id > \(0)") {
        values.append($0)
      }
      try db.forEach(Row.self, sql: "SELECT title FROM record LIMIT 1") { rows.append($0) }
      return (records, values, rows)
    }
    #expect(records == ["A", "B", "C", "D"])
    #expect(values == titles)
    let dictionaries: [[String: SQLValue]] = [["title": "a"]]
    #expect(rows.map(\.dictionary) == dictionaries)
    let pairs = Record.select { ($0.id, $0.title) }
    let title = try await db.read { try $0.withCursor(pairs) { rows in try rows.next()?.1 } }
    #expect(title == "a")
  }

  @Test("After a cursor is left early, its table can be dropped")
  func early() async throws {
    let titles = titles
    let found = try await db.transaction { tx in
      let found = try tx.withCursor(Record.order { $0.id }) { rows in
        var found: [String] = []
        while let row = try rows.next(), row.title < "c" { found.append(row.title) }
        return found
      }
      try tx.execute("DROP TABLE record")
      return found
    }
    #expect(found == Array(titles.prefix(2)))
  }

  @Test("A cursor returns nil after its last row, every time")
  func end() async throws {
    try await db.read { db in
      try db.withCursor(Int.self, sql: "SELECT 1") { rows in
        let found = [try rows.next(), try rows.next(), try rows.next()]
        #expect(found == [1, nil, nil])
      }
    }
  }

  @Test("Other statements, and the same query again, can run while rows are iterated over")
  func nested() async throws {
    let pairs = try await db.transaction { tx in
      var pairs: [String] = []
      let query = Record.where { $0.title >= "a" && $0.title < "d" }.order { $0.id }
      try tx.forEach(query) { outer in
        try tx.forEach(query) { inner in pairs.append(outer.title + inner.title) }
        #expect(try tx.fetch(query).count == 3)
        try tx.execute("INSERT INTO play VALUES (1, \(String(repeating: "zzz", count: 1000)))")
      }
      return pairs
    }
    #expect(pairs == ["aa", "ab", "ac", "ba", "bb", "bc", "ca", "cb", "cc"])
    #expect(try await db.count(Play.self) == 3)
  }

  @Test("forEach rethrows an error of its body; a row that can't be decoded ends a cursor")
  func errors() async throws {
    await #expect(throws: Stop.self) {
      try await db.transaction { tx in
        try tx.forEach(Record.all) { _ in throw Stop() }
      }
    }
    let error = try await db.read { db in
      try db.withCursor(Int.self, sql: "SELECT iif(id = 2, NULL, id) AS n FROM record") { rows in
        let first = try rows.next()
        let error = #expect(throws: RowDecodingError.self) { try rows.next() }
        let last = try rows.next()
        #expect(first == 1 && last == nil)
        return error
      }
    }
    #expect(
      error
        == RowDecodingError(
          column: "n", reason: .storageClass(expected: "INTEGER", found: .null)))
    let missing = await #expect(throws: RowDecodingError.self) {
      try await db.read { try $0.forEach(Record.self, sql: "SELECT id FROM record") { _ in } }
    }
    #expect(missing?.table == "record" && missing?.column == "title")
    try await db.drop(Record.self)
    try await db.execute("CREATE TABLE record (id, title, bandID, plays, note)")
    try await db.execute("INSERT INTO record VALUES (1, x'00', 1, 1, NULL)")
    let typed = await #expect(throws: RowDecodingError.self) {
      try await db.read { try $0.forEach(Record.all) { _ in } }
    }
    #expect(typed?.table == "record" && typed?.column == "title")
  }

  @Test("A cursor refuses a statement that writes, or returns no rows, before it runs")
  func writes() async throws {
    for sql in ["DELETE FROM record RETURNING id", "DELETE FROM record"] {
      let error = await #expect(throws: DatabaseError.self) {
        try await db.transaction { try $0.forEach(Int.self, sql: "\(raw: sql)") { _ in } }
      }
      #expect(error?.code == .misuse)
    }
    #expect(try await db.count(Record.self) == 4)
  }

  @Test("Clearing the statement cache does not interrupt an iteration")
  func forgotten() async throws {
    try await db.read { (db: isolated Connection) throws in
      var count = 0
      try db.forEach(Record.all) { _ in
        count += 1
        if count == 2 { db.forgetStatements() }
      }
      #expect(count == 4)
      #expect(try db.fetch(Record.all).count == 4)
      try db.forEach(Record.all) { _ in count += 1 }
      #expect(count == 8)
    }
  }
}
