import Testing

@Suite("Expansions of @Selection")
struct SelectionExpansionTests {
  @Test("A selection has columns, names, decoding, and a function that fills it")
  func selection() {
    expectExpansion(
      """
      @Selection public struct Line {
        public let title: String
        @Column("n") var tracks: Int?
      }
      """,
      """
      public struct Line {
        public let title: String
        var tracks: Int?

        public nonisolated init(title: String) {
          self.title = title
        }

        nonisolated init(title: String, tracks: Int? = nil) {
          self.title = title
          self.tracks = tracks
        }
      }

      nonisolated extension Line: ORM.Selection, ORM.SelectableRow {
        public struct Columns: ORM.TableColumns {
          public typealias SelectedResult = ORM.WholeRow<Line>
          public typealias OuterScope = ORM.OuterColumns<Self>
          let source: ORM.TableSource
          public static func source(of columns: Self) -> ORM.TableSource { columns.source }
          public init(source: ORM.TableSource) { self.source = source }
          #sourceLocation(file: "Test.swift", line: 2)
          public var title: ORM.Column<Line, String> { ORM.Column("title", in: source) }
          var tracks: ORM.Column<Line, Int?> { ORM.Column("n", in: source) }
          #sourceLocation()
        }
        public static var columnCount: Int { 2 }
        public static var selectedColumns: [String] { ["title", "n"] }
        public init<Row: ORM.RowReader & ~Copyable>(row: borrowing Row) throws {
          let title = try String.read(from: row, at: 0)
          let tracks = try Int?.read(from: row, at: 1)
          self.init(title: title, tracks: tracks)
        }
        public static func results(of row: Self) -> [ORM.ResultColumn] {
          [
            ORM.ResultColumn(row.title, of: String.self, as: "title"),
            ORM.ResultColumn(row.tracks, of: Int?.self, as: "n"),
          ]
        }
        public static func select<Column2: ORM.SelectableColumn>(
          title: some ORM.SelectableColumn<String>,
          tracks: Column2
        ) -> ORM.Selected<Line>
        where
          Column2.Representation.Nullable == Int?
        {
          ORM.Selected([
            ORM.ResultColumn(title, as: "title"),
            ORM.ResultColumn(tracks, as: "n"),
          ])
        }
      }
      """)
  }

  @Test("Rows and lists are each filled by an expression of their type")
  func rowsAndLists() {
    expectExpansion(
      """
      @Selection public struct Shelf {
        @Embedded public let artist: Artist
        public let albums: [AlbumLine]
        public var count: Int
      }
      """,
      """
      public struct Shelf {
        public let artist: Artist
        public let albums: [AlbumLine]
        public var count: Int

        #sourceLocation(file: "Test.swift", line: 2)
        public nonisolated init(artist: Artist, albums: [AlbumLine], count: Int) {
          self.artist = artist
          self.albums = albums
          self.count = count
        }
        #sourceLocation()
      }

      nonisolated extension Shelf: ORM.NestedSelection {
        public enum ColumnTypes {
          #sourceLocation(file: "Test.swift", line: 2)
          public typealias artist = Artist
          public typealias albums = [AlbumLine]
          #sourceLocation()
        }
        public typealias Parts = (ColumnTypes.artist, ColumnTypes.albums, Int)
        public init(parts: Parts) {
          self.init(artist: parts.0, albums: parts.1, count: parts.2)
        }
        public static func addParts(to layout: inout ORM.NestedLayout) throws {
          try layout.add(ColumnTypes.artist.self, "artist.")
          try layout.add(ColumnTypes.albums.self, "albums")
          try layout.add(Int.self, "count")
        }
        public static func parts<Row: ORM.RowReader & ~Copyable>(
          of row: borrowing Row, at place: inout Int
        ) throws -> Parts {
          (
            try ORM.NestedPart.read(ColumnTypes.artist.self, from: row, at: &place),
            try ORM.NestedPart.read(ColumnTypes.albums.self, from: row, at: &place),
            try ORM.NestedPart.read(Int.self, from: row, at: &place)
          )
        }
        public static func select<Part1: ORM.Selectable, Part2: ORM.Selectable, Part3: ORM.Selectable>(
          artist: Part1, albums: Part2, count: Part3
        ) -> ORM.NestedSelected<Shelf, ORM.Results3<Part1.SelectedResult, Part2.SelectedResult, Part3.SelectedResult>>
        where
          Part1.SelectedResult.Output == ColumnTypes.artist,
          Part2.SelectedResult.Output == ColumnTypes.albums,
          Part3.SelectedResult.Output == Int
        {
          ORM.NestedSelected([artist.results, albums.results, count.results])
        }
      }
      """)
  }

  @Test("An array in a selection is a list, unless it is bytes or has a representation")
  func lists() {
    func isOfLists(_ property: String) -> Bool {
      expand("@Selection struct Line { \(property) }").source.contains("NestedSelection")
    }
    for property in [
      "let a: [Int]", "let a: Array<Row>", "let a: [[String: Int]]", "let a: [(Int, b: Int)]",
    ] {
      #expect(isOfLists(property), "\(property)")
    }
    for property in [
      "let a: [UInt8]", "@Column(as: JSON.self) let a: [Int]", "let a: [Int: Int]", "let a: Int",
    ] {
      #expect(!isOfLists(property), "\(property)")
    }
  }

  @Test("An error in a result of an unknown type is reported at its property")
  func resultsOnTheirLines() {
    let source = expand(
      """
      @Selection struct Line {
        let title: String
        let kind: Kind
      }
      """
    ).source
    #expect(
      source.contains(
        """
          ) -> ORM.Selected<Line> {
            #sourceLocation(file: "Test.swift", line: 3)
            let kind = ORM.ResultColumn(kind, as: "kind")
            #sourceLocation()
            return ORM.Selected([
              ORM.ResultColumn(title, as: "title"),
              kind,
            ])
          }
        """))
  }
}
