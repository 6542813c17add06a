import ORM
import Testing

@Suite("Columns next to an aggregate")
struct UngroupedColumnTests {
  @Test("A column next to an aggregate of all rows is refused")
  func refused() throws {
    #expect(throws: UngroupedColumnError(column: "title")) {
      try Song.select { ($0.title, $0.count()) }.statement()
    }
    #expect(throws: UngroupedColumnError(column: "title")) {
      try Song.select { ($0.plays.sum(), $0.title.upper()) }.statement()
    }
    #expect(throws: UngroupedColumnError(column: "id")) {
      try Song.where { $0.plays > 3 }.select { ($0, $0.plays.average()) }.statement()
    }
  }

  @Test("The error says what to write")
  func description() {
    let error = UngroupedColumnError(column: "title")
    #expect(error.description.contains(".group { $0.title }"))
  }

  @Test("A column next to min or max, in a group or in a window is not refused")
  func accepted() throws {
    _ = try Song.select { ($0.title, $0.plays.max()) }.statement()
    _ = try Song.select { ($0.title, $0.count(), $0.plays.min()) }.statement()
    _ = try Song.group { $0.title }.select { ($0.title, $0.count()) }.statement()
    _ = try Song.group { $0.id }.select { ($0.title, $0.count()) }.statement()
    _ = try Song.select { ($0.title, $0.count().over()) }.statement()
    _ = try Song.select { ($0.count(), $0.plays.sum(), 3) }.statement()
  }

  @Test("A column of an outer query is constant in a subquery")
  func outerColumn() throws {
    let query = Song.where { song in
      Song.as("other").where { $0.plays > song.plays }.having { $0.count() > 1 }
        .select { ($0.count(), song.id) }.exists()
    }
    _ = try query.statement()
  }

  @Test("A column in any expression next to an aggregate is refused")
  func expressions() throws {
    let plays = UngroupedColumnError(column: "plays")
    #expect(throws: plays) { try Song.select { $0.plays + $0.count() }.statement() }
    #expect(throws: plays) { try Song.select { ($0.count(), $0.plays.between(1...2)) }.statement() }
    #expect(throws: plays) { try Song.select { ($0.count(), $0.plays.in([1, 2])) }.statement() }
    #expect(throws: UngroupedColumnError(column: "title")) {
      try Song.select { ($0.count(), $0.title.like("S%")) }.statement()
    }
    #expect(throws: UngroupedColumnError(column: "title")) {
      try Song.select { ($0.title, SQLCase.when($0.count() > 3, then: "many").else("few")) }
        .statement()
    }
    #expect(throws: UngroupedColumnError(column: "title")) {
      try Song.select { ($0.count(), SQLExpression(sql: "\($0.title)", as: String.self)) }
        .statement()
    }
    #expect(throws: plays) { try Song.select { ($0.count(), $0.plays.max().over()) }.statement() }
    #expect(throws: plays) {
      try Song.all.having { $0.plays > 3 }.select { $0.count() }.statement()
    }
    _ = try Song.select { $0.plays.sum() ?? 0 }.statement()
    _ = try Song.select { $0.plays.sum().sum().over() }.statement()
    _ = try Song.select { SQLCase.when($0.count() > 3, then: "many").else("few") }.statement()
    _ = try Song.select { ($0.count(), SQLExpression(sql: "total(\($0.plays))", as: Double.self)) }
      .statement()
  }

  @Test("A column of a related row, and a subquery that uses a column, are refused")
  func related() throws {
    #expect(throws: UngroupedColumnError(column: "artist.name")) {
      try Related.Album.select { ($0.artist.name, $0.count()) }.statement()
    }
    #expect(throws: UngroupedColumnError(column: "artist.id")) {
      try Related.Album.select { ($0.artist, $0.count()) }.statement()
    }
    #expect(throws: UngroupedColumnError(column: "id")) {
      try Related.Artist.select { ($0.count(), $0.albums.count()) }.statement()
    }
    #expect(throws: UngroupedColumnError(column: "id")) {
      try Related.Artist.select { ($0.count(), $0.tags.distinct().count()) }.statement()
    }
    #expect(throws: UngroupedColumnError(column: "id")) {
      try Related.Artist.select { artist in
        (
          artist.count(),
          Related.Album.where { $0.artistID == artist.id }.select { $0.title }.scalar()
        )
      }.statement()
    }
    _ = try Related.Album.select { ($0.artist.name.max(), $0.count()) }.statement()
    _ = try Related.Artist.select { ($0.count(), $0.albums.count().sum()) }.statement()
    _ = try Related.Artist.select {
      ($0.count(), Related.Artist.where { $0.id == 1 }.select { $0.name }.scalar())
    }.statement()
    let description = UngroupedColumnError(column: "artist.name").description
    #expect(description.contains(".group { $0.artist.name }"))
  }
}
