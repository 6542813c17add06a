import Foundation
import ORM
import Testing

@Suite("Rows and dictionaries")
struct RowConversionTests {
  @Table struct Album: Identifiable, Equatable {
    var id: Int?
    var title: String
    @Column("LAST_PLAYED") var lastPlayed: Date?
    var plays = 0
  }

  @Table struct Cover {
    var id: Int?
    var title: String
    @Column(lazy: true) var image: Lazy<Data>
    @Column(generated: .virtual("upper(title)")) var upper: String
  }

  @Test("A value is converted to a row of its written columns, and back")
  func both() throws {
    let album = Album(id: 3, title: "Promise", lastPlayed: Date(timeIntervalSince1970: 5), plays: 2)
    let row = try Row(album)
    #expect(row.columnNames == ["id", "title", "LAST_PLAYED", "plays"])
    #expect(row.dictionary == ["id": 3, "title": "Promise", "LAST_PLAYED": 5.0, "plays": 2])
    #expect(try row.decode(Album.self) == album)
    #expect(try Row(Album(title: "x")).values == [.null, "x", .null, 0])
  }

  @Test("A dictionary is decoded with case-insensitive names, and its other keys are ignored")
  func dictionary() throws {
    let row = Row(["ID": 1, "Title": "x", "last_played": .null, "plays": 4, "more": 5])
    #expect(try row.decode(Album.self) == Album(id: 1, title: "x", lastPlayed: nil, plays: 4))
    let missing = #expect(throws: RowDecodingError.self) { try Row(["id": 1]).decode(Album.self) }
    #expect(missing?.column == "title" && missing?.reason == .missingColumn)
    let twice = Row(["id": 1, "title": "x", "TITLE": "y", "LAST_PLAYED": .null, "plays": 0])
    #expect(throws: RowDecodingError.self) { try twice.decode(Album.self) }
    #expect(throws: RowDecodingError.self) {
      try Row(["id": 1, "title": 7, "LAST_PLAYED": .null, "plays": 0]).decode(Album.self)
    }
  }

  @Test("updated(from:) changes some columns of a value, but not its key")
  func updated() throws {
    let album = Album(id: 3, title: "Promise", lastPlayed: nil, plays: 2)
    let new = try album.updated(from: Row(["id": 9, "TITLE": "Diamond Life", "unknown": 1]))
    #expect(new == Album(id: 3, title: "Diamond Life", lastPlayed: nil, plays: 2))
    #expect(throws: RowDecodingError.self) { try album.updated(from: Row(["plays": "many"])) }
    #expect(try album.updated(from: Row([:])) == album)
  }

  @Test("A value's row omits generated columns, and lazy columns that are not loaded")
  func partly() async throws {
    let db = try Database.inMemory()
    try await db.create(Cover.self)
    let cover = try await db.insert(Cover.self) {
      $0.title = "x"
      $0.image = Data([1])
    }
    #expect(try Row(cover).columnNames == ["id", "title"])
    let row = try Row(cover).merging(Row(["upper": "X"]))
    #expect(try row.decode(Cover.self).upper == "X")
    #expect(throws: RowDecodingError.self) { try cover.updated(from: Row(["title": "y"])) }
    let fetched = try #require(try await db.first(Row.self, sql: "SELECT * FROM cover"))
    #expect(try fetched.decode(Cover.self).title == "x")
  }
}
