import CSQLite
import Foundation
import ORM
import Testing

@testable import ORMCore
@testable import ORMSQLite

@Suite("Prepared statements and their cache")
struct StatementTests {
  let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Band.self, Record.self)
    try await db.insert([Record(title: "a"), Record(title: "b")])
  }

  /// The number of statements of the connection, and the SQL of statements that were not reset.
  func statements() async throws -> (count: Int, busy: [String]) {
    try await db.withHandle { handle in
      var count = 0
      var busy: [String] = []
      var statement = sqlite3_next_stmt(handle, nil)
      while let current = statement {
        count += 1
        if sqlite3_stmt_busy(current) != 0 { busy.append(String(cString: sqlite3_sql(current))) }
        statement = sqlite3_next_stmt(handle, current)
      }
      return (count, busy)
    }
  }

  @Test("The cache holds no more statements than its capacity")
  func bounded() async throws {
    try await db.transaction { tx in
      for number in 0..<10_000 { try tx.execute("SELECT \(raw: String(number))") }
    }
    let count = try await statements().count
    #expect(count <= Configuration().statementCacheCapacity + 20)
  }

  @Test("Large values are released after the statement has run")
  func largeValues() async throws {
    let large = String(repeating: "large ", count: 100_000)
    try await db.insert(Record(id: 10, title: large))
    #expect(try await db.find(Record.self, 10)?.title == large)
    // The expanded SQL of a statement contains the values that are still bound.
    let bound = try await db.withHandle { handle in
      var texts: [String] = []
      var statement = sqlite3_next_stmt(handle, nil)
      while let current = statement {
        let text = sqlite3_expanded_sql(current)
        if let text { texts.append(String(cString: text)) }
        sqlite3_free(text)
        statement = sqlite3_next_stmt(handle, current)
      }
      return texts
    }
    #expect(!bound.contains { $0.contains("large") })
  }

  @Test("A cache of no, one or two statements works", arguments: [-1, 0, 1, 2])
  func tiny(capacity: Int) async throws {
    var configuration = Configuration()
    configuration.statementCacheCapacity = capacity
    let db = try Database.inMemory(configuration: configuration)
    try await db.create(Band.self, Record.self, Concert.self)
    try await db.transaction { tx in
      for number in 0..<50 {
        try tx.execute("SELECT \(raw: String(number))")
        try tx.transaction {
          let concert = try tx.insert(Concert(title: "\(number)"))
          try tx.save(Concert(id: concert.id, title: "new"))
          try tx.update(Concert(id: concert.id, title: "newer"), columns: \.title)
          try tx.insert(Record.self) { $0.title = "t" }
        }
      }
    }
    let newer = Concert.where { $0.title == "newer" }
    #expect(try await db.fetch(newer).count == 50)
    #expect(try await db.count(Record.self) == 50)
  }

  @Test(
    "Queries, writes and SQL find their statements while the cache evicts other statements",
    arguments: [0, 1, 2, 3, 5])
  func keysMakeRoom(capacity: Int) async throws {
    var configuration = Configuration()
    configuration.statementCacheCapacity = capacity
    let db = try Database.inMemory(configuration: configuration)
    try await db.create(Band.self, Record.self)
    try await db.transaction { tx in
      for id in 1...6 { try tx.insert(Record(id: id, title: "\(id)")) }
      for round in 0..<4 {
        for id in 1...6 {
          #expect(try tx.fetch(Record.where { $0.id == id }).map(\.id) == [id])
          #expect(try tx.exists(Record.where { $0.title == "\(id)" }) == (round == 0))
          #expect(try tx.count(Record.where { $0.id <= id }) == id)
          #expect(try tx.run(Record.where { $0.id == id }.update { $0.title = "new" }) == 1)
          #expect(try tx.value(Int.self, sql: "SELECT id FROM record WHERE id = \(id)") == id)
          #expect(try tx.run(Record.where { $0.id == id + 100 }.delete()) == 0)
          try tx.execute("SELECT \(raw: String(id))")
        }
      }
    }
  }

  @Test("Texts that differ only in encoding are two statements")
  func accents() async throws {
    let texts: [(text: String, hex: String)] = [("\u{E9}", "C3A9"), ("e\u{301}", "65CC81")]
    // Both are equal in Swift.
    #expect(texts[0].text == texts[1].text)
    for _ in 0..<2 {
      for (text, hex) in texts {
        #expect(try await db.fetch(String.self, sql: "SELECT hex('\(raw: text)')") == [hex])
      }
    }
    // After statements in between, the cache finds them by hash.
    for number in 0..<6 { try await db.execute("SELECT \(raw: String(number))") }
    for (text, hex) in texts {
      #expect(try await db.fetch(String.self, sql: "SELECT hex('\(raw: text)')") == [hex])
    }
  }

  @Test("The least recently used statement is evicted")
  func leastRecentlyUsed() async throws {
    try await db.transaction { tx in
      let statements = StatementCache<PreparedStatement>(capacity: 6)
      var prepared: [String] = []
      func use(_ sql: String, on tx: isolated Connection) throws {
        _ = try statements.statement(for: sql) {
          prepared.append(sql)
          return try tx.prepare(sql)
        }
      }
      for number in 0..<20 {
        try use("SELECT 'always'", on: tx)
        try use("SELECT \(number)", on: tx)
      }
      #expect(prepared.count { $0 == "SELECT 'always'" } == 1)
      #expect(prepared.count == 21)
      #expect(statements.count == 6)
      // The last five are still cached, and the one before them is not.
      for number in 15..<20 { try use("SELECT \(number)", on: tx) }
      #expect(prepared.count == 21)
      try use("SELECT 14", on: tx)
      #expect(prepared.count == 22)
      statements.removeAll()
      try use("SELECT 14", on: tx)
      #expect(prepared.count == 23)
    }
  }

  @Test("The statement of a typed query is found by the key of a query with other values")
  func keys() async throws {
    @Sendable func query(_ year: Int) -> SelectNode { CatalogAlbum.where { $0.year > year }.node }
    let sql = try query(0).statement.sql
    try await db.transaction { tx in
      try tx.create(CatalogAlbum.self)
      let statements = StatementCache<PreparedStatement>(capacity: 100)
      func use(_ sql: String, on tx: isolated Connection) throws -> PreparedStatement {
        try statements.statement(for: sql) { try tx.prepare(sql) }
      }
      func bound(_ query: SelectNode) throws -> PreparedStatement? {
        try statements.bound(by: { $0.write(query, asking: .rows) }) { try query.statement }
      }
      let prepared = try use(sql, on: tx)
      #expect(try bound(query(1)) == nil)
      try statements.insert(query(1).statement, .reading) { $0.write(query(1), asking: .rows) }
      for year in 1...3 {
        let found = try #require(try bound(query(year)))
        #expect(found === prepared)
        #expect(found.sqlWithValues == sql.replacing("$1", with: "\(year)"))
      }
      #expect(try bound(CatalogAlbum.where { $0.year < 1 }.node) == nil)
      // It is found among many statements.
      for number in 0..<90 { _ = try use("SELECT \(number)", on: tx) }
      #expect(try bound(query(1)) === prepared)
      #expect(try use(sql, on: tx) === prepared)
      statements.removeAll()
      #expect(try bound(query(1)) == nil)
    }
  }

  @Test("A statement that was evicted is not found by its key")
  func keysOfRemovedStatements() async throws {
    @Sendable func query(_ id: Int, _ columns: Int) -> SelectNode {
      (0..<columns).reduce(CatalogAlbum.where { $0.id == id }) { query, number in
        query.where { $0.year > number }
      }.node
    }
    try await db.transaction { tx in
      try tx.create(CatalogAlbum.self)
      let statements = StatementCache<PreparedStatement>(capacity: 20)
      for columns in 0..<30 {
        let text = try query(1, columns).statement
        _ = try statements.statement(for: text.sql) { try tx.prepare(text.sql) }
        statements.insert(text, .reading) { $0.write(query(1, columns), asking: .rows) }
      }
      #expect(statements.count == 20)
      for columns in 0..<30 {
        let text = try query(7, columns).statement
        let found = try statements.bound(by: { $0.write(query(7, columns), asking: .rows) }) {
          text
        }
        #expect((found != nil) == (columns >= 10))
        if let found { #expect(found.sql == text.sql) }
      }
    }
  }

  @Test("A cache keeps no value of a query, whether it finds the statement or not")
  func values() async throws {
    try await db.transaction { tx in
      let statements = StatementCache<PreparedStatement>(capacity: 5)
      var blob = [UInt8](repeating: 1, count: 1000)
      /// Whether no other reference to the value's memory exists.
      func isAlone() -> Bool {
        let before = blob.withUnsafeBytes { $0.baseAddress }
        blob[0] &+= 1
        return blob.withUnsafeBytes { $0.baseAddress } == before
      }
      func find() throws -> Bool {
        let query = SelectNode(SelectCore([ResultColumn(.value(.blob(blob)))]))
        let found = try statements.bound(by: { $0.write(query, asking: .rows) }) {
          try query.statement
        }
        return found != nil
      }
      #expect(try !find() && isAlone())
      #expect(!statements.contains { $0.write(SQL("SELECT \(blob)")) } && isAlone())
      let query = SelectNode(SelectCore([ResultColumn(.value(.blob([1])))]))
      let text = try query.statement
      _ = try statements.statement(for: text.sql) { try tx.prepare(text.sql) }
      statements.insert(text, .reading) { $0.write(query, asking: .rows) }
      #expect(try find() && isAlone())
    }
  }

  @Test("Memory does not grow with the number of statements that have run")
  func memory() async throws {
    let db = db
    func used() async throws -> Int32 {
      try await db.withHandle { handle in
        var now: Int32 = 0
        var most: Int32 = 0
        sqlite3_db_status(handle, SQLITE_DBSTATUS_STMT_USED, &now, &most, 0)
        return now
      }
    }
    // Each round has different SQL.
    func work(_ round: Int) async throws {
      try await db.transaction { tx in
        for number in 3000 * round..<3000 * (round + 1) {
          try tx.execute("UPDATE record SET plays = \(number) WHERE id = \(raw: String(number))")
          try tx.update(Record(id: 1, title: String(repeating: "x", count: number)))
        }
      }
    }
    try await work(0)
    let before = try await used()
    try await work(1)
    try await work(2)
    // A leak of these statements would be tens of megabytes.
    let after = try await used()
    #expect(before > 0)
    #expect(after - before < 100_000)
  }

  @Test("A decoding error resets the statement, so that the table can be dropped")
  func afterDecodingError() async throws {
    let db = try Database.inMemory()
    try await db.execute(
      "CREATE TABLE record (id INTEGER PRIMARY KEY, title, bandID, plays, note)")
    try await db.execute(
      "INSERT INTO record (title, plays) VALUES ('a', 1), ('b', 'many'), ('c', 3)")
    await #expect(throws: RowDecodingError.self) { try await db.fetch(Record.self) }
    await #expect(throws: RowDecodingError.self) { try await db.fetch(Record.order { $0.id }) }
    await #expect(throws: RowDecodingError.self) { try await db.find(Record.self, 2) }
    await #expect(throws: RowDecodingError.self) {
      try await db.first(Record.self, where: { $0.title == "b" })
    }
    try await db.transaction { tx in
      #expect(throws: RowDecodingError.self) { try tx.fetch(Record.self) }
      try tx.execute("UPDATE record SET plays = 2 WHERE id = 2")
    }
    #expect(try await db.fetch(Record.self).map(\.plays) == [1, 2, 3])
    try await db.drop(Record.self)
    await #expect(throws: DatabaseError.self) { try await db.fetch(Record.self) }
  }

  @Test("A constraint, a wrong value or a wrong argument resets the statement")
  func afterErrors() async throws {
    await #expect(throws: DatabaseError.self) { try await db.insert(Record(id: 1, title: "x")) }
    await #expect(throws: DatabaseError.self) { try await db.execute("SELECT \(raw: "$1")") }
    await #expect(throws: DatabaseError.self) {
      try await db.execute("INSERT INTO record (id, title) VALUES (1, 'x')")
    }
    let busy = try await statements().busy
    #expect(busy == [])
    #expect(try await db.insert(Record(title: "c")).id == 3)
    try await db.execute("VACUUM")
  }

  @Test("A cached statement notices a schema change by another connection")
  func schemaChange() async throws {
    let two = try TwoDatabases()
    try await two.db.create(Band.self, Record.self)
    let record = try await two.db.insert(Record(title: "a"))
    #expect(try await two.db.fetch(Record.self) == [record])
    try await two.other.execute("ALTER TABLE record RENAME COLUMN note TO remark")
    try await two.other.execute("ALTER TABLE record ADD COLUMN note TEXT DEFAULT 'new'")
    #expect(try await two.db.fetch(Record.self).map(\.note) == ["new"])
    try await two.db.insert(Record(title: "b", note: "n"))
    #expect(try await two.db.fetch(Record.self).map(\.note) == ["new", "n"])
  }

  @Test("Many long values are bound correctly, whatever ran before")
  func arena() async throws {
    let long = String(repeating: "long ", count: 200_000)
    let records = (0..<400).map { number in
      Record(
        id: number + 10, title: number % 50 == 0 ? long + "\(number)" : "t\(number)",
        note: String(repeating: "é", count: number))
    }
    try await db.insert(records)
    #expect(try await db.fetch(Record.where { $0.id >= 10 }.order { $0.id }) == records)
    try await db.update(Record(id: 10, title: "short", note: ""))
    #expect(try await db.find(Record.self, 10) == Record(id: 10, title: "short", note: ""))
  }
}
