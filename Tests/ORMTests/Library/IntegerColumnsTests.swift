import ORM
import Testing

@testable import ORMCore
@testable import ORMSQLite

@Table("score") private struct Score: Equatable {
  let id: Int
  var points: Int
  var bonus: Int?
  var name: String
  var isFinal: Bool
}

@Suite("Columns that can hold nothing but integers")
struct IntegerColumnsTests {
  /// Of the columns id, points, bonus, name, isFinal.
  private func columns(of sql: String) async throws -> [Int] {
    let db = try Database.inMemory()
    return try await db.transaction { db in
      try db.execute(script: "\(raw: sql)")
      let columns = db.integerColumns(of: Score.self)
      return (0..<64).filter { columns.contains($0) }
    }
  }

  @Test("are those of a strict table that are declared so and are not null")
  func strictTable() async throws {
    let columns = """
      (id INTEGER PRIMARY KEY, points INT NOT NULL, bonus INTEGER, name TEXT NOT NULL, isFinal INTEGER NOT NULL)
      """
    #expect(try await self.columns(of: "CREATE TABLE score \(columns) STRICT") == [0, 1, 4])
    #expect(try await self.columns(of: "CREATE TABLE Score \(columns) STRICT") == [0, 1, 4])
    #expect(try await self.columns(of: "SELECT 1") == [])
  }

  @Test("are the rowid by its name, in any table that has one")
  func rowid() async throws {
    func columns(of key: String, _ more: String = "", _ options: String = "") async throws -> [Int]
    {
      try await self.columns(
        of: "CREATE TABLE score (id \(key), points INTEGER NOT NULL, name TEXT \(more)) \(options)")
    }
    #expect(try await columns(of: "INTEGER PRIMARY KEY") == [0])
    #expect(try await columns(of: "integer PRIMARY KEY AUTOINCREMENT") == [0])
    #expect(try await columns(of: "INTEGER", ", PRIMARY KEY (id DESC)") == [0])
    // An integer by its affinity alone may be a text.
    #expect(try await columns(of: "INT PRIMARY KEY") == [])
    #expect(try await columns(of: "INTEGER PRIMARY KEY DESC") == [])
    #expect(try await columns(of: "INTEGER", ", PRIMARY KEY (id, points)") == [])
    #expect(try await columns(of: "INTEGER PRIMARY KEY", "", "WITHOUT ROWID") == [])
    #expect(
      try await self.columns(
        of: """
          CREATE TABLE source (id INTEGER PRIMARY KEY);
          CREATE VIEW score AS SELECT id FROM source
          """) == [])
  }

  @Test("read what a key holds that only looks like the rowid")
  func descendingKey() async throws {
    let db = try Database.inMemory()
    try await db.execute(
      script: """
        CREATE TABLE score (
          id INTEGER PRIMARY KEY DESC, points INTEGER NOT NULL, bonus INTEGER, name TEXT NOT NULL,
          isFinal INTEGER NOT NULL);
        INSERT INTO score VALUES ('first', 3, NULL, 'Ann', 1)
        """)
    let error = await #expect(throws: RowDecodingError.self) { try await db.fetch(Score.self) }
    #expect(error?.column == "id")
    #expect(error?.reason == .storageClass(expected: "INTEGER", found: .text))
  }

  @Test("do not hold what is computed or may be anything")
  func otherColumns() async throws {
    #expect(
      try await columns(
        of: """
          CREATE TABLE score (
            id INTEGER PRIMARY KEY, points ANY NOT NULL, bonus REAL NOT NULL, name TEXT NOT NULL,
            isFinal INTEGER NOT NULL GENERATED ALWAYS AS (id > 3)) STRICT
          """) == [0])
  }

  @Test("are not those of a table that another of its name may stand before")
  func shadowed() async throws {
    let table = "(id INTEGER PRIMARY KEY, points INTEGER NOT NULL) STRICT"
    #expect(
      try await columns(of: "CREATE TABLE score \(table); CREATE TEMP TABLE score \(table)") == [])
  }

  @Test("are found by no function that a program may have put its own in the place of")
  func ownFunctions() async throws {
    let db = try Database.inMemory()
    try db.add(DatabaseFunction("lower") { (text: String) in "own " + text })
    try db.add(DatabaseFunction("upper") { (text: String) in "own " + text })
    try await db.transaction { db in
      try db.execute(
        script: """
          CREATE TABLE score (id INTEGER PRIMARY KEY, points INT NOT NULL, bonus INTEGER, name TEXT NOT NULL,
            isFinal INTEGER NOT NULL) STRICT
          """)
      let columns = db.integerColumns(of: Score.self)
      #expect((0..<64).filter { columns.contains($0) } == [0, 1, 4])
    }
  }

  @Test("are looked at again where the table has changed since")
  func changedTable() async throws {
    let db = try Database.inMemory()
    try await db.create(Score.self)
    let score = try await db.insert(
      Score.Draft(points: 3, bonus: nil, name: "Ann", isFinal: true))
    for _ in 0..<2 { #expect(try await db.fetch(Score.self) == [score]) }
    // The table that the statement reads from now on says nothing of its types.
    try await db.execute(
      "CREATE TEMP TABLE score AS SELECT id, 'many' AS points, bonus, name, isFinal FROM score")
    for _ in 0..<2 {
      let error = await #expect(throws: RowDecodingError.self) { try await db.fetch(Score.self) }
      #expect(error?.column == "points")
      #expect(error?.reason == .storageClass(expected: "INTEGER", found: .text))
    }
  }
}
