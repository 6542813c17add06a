import ORM
import Testing

struct DeleteStatementTests {
  @Test("a delete takes the rows of its condition")
  func condition() async throws {
    let database = try await Song.database()
    let query = Song.favorites.order { $0.title }
    #expect(try query.deleteStatement().sql == #"DELETE FROM "song" WHERE "isFavorite""#)
    #expect(try await database.delete(query) == 3)
    #expect(try await database.fetch(Song.self).map(\.id) == [2, 3])
  }

  @Test("a delete with a limit takes the rows that a fetch would give")
  func limit() async throws {
    let database = try await Song.database()
    let query = Song.where { $0.plays > 0 }.order { $0.title.desc() }.limit(2)
    #expect(
      try query.deleteStatement()
        == Statement(
          sql: #"DELETE FROM "song" WHERE "id" IN (SELECT "id" FROM "song" "#
            + #"WHERE "plays" > $1 ORDER BY "title" DESC LIMIT $2)"#, arguments: [0, 2]))
    #expect(try await database.delete(query) == 2)
    #expect(try await database.fetch(Song.self).map(\.id) == [1, 4, 5])
  }

  @Test("with a key of several columns, or none, the limit holds as well")
  func otherKeys() async throws {
    let database = try Database.inMemory()
    try await database.create(Listen.self, Chart.self, Rowid.self)
    for day in 1...4 {
      try await database.insert(Listen(song: 1, day: day))
      try await database.insert(Chart(week: 1, place: day))
      try await database.insert(Rowid(rowid: 1))
    }
    #expect(
      try Listen.order { $0.day }.limit(3).deleteStatement().sql
        == #"DELETE FROM "listen" WHERE "rowid" IN "#
        + #"(SELECT "rowid" FROM "listen" ORDER BY "day" LIMIT $1)"#)
    #expect(try await database.delete(Listen.order { $0.day }.limit(3)) == 3)
    #expect(try await database.fetch(Listen.self).map(\.day) == [4])
    #expect(
      try Chart.limit(3).deleteStatement().sql
        == #"DELETE FROM "chart" WHERE ("week", "place") IN "#
        + #"(SELECT "week", "place" FROM "chart" LIMIT $1)"#)
    #expect(try await database.delete(Chart.order { $0.place }.limit(3)) == 3)
    #expect(try await database.fetch(Chart.self).map(\.place) == [4])
    #expect(try await database.delete(Rowid.limit(3)) == 3)
    #expect(try await database.count(Rowid.self) == 1)
  }

  @Test("a delete without a condition is refused before any SQL runs")
  func missingCondition() async throws {
    let database = try await Song.database()
    let id: Int? = nil
    let queries = [Song.all, Song.order { $0.id }, Song.where { if let id { $0.id == id } }]
    for query in queries {
      await #expect(throws: MissingConditionError(table: "song")) {
        try await database.delete(query)
      }
    }
    #expect(try await database.count(Song.self) == 5)
    #expect(Song.deleteAllStatement == Statement(sql: #"DELETE FROM "song""#))
  }
}

@Table(withoutRowID: true)
private struct Chart {
  @Column(primaryKey: true) var week: Int
  @Column(primaryKey: true) var place: Int
}

/// A table whose column takes a name of the rowid.
@Table
private struct Rowid {
  var rowid: Int
}
