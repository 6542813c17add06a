import ORM
import Testing

@Suite("Names of common table expressions")
struct CommonTableNameTests {
  private typealias Artist = CatalogArtist
  private typealias Album = CatalogAlbum

  @Selection fileprivate struct Number {
    var n: Int
  }

  private func numbers(_ values: [Int], as name: String) -> TableExpression<Number> {
    TableExpression(values: values, as: name) { Number.select(n: $0) }
  }

  private func expectRefused(
    _ name: String, isTable: Bool, _ query: some StatementConvertible,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: CommonTableNameError.self, sourceLocation: sourceLocation) {
      try query.statement()
    }
    #expect(error?.name == name, sourceLocation: sourceLocation)
    #expect(error?.isTable == isTable, sourceLocation: sourceLocation)
  }

  @Test("A common table expression can't hide a table that the statement reads")
  func tables() throws {
    let album = numbers([1, 2], as: "Album")
    let condition = Album.where { $0.id.in(album.all.select { $0.n }) }
    expectRefused("album", isTable: true, album.all.join(Album.self) { $0.n == $1.id })
    expectRefused("Album", isTable: true, Album.join(source: album) { $0.id == $1.n })
    expectRefused("Album", isTable: true, condition)
    expectRefused("Album", isTable: true, condition.select { $0.title })
    expectRefused("Album", isTable: true, condition.order { $0.id }.limit(1).delete())
    expectRefused(
      "album", isTable: true, TableExpression(with: "album", as: Album.where { $0.id > 1 }).all)
    let error = #expect(throws: CommonTableNameError.self) { try condition.statement() }
    #expect(error?.description.contains("give the expression another name") == true)
  }

  @Test("A common table expression can't hide the table of a relation")
  func relations() throws {
    typealias Album = Related.Album
    let artist = numbers([1], as: "artist")
    let query = Album.where { $0.artistID.in(artist.all.select { $0.n }) }
    expectRefused("artist", isTable: true, query.select { $0.artist.name })
    expectRefused("artist", isTable: true, query.where { $0.artist.name == "Sade" })
    let tracks = numbers([1], as: "track")
    expectRefused(
      "track", isTable: true,
      Album.where { $0.tracks.count().in(tracks.all.select { $0.n }) })
  }

  @Test("Two different common table expressions of a statement can't have the same name")
  func sameName() throws {
    let (ones, twos) = (numbers([1], as: "number"), numbers([2], as: "NUMBER"))
    expectRefused("NUMBER", isTable: false, ones.all.join(source: twos) { $0.n == $1.n })
    expectRefused(
      "number", isTable: false, twos.all.where { $0.n.in(ones.all.select { $0.n }) })
  }

  @Test("A common table expression may have the name of a table that the statement does not read")
  func allowed() async throws {
    let db = try await Catalog.database()
    let album = numbers([1, 2], as: "album")
    #expect(try await db.fetch(album.all.select { $0.n }) == [1, 2])
    let again = numbers([1, 2], as: "album")
    let twice = album.all.where { $0.n.in(again.all.where { $0.n > 1 }.select { $0.n }) }
    #expect(try await db.fetch(twice.select { $0.n }) == [2])
    // The target of a write is always the table.
    try await db.run(
      Album.all.update(source: album) {
        $0.year = $1.n
      } where: {
        $0.id == $1.n
      })
    #expect(try await db.fetch(Album.order { $0.id }.select { $0.year }) == [1, 2, nil, 1992])
    try await db.run(Album.where { $0.id.in(album.all.select { $0.n }) }.delete())
    #expect(try await db.fetch(Album.order { $0.id }.select { $0.id }) == [3, 4])
  }

  @Test("A recursive common table expression reads itself")
  func recursion() async throws {
    let db = try await Catalog.database()
    let line = TableExpression(recursive: "line", from: Artist.where { $0.id == 3 }) { line in
      Artist.join(source: line) { $0.id == $1.mentor }.select { artist, _ in artist }
    }
    let pairs = line.all.join(source: line, as: "other") { $0.mentor == $1.id }
    #expect(try await db.count(pairs) == 2)
  }
}
