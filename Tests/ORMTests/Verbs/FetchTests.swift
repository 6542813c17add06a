import Foundation
import ORM
import Testing

@Suite("Fetching rows")
struct FetchTests {
  let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Band.self, Record.self, Seat.self, Poster.self)
    try await db.insert(Band(id: 1, name: "Sade", founded: Date(timeIntervalSince1970: 0.25)))
    try await db.insert([
      Record(id: 1, title: "Diamond Life", bandID: 1, plays: 7),
      Record(id: 2, title: "Promise", bandID: 1, plays: 3, note: "a note"),
      Record(id: 3, title: "Dusk", plays: 5),
    ])
    try await db.insert([Seat(line: "A", number: 1, guest: "Ada"), Seat(line: "A", number: 2)])
  }

  @Test("A fetch returns every row with the values that were inserted")
  func all() async throws {
    let bands = try await db.fetch(Band.self)
    #expect(bands == [Band(id: 1, name: "Sade", founded: Date(timeIntervalSince1970: 0.25))])
    #expect(try await db.fetch(Record.self).map(\.id) == [1, 2, 3])
    #expect(try await db.read { try $0.fetch(Record.self).map(\.plays) } == [7, 3, 5])
  }

  @Test("A fetch with a condition returns the rows that meet it")
  func condition() async throws {
    let noted = try await db.fetch(Record.self, where: { $0.bandID == 1 && $0.note != nil })
    #expect(noted.map(\.title) == ["Promise"])
    let plain = try await db.read { try $0.fetch(Record.self, where: { $0.note == nil }) }
    #expect(plain.map(\.id) == [1, 3])
  }

  @Test("A query is fetched in its order and with its limit")
  func query() async throws {
    let query = Record.where { $0.title.like("D%") }.order { $0.plays }.limit(1)
    let titles = try await db.fetch(query).map(\.title)
    #expect(titles == ["Dusk"])
    let read = try await db.read { try $0.fetch(query) }
    #expect(read.map(\.title) == ["Dusk"])
  }

  @Test("first returns the first row of a query, or nil")
  func first() async throws {
    let most = Record.order { $0.plays.desc() }
    let first = try await db.first(most)
    #expect(first?.id == 1)
    let none = try await db.first(most.limit(0))
    #expect(none == nil)
    let dusk = try await db.first(Record.self, where: { $0.title == "Dusk" })
    #expect(dusk?.id == 3)
    let dawn = try await db.first(Record.self, where: { $0.title == "Dawn" })
    #expect(dawn == nil)
    let second = try await db.read { try $0.first(most.limit(1, offset: 1)) }
    #expect(second?.id == 3)
    let played = try await db.read { try $0.first(Record.self, where: { $0.plays > 100 }) }
    #expect(played == nil)
  }

  @Test("find returns the row with a key, or nil")
  func find() async throws {
    #expect(try await db.find(Record.self, 2)?.title == "Promise")
    #expect(try await db.find(Record.self, 4) == nil)
    #expect(try await db.read { try $0.find(Band.self, 1)?.name } == "Sade")
  }

  @Test("A row is found by a key of two columns, both of which have to match")
  func findComposite() async throws {
    #expect(try await db.find(Seat.self, ("A", 1))?.guest == "Ada")
    #expect(try await db.find(Seat.self, ("A", 3)) == nil)
    #expect(try await db.find(Seat.self, ("B", 1)) == nil)
    #expect(try await db.read { try $0.find(Seat.self, ("A", 2)) } == Seat(line: "A", number: 2))
  }

  @Test("count returns the number of rows of a table or a query, or of those that meet a condition")
  func count() async throws {
    #expect(try await db.count(Record.self) == 3)
    #expect(try await db.count(Record.self, where: { $0.bandID == 1 }) == 2)
    #expect(try await db.count(Record.limit(2)) == 2)
    try await db.read { db throws in
      #expect(try db.count(Record.self) == 3)
      #expect(try db.count(Record.self, where: { $0.bandID == 9 }) == 0)
      #expect(try db.count(Record.where { $0.plays > 4 }) == 2)
    }
  }

  @Test("exists returns whether a row exists, by condition, query or key")
  func exists() async throws {
    #expect(try await db.exists(Record.self, where: { $0.plays == 7 }))
    #expect(try await !db.exists(Record.self, where: { $0.plays == 8 }))
    #expect(try await !db.exists(Record.limit(1, offset: 3)))
    #expect(try await db.exists(Seat.self, key: ("A", 2)))
    try await db.read { db throws in
      #expect(try db.exists(Record.all))
      #expect(try db.exists(Record.self, where: { $0.note != nil }))
      #expect(try db.exists(Record.self, key: 3))
      #expect(try !db.exists(Record.self, key: 4))
    }
  }

  @Test("refresh returns the row with its current values")
  func refresh() async throws {
    let old = try #require(try await db.find(Record.self, 1))
    try await db.execute("UPDATE record SET plays = 8 WHERE id = 1")
    #expect(try await db.refresh(old).plays == 8)
    #expect(try await db.read { try $0.refresh(old).plays } == 8)
  }

  @Test("A lazy column is fetched by load, not with its row")
  func load() async throws {
    try await db.insert(Poster(id: 1, caption: "Live", image: .loaded([1, 2, 3])))
    try await db.insert(Poster(id: 2, caption: "Blank", image: .loaded(nil)))
    let poster = try #require(try await db.find(Poster.self, 1))
    #expect(poster.image == .unloaded)
    #expect(try await db.load(\.image, of: poster) == [1, 2, 3])
    let blank = try #require(try await db.find(Poster.self, 2))
    #expect(try await db.read { try $0.load(\.image, of: blank) } == nil)
    let gone = Poster(id: 3, caption: "", image: .unloaded)
    await #expect(throws: RowNotFoundError(table: "poster")) {
      try await db.load(\.image, of: gone)
    }
  }
}
