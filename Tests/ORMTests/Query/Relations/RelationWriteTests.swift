import ORM
import Testing

/// Writes whose conditions name other tables: correct, or refused.
@Suite("Writes with relations in their conditions")
struct RelationWriteTests {
  private typealias Artist = Related.Artist
  private typealias Album = Related.Album
  private typealias Track = Related.Track
  private typealias Employee = Related.Employee

  @Test("A delete with a relation in its condition finds the rows by their keys")
  func deletes() async throws {
    let db = try await Related.database()
    let delete = Track.where { $0.album.artist.name == "Sade" && $0.seconds < 325 }.delete()
    let statement = try delete.statement()
    #expect(
      statement.sql
        == #"DELETE FROM "track" WHERE "id" IN (SELECT "track"."id" FROM "track""#
        + #" LEFT JOIN "album" ON "album"."id" = "track"."albumID""#
        + #" LEFT JOIN "artist" ON "artist"."id" = "album"."artistID""#
        + #" WHERE "artist"."name" IS $1 AND "track"."seconds" < $2)"#)
    #expect(statement.arguments == ["Sade", 325])
    #expect(try await db.run(delete) == 1)
    #expect(try await db.fetch(Track.order { $0.id }).map(\.id) == [1, 2, 4])
  }

  @Test("An update with a relation in its condition finds the rows by their keys")
  func updates() async throws {
    let db = try await Related.database()
    let update = Album.where { $0.artist.name == "Sade" }.update { $0.title = "by Sade" }
    let statement = try update.statement()
    #expect(
      statement.sql
        == #"UPDATE "album" SET "title" = $1 WHERE "id" IN (SELECT "album"."id" FROM "album""#
        + #" JOIN "artist" ON "artist"."id" = "album"."artistID" WHERE "artist"."name" = $2)"#)
    #expect(statement.arguments == ["by Sade", "Sade"])
    #expect(try await db.run(update) == 2)
    #expect(
      try await db.fetch(Album.order { $0.id }).map(\.title) == ["by Sade", "Zombie", "by Sade"])
  }

  @Test("Writes can name a relation of a table to itself, and have an order and a limit")
  func selfReference() async throws {
    let db = try await Related.database()
    let named = Employee.where { $0.boss.name == "Ada" }
    #expect(try await db.run(named.update { $0.name = "reports to Ada" }) == 2)
    #expect(try await db.run(named.order { $0.id.desc() }.limit(1).delete()) == 1)
    let left = try await db.fetch(Employee.order { $0.id }).map(\.name)
    #expect(left == ["Ada", "reports to Ada", "Cy"])
  }

  @Test("A delete can name a relation of its table in a subquery")
  func namedInside() async throws {
    let db = try await Related.database()
    let delete = Track.where { track in
      Employee.where { $0.name == "Ada" && track.album.title == "Promise" }.exists()
    }.delete()
    #expect(try await db.run(delete) == 1)
    #expect(try await db.fetch(Track.order { $0.id }).map(\.id) == [2, 3, 4])
  }

  @Test("update(from:) can name relations in the query's where, but not in its own where")
  func updateFrom() async throws {
    let db = try await Related.database()
    let update = Album.where { $0.artist.name == "Sade" }.update(from: Artist.self) {
      $0.title = $1.name
    } where: {
      $0.editorID == $1.id
    }
    #expect(
      try update.statement().sql
        == #"UPDATE "album" SET "title" = "artist"."name" FROM "artist" WHERE "album"."id" IN"#
        + #" (SELECT "album"."id" FROM "album" JOIN "artist" AS "artist_2""#
        + #" ON "artist_2"."id" = "album"."artistID" WHERE "artist_2"."name" = $1)"#
        + #" AND "album"."editorID" IS "artist"."id""#)
    #expect(try await db.run(update) == 1)
    #expect(
      try await db.fetch(Album.order { $0.id }).map(\.title) == ["Promise", "Zombie", "Sade"])
    let refused = Album.where { $0.id > 0 }.update(from: Artist.self) {
      $0.title = $1.name
    } where: {
      $0.editor.id == $1.id
    }
    let error = #expect(throws: RelationError.self) { try refused.statement() }
    #expect(error?.table == "artist" && error?.reason == .tableNotInQuery)
  }

  @Test("The RETURNING clause of a write can't name a relation")
  func returning() throws {
    let delete = Album.where { $0.artist.name == "Sade" }.delete()
    #expect(
      try delete.returning { $0.title }.statement().sql.hasSuffix(#") RETURNING "title""#))
    #expect(throws: RelationError.self) {
      try delete.returning { $0.artist.name }.statement()
    }
    #expect(throws: RelationError.self) {
      try Album.deleteAll().returning { $0.artist.name }.statement()
    }
    #expect(throws: RelationError.self) { try ("\(Album.columns.artist.name)" as SQL).statement() }
  }

  @Test("Writes of all rows must be explicit, and the number of changes counts the table's rows")
  func allRows() async throws {
    let db = try await Related.database()
    #expect(throws: MissingConditionError.self) { try Album.all.delete().statement() }
    #expect(try await db.run(Track.where { $0.album.id == nil }.delete()) == 1)
    #expect(try await db.run(Track.deleteAll()) == 3)
  }

  @Test("A write can't name a column of a relation, even if the relation is to the same table")
  func ownColumns() async throws {
    let db = try await Related.database()
    let ada = Employee(id: 2, name: "Ada", bossID: 1)
    await #expect(throws: DatabaseError.self) { try await db.update(ada, columns: \.boss.name) }
    await #expect(throws: DatabaseError.self) { _ = try await db.load(\.boss.name, of: ada) }
    let names = Artist.select { ($0.id + 10, $0.name.optional()) }
    let insert = Employee.insert {
      ($0.id, $0.boss.name)
    } select: {
      names
    }
    await #expect(throws: DatabaseError.self) { try await db.run(insert) }
    #expect(try await db.fetch(Employee.order { $0.id }).map(\.name) == ["Ada", "Bea", "Cy", "Di"])
  }

  @Test("An insert can take its rows from a query with a relation")
  func insertsSelection() async throws {
    let db = try await Related.database()
    let names = Album.where { $0.artist.born < 1950 }.select { ($0.id + 10, $0.artist.name) }
    try await db.run(
      Employee.insert {
        ($0.id, $0.name)
      } select: {
        names
      })
    #expect(try await db.fetch(Employee.where { $0.id > 10 }).map(\.name) == ["Fela"])
  }
}
