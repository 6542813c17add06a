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

@Suite("Columns that can contain only integers")
struct IntegerColumnsTests {
  /// Returns the indexes of the integer columns among id, points, bonus, name, isFinal.
  private func columns(of sql: String) async throws -> [Int] {
    let db = try Database.inMemory()
    return try await db.transaction { db in
      try db.execute(script: "\(raw: sql)")
      let columns = db.integerColumns(of: Score.self)
      return (0..<64).filter { columns.contains($0) }
    }
  }

  @Test("INT NOT NULL columns of a STRICT table contain only integers")
  func strictTable() async throws {
    let columns = """
      (id INTEGER PRIMARY KEY, points INT NOT NULL, bonus INTEGER, name TEXT NOT NULL, isFinal INTEGER NOT NULL)
      """
    #expect(try await self.columns(of: "CREATE TABLE score \(columns) STRICT") == [0, 1, 4])
    #expect(try await self.columns(of: "CREATE TABLE Score \(columns) STRICT") == [0, 1, 4])
    #expect(try await self.columns(of: "SELECT 1") == [])
  }

  @Test("The rowid column contains only integers")
  func rowid() async throws {
    func columns(of key: String, _ more: String = "", _ options: String = "") async throws -> [Int]
    {
      try await self.columns(
        of: "CREATE TABLE score (id \(key), points INTEGER NOT NULL, name TEXT \(more)) \(options)")
    }
    #expect(try await columns(of: "INTEGER PRIMARY KEY") == [0])
    #expect(try await columns(of: "integer PRIMARY KEY AUTOINCREMENT") == [0])
    #expect(try await columns(of: "INTEGER", ", PRIMARY KEY (id DESC)") == [0])
    // A column with only integer affinity may contain text.
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

  @Test("A key that only looks like the rowid is read with its type check")
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

  @Test("Generated columns and columns of type ANY are not assumed to be integers")
  func otherColumns() async throws {
    #expect(
      try await columns(
        of: """
          CREATE TABLE score (
            id INTEGER PRIMARY KEY, points ANY NOT NULL, bonus REAL NOT NULL, name TEXT NOT NULL,
            isFinal INTEGER NOT NULL GENERATED ALWAYS AS (id > 3)) STRICT
          """) == [0])
  }

  @Test("The columns of a table that a temporary table hides are not assumed to be integers")
  func shadowed() async throws {
    let table = "(id INTEGER PRIMARY KEY, points INTEGER NOT NULL) STRICT"
    #expect(
      try await columns(of: "CREATE TABLE score \(table); CREATE TEMP TABLE score \(table)") == [])
  }

  @Test("Replaced SQL functions do not affect which columns are found")
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

  @Test("A changed table is examined again")
  func changedTable() async throws {
    let db = try Database.inMemory()
    try await db.create(Score.self)
    let score = try await db.insert(
      Score.Draft(points: 3, bonus: nil, name: "Ann", isFinal: true))
    for _ in 0..<2 { #expect(try await db.fetch(Score.self) == [score]) }
    // The table that the statement reads from now on declares no types.
    try await db.execute(
      "CREATE TEMP TABLE score AS SELECT id, 'many' AS points, bonus, name, isFinal FROM score")
    for _ in 0..<2 {
      let error = await #expect(throws: RowDecodingError.self) { try await db.fetch(Score.self) }
      #expect(error?.column == "points")
      #expect(error?.reason == .storageClass(expected: "INTEGER", found: .text))
    }
  }
}
