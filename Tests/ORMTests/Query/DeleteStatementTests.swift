import ORM
import Testing

struct DeleteStatementTests {
  @Test("A delete removes the rows that meet its condition")
  func condition() async throws {
    let database = try await Song.database()
    let query = Song.favorites.order { $0.title }
    #expect(try query.deleteStatement().sql == #"DELETE FROM "song" WHERE "isFavorite""#)
    #expect(try await database.delete(query) == 3)
    #expect(try await database.fetch(Song.self).map(\.id) == [2, 3])
  }

  @Test("A delete with a limit removes the rows that a fetch would return")
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

  @Test("A delete from a subquery removes only the rows that the subquery returns")
  func source() async throws {
    let database = try await Song.database()
    let first = TableExpression(Song.order { $0.id }.limit(3), as: "first").all.where {
      $0.plays > 5
    }
    let sql = try first.deleteStatement().sql
    #expect(sql.hasPrefix(#"DELETE FROM "song" WHERE "id" IN (SELECT "id" FROM (SELECT "id", "#))
    #expect(sql.hasSuffix(#" FROM "song" ORDER BY "id" LIMIT $1) AS "first" WHERE "plays" > $2)"#))
    #expect(try await database.delete(first) == 2)
    #expect(try await database.fetch(Song.self).map(\.id) == [3, 4, 5])
    let rest = TableExpression(with: "rest", as: Song.where { $0.id > 3 }).all
    #expect(try await database.delete(rest) == 2)
    #expect(try await database.fetch(Song.self).map(\.id) == [3])
  }

  @Test("A delete applies HAVING to grouped rows, and throws if there is no group")
  func having() async throws {
    let database = try await Song.database()
    let ungrouped = Song.where { $0.isFavorite }.having { $0.count() > 1 }
    await #expect(throws: DatabaseError.self) { try await database.delete(ungrouped) }
    #expect(try await database.count(Song.self) == 5)
    let rare = Song.group { $0.isFavorite }.having { $0.count() < 3 }
    #expect(
      try rare.deleteStatement().sql
        == #"DELETE FROM "song" WHERE "id" IN (SELECT "id" FROM "song" GROUP BY "isFavorite" "#
        + #"HAVING count(*) < $1)"#)
    #expect(try await database.delete(rare) == 1)
  }

  @Test("A delete from an alias deletes from the table")
  func alias() async throws {
    let database = try await Song.database()
    let other = Song.as("other")
    let beaten = other.where { song in Song.where { $0.plays > song.plays }.exists() }
    #expect(
      try beaten.deleteStatement().sql
        == #"DELETE FROM "song" AS "other" WHERE EXISTS (SELECT 1 FROM "song" "#
        + #"WHERE "plays" > "other"."plays")"#)
    let ids = try await database.fetch(beaten).map(\.id)
    #expect(ids == [1, 3, 4])
    #expect(try await database.delete(other.where { $0.id == 2 }.limit(1)) == 1)
  }

  @Test("A delete with a limit works with a composite primary key, and without a key")
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

  @Test("A delete without a condition is refused before any SQL runs")
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
