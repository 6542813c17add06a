import ORM
import Testing

@Suite("Columns next to an aggregate")
struct UngroupedColumnTests {
  private typealias Artist = Related.Artist
  private typealias Album = Related.Album

  @Table struct Titled {
    let id: Int
    @Column("long_name") var name: String
  }

  @Selection struct Total {
    var plays: Int
  }

  @Test("A column next to an aggregate of all rows is refused")
  func refused() throws {
    expectUngrouped("title") { Song.select { ($0.title, $0.count()) } }
    expectUngrouped("title") { Song.select { ($0.plays.sum(), $0.title.upper()) } }
    expectUngrouped("id") {
      Song.where { $0.plays > 3 }.select { ($0, $0.plays.average()) }
    }
  }

  @Test("A column next to an aggregate is refused in any kind of expression")
  func refusedExpressions() throws {
    expectUngrouped("plays") { Song.select { $0.plays + $0.count() } }
    expectUngrouped("title") { Song.select { $0.title + $0.title.groupConcat() } }
    expectUngrouped("plays") { Song.select { Total.select(plays: $0.plays + $0.count()) } }
    expectUngrouped("title") {
      Song.select { ($0.title, SQLCase.when($0.count() > 3, then: "many").else("few")) }
    }
    expectUngrouped("title") {
      Song.select { SQLCase.when($0.count() > 3, then: $0.title).else("few") }
    }
    expectUngrouped("plays") { Song.select { ($0.count(), $0.plays.between(1...2)) } }
    expectUngrouped("plays") { Song.select { ($0.count(), $0.plays.in([1, 2])) } }
    expectUngrouped("title") { Song.select { ($0.count(), $0.title.like("S%")) } }
    expectUngrouped("isFavorite") { Song.select { ($0.count(), !$0.isFavorite) } }
    expectUngrouped("plays") {
      Song.select { ($0.count(), $0.plays.in(Song.select { $0.id })) }
    }
  }

  @Test("A related column, row or list next to an aggregate is refused")
  func refusedRelations() throws {
    expectUngrouped("name") { Album.select { ($0.artist.name, $0.count()) } }
    expectUngrouped("id") { Album.select { ($0.artist, $0.count()) } }
    expectUngrouped("name") {
      Album.join(Artist.self) { $0.artistID == $1.id }.select { ($1.name, $0.id.count()) }
    }
    // The albums of which artist?
    expectUngrouped("id") { Artist.select { ($0.count(), $0.albums.count()) } }
    let lists = Artist.select { ($0.albums, $0.count()) }
    let error = #expect(throws: UngroupedColumnError.self) { try lists.statement() }
    #expect(error?.description.contains(#"the key "id""#) == true)
  }

  @Test("A column in raw SQL next to an aggregate is refused, unless a call may aggregate it")
  func rawSQL() throws {
    expectUngrouped("title") {
      Song.select { ($0.count(), SQLExpression(sql: "\($0.title)", as: String.self)) }
    }
    expectUngrouped("plays") {
      Song.select { ($0.count(), SQLExpression(sql: "2 * (\($0.plays) + 1)", as: Int.self)) }
    }
    expectUngrouped("title") {
      Song.select { ($0.title, SQLExpression(sql: "1 + \($0.count())", as: Int.self)) }
    }
    _ = try Song.select { ($0.count(), SQLExpression(sql: "sum(\($0.plays) + 1)", as: Int.self)) }
      .statement()
    _ = try Song.select {
      ($0.count(), SQLExpression(sql: "(SELECT \($0.plays) FROM \(Song.self))", as: Int.self))
    }.statement()
    _ = try Song.select {
      ($0.title, SQLExpression(sql: "\($0.plays.sum()) OVER ()", as: Int.self))
    }.statement()
  }

  @Test("An aggregate in a subquery belongs to the query that has its columns, as in SQLite")
  func subqueries() async throws {
    expectUngrouped("title") {
      Song.select { song in (song.title, Artist.select { _ in song.plays.sum() }.scalar()) }
    }
    expectUngrouped("plays") {
      Song.select { song in
        (song.count(), Artist.where { $0.id == song.plays }.select { $0.name }.scalar())
      }
    }
    let db = try await Song.database()
    let totals = try await db.fetch(
      Song.select { song in
        let fewer = Song.as("other").where { $0.plays < song.plays }
        (song.title, fewer.select { $0.count() }.scalar())
      }.order { $0.id }.limit(1))
    #expect(totals.map(\.1) == [2])
    _ = try Song.select { ($0.count(), Artist.select { $0.count() }.scalar()) }.statement()
    _ = try Artist.select { $0.albums.count().sum() }.statement()
    _ = try Album.group { $0.artistID }.select { album in
      (album.artistID, Artist.select { ($0.name, album.id.sum()) }.exists())
    }.statement()
  }

  @Test("A subquery of exists can have a column next to an aggregate, as its values are not used")
  func exists() throws {
    _ = try Artist.where { artist in
      Album.where { $0.artistID == artist.id }.select { ($0.title, $0.count()) }.exists()
    }.statement()
    // A query inside of it is checked.
    expectUngrouped("title") {
      Artist.where { artist in
        Album.where { $0.title.in(Song.select { $0.title + $0.title.groupConcat() }) }.exists()
      }
    }
  }

  @Test("A column of a source with a single row is accepted next to an aggregate")
  func singleRow() throws {
    let total = TableExpression(
      Song.select { Total.select(plays: $0.plays.sum().coalesce(0)) }, as: "total")
    _ = try Song.crossJoin(source: total).select { ($0.count(), $1.plays) }.statement()
    _ = try total.all.select { ($0.plays, $0.count()) }.statement()
    expectUngrouped("title") {
      Song.crossJoin(source: total).select { ($0.title, $1.plays.sum()) }
    }
    expectUngrouped("plays") {
      Song.leftJoin(source: total) { $0.plays == $1.plays }.select { ($0.count(), $1.plays) }
    }
  }

  @Test("The error of an ungrouped column names it, and suggests a separate query")
  func description() async throws {
    let renamed = #expect(throws: UngroupedColumnError(column: "long_name")) {
      try Titled.select { ($0.name, $0.count()) }.statement()
    }
    let text = renamed?.description ?? ""
    #expect(text.hasPrefix(#"the column "long_name" is selected next to an aggregate"#))
    #expect(!text.contains("$0."))

    let db = try await Related.database()
    let artist = try #require(try await db.find(Artist.self, 1))
    let error = await #expect(throws: UngroupedColumnError.self) {
      try await db.load(of: artist) { $0.count() }
    }
    #expect(error?.description.contains("fetch the aggregate with a separate query") == true)
  }

  @Test("A column next to min or max, in a group or in a window is accepted")
  func accepted() throws {
    _ = try Song.select { ($0.title, $0.plays.max()) }.statement()
    _ = try Song.select { ($0.title, $0.count(), $0.plays.min()) }.statement()
    _ = try Song.select { ($0.title, $0.plays.max() ?? 0) }.statement()
    _ = try Song.group { $0.title }.select { ($0.title, $0.count()) }.statement()
    _ = try Song.group { $0.id }.select { ($0.title, $0.count()) }.statement()
    _ = try Song.select { ($0.title, $0.count().over()) }.statement()
    _ = try Song.select { ($0.count(), $0.plays.sum(), 3) }.statement()
    _ = try Song.select { ($0.count(), $0.plays.sum().sum().over(order: $0.plays)) }.statement()
    _ = try Song.select { ($0.count(where: $0.plays > 3), $0.plays.sum() + 1) }.statement()
    _ = try Song.select { ($0.title.groupConcat(order: $0.plays), $0.id.count()) }.statement()
  }

  @Test("An argument of a window function next to an aggregate is refused")
  func windowArguments() throws {
    expectUngrouped("plays") { Song.select { ($0.count(), $0.plays.sum().over()) } }
    expectUngrouped("title") { Song.select { ($0.title, $0.plays.sum().sum().over()) } }
  }

  @Test("A column of an outer query is constant in a subquery")
  func outerColumn() throws {
    let query = Song.where { song in
      Song.as("other").where { $0.plays > song.plays }.having { $0.count() > 1 }
        .select { ($0.count(), song.id) }.exists()
    }
    _ = try query.statement()
    _ = try Song.select { song in
      Song.as("other").select { $0.plays.sum().coalesce(0) + song.plays }.scalar()
    }.statement()
  }
}

private func expectUngrouped(
  _ column: String, _ query: () -> some StatementConvertible,
  at location: SourceLocation = #_sourceLocation
) {
  #expect(throws: UngroupedColumnError(column: column), sourceLocation: location) {
    try query().statement()
  }
}
