import ORM
import Testing

@Suite("Raw SQL into selections with embedded rows")
struct NestedRawFetchTests {
  private typealias Album = Related.Album
  private typealias Artist = Related.Artist

  @Selection
  struct Line: Equatable {
    @Embedded let album: Related.Album
    @Embedded let artist: Related.Artist
    @Embedded let editor: Related.Artist?
    let tracks: Int
    @Column(as: JSON.self) var titles: [String] = []
  }

  private static let sql: SQL = """
    SELECT (SELECT count(*) FROM track WHERE albumID = album.id) AS tracks,
      \(columnsOf: Artist.self, in: "e", as: "editor"), \(columnsOf: Album.self, as: "album"),
      'x' AS other, \(columnsOf: Artist.self, in: "a", as: "artist"), '["x"]' AS Titles
    FROM album JOIN artist AS a ON a.id = artistID LEFT JOIN artist AS e ON e.id = editorID
    ORDER BY album.id
    """

  @Test("Rows of a join are decoded by their column prefixes, even two rows of one table")
  func rows() async throws {
    let db = try await Related.database()
    let text = try Self.sql.statement().sql
    #expect(
      text.contains(#""e"."id" AS "editor.id", "e"."name" AS "editor.name", "e"."born" AS"#))
    #expect(text.contains(#" "album"."id" AS "album.id", "album"."title" AS "album.title", "#))
    let lines = try await db.fetch(Line.self, sql: Self.sql)
    let expected = try await db.fetch(
      Album.order { $0.id }.select {
        ($0, $0.artist, $0.editor, $0.tracks.count())
      })
    #expect(!lines.isEmpty)
    #expect(
      lines
        == expected.map {
          Line(album: $0.0, artist: $0.1, editor: $0.2, tracks: $0.3, titles: ["x"])
        })
    #expect(lines.contains { $0.editor == nil } && lines.contains { $0.editor != nil })
    #expect(try await db.first(Line.self, sql: Self.sql) == lines.first)
    #expect(try await db.firstOrThrow(Line.self, sql: Self.sql) == lines.first)
    #expect(try await db.read { try $0.fetch(Line.self, sql: Self.sql) } == lines)
    var streamed: [Line] = []
    for try await line in db.stream(Line.self, sql: Self.sql) { streamed.append(line) }
    #expect(streamed == lines)
  }

  @Selection
  struct Outer: Equatable {
    @Embedded let inner: Inner
    @Embedded let artist: Related.Artist
    let n: Int
  }

  @Selection
  struct Inner: Equatable {
    @Embedded let album: Related.Album
    @Embedded let artist: Related.Artist
  }

  @Test("Prefixes can be written by hand, and selections can be nested")
  func nested() async throws {
    let db = try await Related.database()
    let lines = try await db.fetch(
      Outer.self,
      sql: """
        SELECT \(columnsOf: Album.self, as: "inner.album"), 7 AS N,
          \(columnsOf: Artist.self, in: "a", as: "INNER.artist"),
          a.born AS "artist.born", a.name AS "artist.name", a.id AS "ARTIST.ID"
        FROM album JOIN artist AS a ON a.id = artistID ORDER BY album.id
        """)
    #expect(!lines.isEmpty)
    #expect(lines.allSatisfy { $0.artist == $0.inner.artist && $0.n == 7 })
    #expect(lines.map(\.inner.album) == (try await db.fetch(Album.order { $0.id })))
  }

  @Test("A missing or ambiguous column is reported with its prefix")
  func missing() async throws {
    let db = try await Related.database()
    let errors: [(SQL, RowDecodingError)] = [
      (
        "SELECT album.*, artist.* FROM album JOIN artist ON artist.id = artistID",
        RowDecodingError(table: "Inner", column: "album.id", reason: .missingColumn)
      ),
      (
        """
        SELECT \(columnsOf: Album.self, as: "album"), artist.id AS "artist.id",
          artist.born AS "artist.born" FROM album, artist
        """,
        RowDecodingError(table: "Inner", column: "artist.name", reason: .missingColumn)
      ),
      (
        """
        SELECT \(columnsOf: Album.self, as: "album"), \(columnsOf: Artist.self, as: "artist"),
          1 AS "Artist.ID" FROM album, artist
        """,
        RowDecodingError(table: "Inner", column: "artist.id", reason: .ambiguousColumn)
      ),
    ]
    for (sql, expected) in errors {
      let error = await #expect(throws: RowDecodingError.self) {
        try await db.fetch(Inner.self, sql: sql)
      }
      #expect(error == expected)
    }
  }

  @Test("The error of a value that can't be decoded names the table, the column and the row")
  func values() async throws {
    let db = try await Related.database()
    let error = await #expect(throws: RowDecodingError.self) {
      try await db.fetch(
        Inner.self,
        sql: """
          SELECT \(columnsOf: Album.self, as: "album"), a.id AS "artist.id",
            NULL AS "artist.name", NULL AS "artist.born"
          FROM album JOIN artist AS a ON a.id = artistID ORDER BY album.id
          """)
    }
    #expect(error?.table == "artist" && error?.column == "artist.name" && error?.key?.count == 1)
  }

  @Selection
  struct Shelf {
    @Embedded let artist: Related.Artist
    let albums: [Related.Album]
  }

  @Test("A list in a selection of raw SQL is refused")
  func lists() async throws {
    let db = try await Related.database()
    let error = await #expect(throws: RowDecodingError.self) {
      try await db.fetch(
        Shelf.self, sql: "SELECT \(columnsOf: Artist.self, as: "artist"), 1 AS albums FROM artist")
    }
    #expect(error?.table == "Shelf" && error?.column == "albums")
    #expect(
      error?.description == #""Shelf"."albums": not a valid Array<Album>: raw SQL can select"#
        + " rows and values, but not lists; fetch lists with load")
  }

  /// A selection with more properties than a tuple of results can have.
  @Selection
  struct Wide: Equatable {
    @Embedded let artist: Related.Artist
    let a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int, i: Int, j: Int, k: Int
  }

  @Test("A selection can have any number of properties")
  func wide() async throws {
    let db = try await Related.database()
    let row = try await db.firstOrThrow(
      Wide.self,
      sql: """
        SELECT 1 AS a, 2 AS b, 3 AS c, 4 AS d, 5 AS e, 6 AS f, 7 AS g, 8 AS h, 9 AS i, 10 AS j,
          11 AS k, \(columnsOf: Artist.self, as: "artist") FROM artist WHERE name = 'Sade'
        """)
    #expect(row.artist.name == "Sade")
    #expect([row.a, row.e, row.i, row.j, row.k] == [1, 5, 9, 10, 11])
  }
}
