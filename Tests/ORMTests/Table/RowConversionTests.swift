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

  @Test("a value is a row of what is written, in the table's order, and a row is a value again")
  func both() throws {
    let album = Album(id: 3, title: "Promise", lastPlayed: Date(timeIntervalSince1970: 5), plays: 2)
    let row = try Row(album)
    #expect(row.columnNames == ["id", "title", "LAST_PLAYED", "plays"])
    #expect(row.dictionary == ["id": 3, "title": "Promise", "LAST_PLAYED": 5.0, "plays": 2])
    #expect(try row.decode(Album.self) == album)
    #expect(try Row(Album(title: "x")).values == [.null, "x", .null, 0])
  }

  @Test("a dictionary is a value, its names compared as SQLite compares them, others passed over")
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

  @Test("some columns change a value, which keeps its key and the others")
  func updated() throws {
    let album = Album(id: 3, title: "Promise", lastPlayed: nil, plays: 2)
    let new = try album.updated(from: Row(["id": 9, "TITLE": "Diamond Life", "unknown": 1]))
    #expect(new == Album(id: 3, title: "Diamond Life", lastPlayed: nil, plays: 2))
    #expect(throws: RowDecodingError.self) { try album.updated(from: Row(["plays": "many"])) }
    #expect(try album.updated(from: Row([:])) == album)
  }

  @Test("what the database fills is no part of the row, and neither is what was not loaded")
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
