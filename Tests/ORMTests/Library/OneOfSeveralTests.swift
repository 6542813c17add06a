import ORM
import Testing

/// Temporary tables and attached databases belong to one connection, but a database has several.
@Suite("Temporary tables and attached databases with several connections")
struct OneOfSeveralTests {
  private func refusal(
    _ db: Database, _ run: (Database) async throws -> Void
  ) async -> String? {
    let error = await #expect(throws: DatabaseError.self) { try await run(db) }
    #expect(error?.code == .authorization)
    return error?.message
  }

  @Test("A file database refuses TEMP and ATTACH, and the error names the alternative")
  func refused() async throws {
    let folder = try TemporaryFolder()
    let db = try Database(folder.file())
    let table: SQL = "CREATE TEMP TABLE t (x)"
    let word = """
      CREATE TEMP TABLE is refused, because only one of the connections would have it: create it \
      in the transaction { } that uses it, or on each connection in Configuration.prepareConnection
      """
    #expect(await refusal(db) { try await $0.execute(table) } == word)
    #expect(await refusal(db) { _ = try await $0.fetch(Row.self, sql: table) } == word)
    #expect(await refusal(db) { try await $0.execute("CREATE TABLE temp.t (x)") } == word)
    #expect(await refusal(db) { try await $0.execute("CREATE TEMP TABLE t AS SELECT 1") } == word)
    for module in ["fts5(a)", "rtree(a, b, c)"] {
      let virtual: SQL = "CREATE VIRTUAL TABLE temp.t USING \(raw: module)"
      let virtualWord = word.replacing("CREATE TEMP TABLE", with: "CREATE VIRTUAL TABLE in temp")
      #expect(await refusal(db) { try await $0.execute(virtual) } == virtualWord)
      let ofVirtual = await refusal(db) { try await $0.execute(script: virtual) }
      #expect(ofVirtual == virtualWord)
    }
    let script = "a script runs in one transaction"
    let ofScript = await refusal(db) { try await $0.execute(script: "CREATE TEMP TABLE t (x);") }
    #expect(ofScript?.contains(word) == true && ofScript?.contains(script) == false)
    let view = await refusal(db) { try await $0.execute("CREATE TEMP VIEW v AS SELECT 1") }
    #expect(view?.contains("CREATE TEMP VIEW") == true)
    for sql: SQL in ["ATTACH ':memory:' AS other", "ATTACH \(folder.file("b")) AS other"] {
      #expect(
        await refusal(db) { try await $0.execute(sql) } == """
          ATTACH is refused, because only one of the connections would have the database: \
          attach it to each connection in Configuration.prepareConnection
          """)
    }
    let attached = try await db.transaction { tx in
      (try? tx.execute("ATTACH ':memory:' AS other")) != nil
    }
    #expect(!attached)
  }

  @Test("A temporary table can be created in the transaction that uses it")
  func transaction() async throws {
    let folder = try TemporaryFolder()
    let db = try Database(folder.file())
    try await db.execute("CREATE TABLE t (x)")
    let count = try await db.transaction { tx in
      try tx.execute("CREATE TEMP TABLE chosen (x)")
      try tx.execute(script: "CREATE TEMP VIEW v AS SELECT * FROM chosen; DROP VIEW v")
      try tx.execute("INSERT INTO chosen VALUES (1), (2)")
      try tx.execute("INSERT INTO t SELECT x FROM chosen")
      try tx.execute("DROP TABLE chosen")
      try tx.execute("CREATE VIRTUAL TABLE temp.found USING fts5(a)")
      try tx.execute("INSERT INTO temp.found SELECT x FROM t")
      #expect(try tx.value(Int.self, sql: "SELECT count(*) FROM temp.found") == 2)
      try tx.execute("DROP TABLE temp.found")
      return try tx.value(Int.self, sql: "SELECT count(*) FROM t")
    }
    #expect(count == 2)
  }

  @Test("A database with one connection accepts TEMP and ATTACH")
  func alone() async throws {
    let db = try Database.inMemory()
    try await db.execute("CREATE TEMP TABLE t (x)")
    try await db.execute("CREATE VIRTUAL TABLE temp.found USING fts5(a)")
    try await db.execute("ATTACH ':memory:' AS other")
    try await db.execute("CREATE TABLE other.u (x)")
    #expect(try await db.fetch(Row.self, sql: "SELECT * FROM t, u").isEmpty)
  }

  @Test("prepareConnection can attach a database and create a temporary table")
  func prepared() async throws {
    let folder = try TemporaryFolder()
    let other = try Database(folder.file("other.sqlite"))
    try await other.execute("CREATE TABLE u (x)")
    try await other.execute("INSERT INTO u VALUES (1)")
    try await other.close()
    var configuration = Configuration()
    let path = folder.file("other.sqlite")
    configuration.prepareConnection = { connection in
      try connection.execute("ATTACH \(path) AS other")
      try connection.execute("CREATE TEMP TABLE t (x)")
    }
    let db = try Database(folder.file(), configuration: configuration)
    #expect(try await db.value(Int.self, sql: "SELECT x FROM other.u") == 1)
    #expect(try await db.fetch(Row.self, sql: "SELECT * FROM t").isEmpty)
    try await db.execute("INSERT INTO other.u VALUES (2)")
    #expect(try await db.value(Int.self, sql: "SELECT count(*) FROM other.u") == 2)
  }

  @Test("VACUUM is not refused, although it attaches a database itself")
  func vacuum() async throws {
    let folder = try TemporaryFolder()
    let db = try Database(folder.file())
    try await db.execute("VACUUM")
    try await db.vacuum()
  }
}
