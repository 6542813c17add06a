import Foundation
import ORM
import Testing

private enum MTL {
  struct Repository: Hashable { var name = "" }

  enum Level: String, ColumnValue { case low, high }

  @Embeddable
  struct Place: Equatable {
    var city: String
    var zip: Int
  }

  @Table("user")
  struct User: Equatable {
    var age: Int?
    @Column("guid", primaryKey: true) var id: String
    var name: String?
    @Ignored var repositories: Set<Repository> = []
  }

  @Table
  struct Seat: Equatable {
    @Column(primaryKey: true) var row: Int
    @Column(primaryKey: true) var number: Int
    var guest: String?
  }

  @Table
  struct Visit: Equatable {
    var id: Int?
    @Column(as: ISO8601.self) var at: Date
    @Column(as: JSON.self) var tags: [String]
    var level: Level
    var isPaid: Bool
    var amount: Int64
    @Embedded(prefix: "home_") var home: Place
  }
}

@Suite("MTLFMDBAdapter")
struct MTLFMDBAdapterTests {
  @Test("MTLFMDBAdapter: a struct declares its table, keys and column names")
  func model() {
    #expect(MTL.User.tableName == "user" && MTL.User.schema.primaryKey == ["guid"])
    #expect(MTL.User.schema.columns.map(\.name) == ["age", "guid", "name"])
  }

  @Test("MTLFMDBAdapter: an ignored property can have any type")
  func leftOut() throws {
    let user = MTL.User(id: "a", repositories: [MTL.Repository(name: "x")])
    #expect(try Row(user).columnNames == ["age", "guid", "name"])
  }

  @Test("MTLFMDBAdapter: an insert, update, delete and find have SQL and arguments")
  func statements() throws {
    let user = MTL.User(age: 3, id: "a", name: "Sade")
    let insert = try user.insertStatement
    #expect(insert.sql == #"INSERT INTO "user" ("age", "name", "guid") VALUES ($1, $2, $3)"#)
    #expect(insert.arguments == [3, "Sade", "a"])
    #expect(
      try user.updateStatement.sql
        == #"UPDATE "user" SET "age" = $1, "name" = $2 WHERE "guid" = $3"#)
    #expect(try user.deleteStatement.sql == #"DELETE FROM "user" WHERE "guid" = $1"#)
    #expect(try user.deleteStatement.arguments == ["a"])
    #expect(MTL.User.findSQL == #"SELECT "age", "guid", "name" FROM "user" WHERE "guid" = $1"#)
  }

  @Test("MTLFMDBAdapter: the SQL of every call for one row can be built without a database")
  func everyVerb() throws {
    let user = MTL.User(age: 3, id: "a", name: "Sade")
    var new = user
    (new.name, new.id) = ("Adu", "b")
    let some = try user.updateStatement(columns: \.name)
    #expect(some.sql == #"UPDATE "user" SET "name" = $1 WHERE "guid" = $2"#)
    #expect(some.arguments == ["Sade", "a"])
    let changed = try #require(try new.updateStatement(from: user))
    #expect(changed.sql == #"UPDATE "user" SET "name" = $1, "guid" = $2 WHERE "guid" = $3"#)
    #expect(changed.arguments == ["Adu", "b", "a"])
    #expect(try user.updateStatement(from: user) == nil)
    #expect(try user.saveStatement.sql.contains("ON CONFLICT"))
    #expect(try MTL.User.deleteStatement("a").arguments == ["a"])
    #expect(try MTL.User.findStatement("a").arguments == ["a"])
    #expect(MTL.User.deleteAllStatement.sql == #"DELETE FROM "user""#)
    let query = MTL.User.where { $0.name == "Sade" }
    #expect(try query.firstStatement().sql.contains("LIMIT"))
    #expect(try query.countStatement().sql.contains("count(*)"))
    #expect(try query.existsStatement().sql.contains("SELECT 1"))
    #expect(throws: MissingPrimaryKeyError.self) {
      try MTL.Visit(
        at: .now, tags: [], level: .low, isPaid: true, amount: 1,
        home: MTL.Place(city: "", zip: 1)
      ).updateStatement(columns: \.amount)
    }
  }

  @Test("MTLFMDBAdapter: arguments are in the order of the statement, nil as NULL")
  func values() throws {
    #expect(try MTL.User(id: "a").insertStatement.arguments == [.null, .null, "a"])
  }

  @Test("MTLFMDBAdapter: a key can have several columns")
  func compositeKey() async throws {
    let db = try Database.inMemory()
    try await db.create(MTL.Seat.self)
    let seat = try await db.insert(MTL.Seat(row: 1, number: 2))
    #expect(try await db.find(MTL.Seat.self, (1, 2)) == seat)
    #expect(try seat.deleteStatement.arguments == [1, 2])
    #expect(MTL.Seat.deleteSQL == #"DELETE FROM "seat" WHERE "row" = $1 AND "number" = $2"#)
  }

  @Test("MTLFMDBAdapter: a struct is read from any SELECT; a missing column is an error")
  func anySelect() async throws {
    let db = try Database.inMemory()
    let row = try #require(
      try await db.first(
        MTL.User.self, sql: "SELECT 'x' AS more, 'a' AS guid, 5 AS age, NULL AS name"))
    #expect(row == MTL.User(age: 5, id: "a"))
    let error = await #expect(throws: RowDecodingError.self) {
      try await db.first(MTL.User.self, sql: "SELECT 'a' AS guid")
    }
    #expect(error?.column == "age" && error?.reason == .missingColumn && error?.table == "user")
  }

  @Test("MTLFMDBAdapter: numbers keep 64 bits, and values are converted both ways")
  func transformers() async throws {
    let db = try Database.inMemory()
    try await db.create(MTL.Visit.self)
    let visit = MTL.Visit(
      at: Date(timeIntervalSince1970: 5), tags: ["a"], level: .high, isPaid: true,
      amount: (1 << 53) + 1, home: MTL.Place(city: "Ibadan", zip: 7))
    let stored = try await db.insert(visit)
    #expect(try await db.find(MTL.Visit.self, 1) == stored)
    #expect(stored.amount == 9_007_199_254_740_993 && stored.home.city == "Ibadan")
    let text = try await db.value(String.self, sql: "SELECT at FROM visit")
    #expect(text == "1970-01-01T00:00:05.000Z" || text == "1970-01-01T00:00:05Z")
    #expect(try await db.fetch(MTL.Visit.where { $0.level == .high && $0.isPaid }).count == 1)
  }

  @Test("MTLFMDBAdapter: an error names the table, the column and the stored type")
  func errors() async throws {
    let db = try Database.inMemory()
    try await db.create(MTL.Visit.self)
    try await db.execute(
      "INSERT INTO visit (at, tags, level, isPaid, amount, home_city, home_zip) VALUES ('1970-01-01T00:00:05.000Z', '[]', 'middle', 1, 1, 'x', 1)"
    )
    let error = await #expect(throws: RowDecodingError.self) { try await db.fetch(MTL.Visit.self) }
    #expect(error?.table == "visit" && error?.column == "level" && error?.key == [1])
  }

  @Test("MTLFMDBAdapter: an embedded struct becomes columns with a prefix")
  func groups() {
    #expect(MTL.Visit.schema.columns.map(\.name).suffix(2) == ["home_city", "home_zip"])
  }
}
