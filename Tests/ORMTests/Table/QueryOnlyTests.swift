import Foundation
import ORM
import Testing

/// A table with properties that have no column.
@Table struct QueryOnlyPlace: Identifiable {
  var id: Int?
  var latitude: Double
  @Column(queryOnly: true) var distance: Double?
  @Column("number of visits", queryOnly: true) var visits = 7
  @Column(queryOnly: true, as: UUIDText.self) var token: UUID?
}

@Suite("Query-only properties")
struct QueryOnlyTests {
  private func places() async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(QueryOnlyPlace.self)
    return db
  }

  @Test("A query-only property has no column, and is not written, read or migrated")
  func noColumn() async throws {
    let db = try await places()
    let place = try await db.insert(
      QueryOnlyPlace(latitude: 51, distance: 3, visits: 9, token: UUID()))
    #expect(place.id == 1 && place.distance == nil && place.visits == 7 && place.token == nil)
    #expect(
      try await db.schema().table("queryOnlyPlace")?.columns.map(\.name) == ["id", "latitude"])
    #expect(QueryOnlyPlace.selectSQL == #"SELECT "id", "latitude" FROM "queryOnlyPlace""#)
    var changed = place
    changed.distance = 5
    try await db.update(changed)
    #expect(try await db.save(changed).distance == nil)
    #expect(try await db.fetch(QueryOnlyPlace.self).map(\.distance) == [nil])
    #expect(try await db.migrate(to: Schema(of: QueryOnlyPlace.self)).isEmpty)
  }

  @Test("A query-only property is filled by a result column of its name, at any position")
  func filled() async throws {
    let db = try await places()
    try await db.insert([QueryOnlyPlace(latitude: 51), QueryOnlyPlace(latitude: 48)])
    let sql: SQL = "SELECT latitude - 50 AS DISTANCE, *, 5 AS more FROM queryOnlyPlace ORDER BY id"
    #expect(try await db.fetch(QueryOnlyPlace.self, sql: sql).map(\.distance) == [1, -2])
    #expect(try await db.first(QueryOnlyPlace.self, sql: sql)?.distance == 1)
    var streamed: [Double?] = []
    for try await place in db.stream(QueryOnlyPlace.self, sql: sql) {
      streamed.append(place.distance)
    }
    #expect(streamed == [1, -2])
    let token = UUID()
    let all = try await db.fetch(
      QueryOnlyPlace.self,
      sql: """
        SELECT \(token.uuidString) AS token, *, 3 AS "number of visits" FROM queryOnlyPlace
        WHERE id = 2
        """)
    #expect(all.map(\.visits) == [3] && all.map(\.token) == [token])
    #expect(all.map(\.latitude) == [48] && all.map(\.distance) == [nil])
  }

  @Test("A query-only property has its default if the result has no such column")
  func absent() async throws {
    let db = try await places()
    try await db.insert(QueryOnlyPlace(latitude: 51))
    let rows = try await db.fetch(
      QueryOnlyPlace.self, sql: "SELECT *, NULL AS distance FROM queryOnlyPlace")
    #expect(rows.map(\.distance) == [nil] && rows.map(\.visits) == [7])
  }

  @Test("A query-only property throws for a value of another type or an ambiguous column")
  func wrong() async throws {
    let db = try await places()
    try await db.insert(QueryOnlyPlace(latitude: 51))
    let text = await #expect(throws: RowDecodingError.self) {
      try await db.fetch(
        QueryOnlyPlace.self, sql: "SELECT *, 'far' AS distance FROM queryOnlyPlace")
    }
    #expect(text?.column == "distance" && text?.table == "queryOnlyPlace" && text?.key == [1])
    let twice = await #expect(throws: RowDecodingError.self) {
      try await db.fetch(
        QueryOnlyPlace.self,
        sql: "SELECT *, 1 AS distance, 2 AS Distance FROM queryOnlyPlace")
    }
    #expect(twice?.reason == .ambiguousColumn)
  }
}

/// A public struct with a generated key, whose query-only property has an observer.
@Table public struct QueryOnlyShop: Identifiable, Sendable {
  public let id: Int
  public var name: String
  @Column(queryOnly: true) public var sales: Int = 0 {
    didSet { isCounted = true }
  }
  @Ignored public private(set) var isCounted = false
}

/// A generic table.
@Table struct QueryOnlyBox<Content: ColumnValue & Equatable> {
  var id: Int?
  var content: Content
  @Column(queryOnly: true) var other: Content?
}

@Suite("Query-only properties of public and generic structs")
struct QueryOnlyStructTests {
  @Test("A query-only property of a public struct is not in its draft, and its observers run")
  func publicStruct() async throws {
    let db = try Database.inMemory()
    try await db.create(QueryOnlyShop.self)
    let shop = try await db.insert(QueryOnlyShop.Draft(name: "a"))
    #expect(shop.sales == 0 && QueryOnlyShop(id: 1, name: "b", sales: 4).sales == 4)
    let found = try await db.fetch(
      QueryOnlyShop.self, sql: "SELECT *, 5 AS sales FROM queryOnlyShop")
    #expect(found.map(\.sales) == [5] && found.map(\.isCounted) == [true])
  }

  @Test("A query-only property can have a generic type")
  func generic() async throws {
    let db = try Database.inMemory()
    try await db.create(QueryOnlyBox<String>.self)
    try await db.insert(QueryOnlyBox(content: "a", other: "b"))
    let sql: SQL =
      "SELECT *, content || '!' AS other FROM \(identifier: QueryOnlyBox<String>.tableName)"
    #expect(try await db.fetch(QueryOnlyBox<String>.self, sql: sql).map(\.other) == ["a!"])
  }
}

/// A table whose columns other programs leave NULL.
@Table struct NullAsDefaultEntry: Identifiable {
  var id: Int?
  @Column(nullAsDefault: true) var plays: Int = 3
  @Column(nullAsDefault: true) var added: Date = Date(timeIntervalSince1970: 60)
  @Column(nullAsDefault: true, as: JSON.self) var tags: [String] = ["none"]
}

@Suite("nullAsDefault columns")
struct NullAsDefaultTests {
  @Test("A nullAsDefault column is read as its default if it is NULL, and written as its value")
  func readAsDefault() async throws {
    let db = try Database.inMemory()
    try await db.create(NullAsDefaultEntry.self)
    try await db.execute(
      "INSERT INTO nullAsDefaultEntry (id, plays, added, tags) VALUES (1, NULL, NULL, NULL), (2, 8, 9, '[]')"
    )
    let rows = try await db.fetch(NullAsDefaultEntry.order { $0.id })
    #expect(rows.map(\.plays) == [3, 8] && rows.map(\.tags) == [["none"], []])
    #expect(rows.map(\.added.timeIntervalSince1970) == [60, 9])
    try await db.update(rows[0])
    #expect(try await db.count(NullAsDefaultEntry.where { $0.plays == nil }) == 0)
    let inserted = try await db.insert(NullAsDefaultEntry(plays: 1, tags: ["a"]))
    #expect(try await db.refresh(inserted).tags == ["a"] && inserted.id == 3)
  }

  @Test("A nullAsDefault column is optional in queries, which see its NULL")
  func queries() async throws {
    let db = try Database.inMemory()
    try await db.create(NullAsDefaultEntry.self)
    try await db.insert([NullAsDefaultEntry(plays: 5), NullAsDefaultEntry()])
    try await db.run(NullAsDefaultEntry.where { $0.id == 2 }.update { $0.plays = nil })
    try await db.update(NullAsDefaultEntry(id: 1, plays: 6), columns: \.plays)
    #expect(try await db.load(\.plays, of: NullAsDefaultEntry(id: 1)) == 6)
    let old = NullAsDefaultEntry(id: 1, plays: 6)
    #expect(try await db.updateChanges(NullAsDefaultEntry(id: 1, plays: 5), from: old))
    let values: [Int?] = try await db.fetch(NullAsDefaultEntry.order { $0.id }.select { $0.plays })
    #expect(values == [5, nil])
    #expect(try await db.fetch(NullAsDefaultEntry.self).map(\.plays) == [5, 3])
    try await db.verify(Schema(of: NullAsDefaultEntry.self))
  }
}
