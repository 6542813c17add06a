import ORM
import Testing

/// Structs that a query fills with rows and lists.
@Suite("Selections of rows and lists")
struct NestedSelectionTests {
  private typealias Artist = Related.Artist
  private typealias Album = Related.Album
  private typealias Track = Related.Track

  @Selection
  struct AlbumLine: Equatable {
    @Embedded let album: Related.Album
    let tracks: [Related.Track]
  }

  @Selection
  struct Shelf: Equatable {
    @Embedded let artist: Related.Artist
    let albums: [AlbumLine]
    let count: Int
    @Embedded var first: Related.Album?
    var years: [Int] = []
  }

  @Test("A selected struct can contain rows, values, and lists of other selected structs")
  func nested() async throws {
    let db = try await Related.database()
    let shelves: [Shelf] = try await db.fetch(
      Artist.order { $0.id }.select {
        Shelf.select(
          artist: $0,
          albums: $0.albums.order { $0.id }.select {
            AlbumLine.select(album: $0, tracks: $0.tracks)
          }, count: $0.albums.count(), first: $0.albums.order { $0.title }.first,
          years: $0.albums.order { $0.id }.select { $0.id })
      })
    #expect(shelves.map(\.artist.name) == ["Sade", "Fela", "Nina"])
    #expect(shelves.map(\.count) == [2, 1, 0])
    #expect(shelves.map { $0.albums.map(\.album.id) } == [[1, 3], [2], []])
    #expect(shelves.map { $0.albums.map { $0.tracks.map(\.id) } } == [[[1], [3]], [[2]], []])
    #expect(shelves.map(\.first?.title) == ["Diamond Life", "Zombie", nil])
    #expect(shelves.map(\.years) == [[1, 3], [2], []])
  }

  @Selection
  struct Line: Equatable {
    @Embedded let album: Related.Album
    @Embedded let editor: Related.Artist?
    let seconds: Int
  }

  @Test("A selected struct can contain joined rows, and nil if no row matched")
  func rowsOfJoins() async throws {
    let db = try await Related.database()
    let query = Album.order { $0.id }.select {
      Line.select(album: $0, editor: $0.editor, seconds: 7)
    }
    let lines = try await db.fetch(query)
    #expect(lines.map(\.album.title) == ["Promise", "Zombie", "Diamond Life"])
    #expect(lines.map(\.editor?.name) == [nil, "Nina", "Sade"])
    #expect(lines.allSatisfy { $0.seconds == 7 })
    let joined = try await db.fetch(
      Album.join(Track.self) { $0.id == $1.albumID }.where { $1.seconds > 400 }
        .select { album, track in
          Line.select(album: album, editor: album.editor, seconds: track.seconds)
        })
    #expect(joined.map(\.seconds) == [746])
    var streamed: [Line] = []
    for try await line in db.stream(query) { streamed.append(line) }
    #expect(streamed == lines)
    #expect(try await db.first(query) == lines.first)
  }

  /// More properties than a query can select results.
  @Selection
  struct Wide: Equatable {
    @Embedded let a: Related.Album
    let b: Int, c: String, d: Int?, e: Int, f: Int, g: Int, h: Int, i: Int, j: Int, k: Int
    let tracks: [Related.Track]
    let last: String
  }

  @Test("A selected struct can have more than ten properties")
  func wide() async throws {
    let db = try await Related.database()
    let rows = try await db.fetch(
      Album.where { $0.id == 2 }.select {
        Wide.select(
          a: $0, b: $0.id, c: $0.title, d: $0.editorID, e: 5, f: 6, g: 7, h: 8, i: 9, j: 10,
          k: $0.tracks.count(), tracks: $0.tracks, last: "z")
      })
    let row = try #require(rows.first)
    #expect(row.a.title == "Zombie" && row.b == 2 && row.c == "Zombie" && row.d == 3)
    #expect([row.e, row.f, row.g, row.h, row.i, row.j, row.k] == [5, 6, 7, 8, 9, 10, 1])
    #expect(row.tracks.map(\.title) == ["Zombie"] && row.last == "z")
  }

  @Selection
  struct Keywords: Equatable {
    let `default`: [Related.Album]
    let `where`: Int
    @Embedded let `in`: Related.Artist
  }

  @Test("The properties of a selected struct can have keywords as names")
  func keywords() async throws {
    let db = try await Related.database()
    let rows = try await db.fetch(
      Artist.where { $0.id == 2 }.select {
        Keywords.select(default: $0.albums, where: $0.albums.count(), in: $0)
      })
    #expect(rows.map { $0.default.map(\.id) } == [[2]] && rows.map(\.where) == [1])
    #expect(rows.map(\.in.name) == ["Fela"])
  }

  @Test("Selected structs with lists can be paged, and can be loaded for fetched rows")
  func pagesAndLoads() async throws {
    let db = try await Related.database()
    let page = try await db.fetch(
      Album.order { $0.title }.select { AlbumLine.select(album: $0, tracks: $0.tracks) }
        .page(size: 2))
    #expect(page.rows.map(\.album.id) == [3, 1] && page.rows.map(\.tracks.count) == [1, 1])
    let albums = try await db.fetch(Album.order { $0.id })
    let loaded = try await db.load(albums) { AlbumLine.select(album: $0, tracks: $0.tracks) }
    #expect(loaded.map(\.1.tracks.first?.id) == [1, 2, 3])
  }
}

/// A selection that other modules can use.
@Selection
public struct PublicShelf: Equatable {
  public let names: [String]
}
