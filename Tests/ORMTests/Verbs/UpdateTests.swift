import ORM
import Testing

@Suite("Updating")
struct UpdateTests {
  let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Band.self, Record.self, Seat.self, Label.self, Member.self, Poster.self)
    try await db.insert([
      Record(id: 1, title: "Promise", plays: 3, note: "a note"), Record(id: 2, title: "Dusk"),
    ])
  }

  @Test("every column of the row with the key is written, and of no other row")
  func all() async throws {
    let new = Record(id: 1, title: "Promise (remaster)", plays: 4)
    try await db.update(new)
    #expect(try await db.fetch(Record.self) == [new, Record(id: 2, title: "Dusk")])
    let newer = Record(id: 2, title: "Dawn", plays: 9, note: "n")
    try await db.transaction { try $0.update(newer) }
    #expect(try await db.fetch(Record.self) == [new, newer])
  }

  @Test("many rows are written, all or none")
  func many() async throws {
    let new = [Record(id: 1, title: "One"), Record(id: 2, title: "Two")]
    try await db.update(new)
    #expect(try await db.fetch(Record.self) == new)
    await #expect(throws: RowNotFoundError(table: "record")) {
      try await db.update([Record(id: 1, title: "lost"), Record(id: 3, title: "not there")])
    }
    #expect(try await db.fetch(Record.self) == new)
  }

  @Test("of many rows, one without a key throws, and none is kept")
  func manyWithoutKey() async throws {
    await #expect(throws: MissingPrimaryKeyError(table: "record")) {
      try await db.update([Record(id: 1, title: "lost"), Record(title: "new")])
    }
    #expect(try await db.fetch(Record.self).map(\.title) == ["Promise", "Dusk"])
  }

  @Test("no rows write nothing, and ask for nothing: their table need not be there")
  func none() async throws {
    try await db.drop(Record.self)
    try await db.update([] as [Record])
    try await db.read { try $0.update([] as [Record]) }
  }

  @Test("named columns are written and no others")
  func named() async throws {
    let changed = Record(id: 1, title: "New", bandID: nil, plays: 99, note: nil)
    try await db.update(changed, columns: \.title)
    #expect(
      try await db.find(Record.self, 1)
        == Record(id: 1, title: "New", plays: 3, note: "a note"))
    try await db.transaction { try $0.update(changed, columns: \.plays, \.note) }
    #expect(try await db.find(Record.self, 1) == changed)
  }

  @Test("named columns of a row that is not there throw")
  func namedMissing() async throws {
    let gone = Record(id: 3, title: "not there")
    await #expect(throws: RowNotFoundError(table: "record")) {
      try await db.update(gone, columns: \.title)
    }
  }

  @Test("what differs from the old state is written, and nothing else")
  func fromOld() async throws {
    let old = try #require(try await db.find(Record.self, 1))
    // Someone else has written meanwhile.
    try await db.execute("UPDATE record SET plays = 50 WHERE id = 1")
    var new = old
    new.title = "New"
    new.note = nil
    #expect(try await db.updateChanges(new, from: old))
    #expect(
      try await db.find(Record.self, 1) == Record(id: 1, title: "New", plays: 50, note: nil))
  }

  @Test("a changed key is followed: the old row gets the new key")
  func changedKey() async throws {
    let old = try #require(try await db.find(Record.self, 1))
    var new = old
    new.id = 7
    #expect(try await db.updateChanges(new, from: old))
    #expect(try await db.fetch(Record.order { $0.id }).map(\.id) == [2, 7])
    let seat = try await db.insert(Seat(line: "A", number: 1, guest: "Ada"))
    let moved = Seat(line: "B", number: 9, guest: "Ada")
    #expect(try await db.transaction { try $0.updateChanges(moved, from: seat) })
    #expect(try await db.fetch(Seat.self) == [moved])
    let label = try await db.insert(Label(name: "Epic", city: "London"))
    #expect(try await db.updateChanges(Label(name: "Sony", city: "Tokyo"), from: label))
    #expect(try await db.fetch(Label.self) == [Label(name: "Sony", city: "Tokyo")])
  }

  @Test("a change from a row that is gone throws")
  func fromGone() async throws {
    let old = Record(id: 3, title: "not there")
    let new = Record(id: 3, title: "new")
    await #expect(throws: RowNotFoundError(table: "record")) {
      try await db.updateChanges(new, from: old)
    }
  }

  @Test("a table that is nothing but its key updates to itself, and throws where there is no row")
  func onlyKey() async throws {
    let member = try await db.insert(Member(bandID: 1, person: "Sade Adu"))
    try await db.update(member)
    #expect(try await db.fetch(Member.self) == [member])
    await #expect(throws: RowNotFoundError(table: "member")) {
      try await db.update(Member(bandID: 2, person: "Sade Adu"))
    }
    try await db.update([member])
    await #expect(throws: RowNotFoundError(table: "member")) {
      try await db.update([member, Member(bandID: 2, person: "Sade Adu")])
    }
  }

  @Test("a lazy column that was not loaded stays as it is")
  func lazy() async throws {
    try await db.insert(Poster(id: 1, caption: "Live", image: .loaded([1, 2])))
    var poster = try #require(try await db.find(Poster.self, 1))
    poster.caption = "Late"
    try await db.update(poster)
    let old = poster
    poster.caption = "Later"
    #expect(try await db.updateChanges(poster, from: old))
    try await db.save(poster)
    #expect(try await db.find(Poster.self, 1)?.caption == "Later")
    #expect(try await db.load(\.image, of: poster) == [1, 2])
    #expect(try await db.update(poster, columns: \.caption) == ())
  }

  @Test("of many rows, each keeps the lazy columns that were not loaded")
  func manyLazy() async throws {
    for id in 1...3 {
      try await db.insert(Poster(id: id, caption: "Live", image: .loaded([UInt8(id)])))
    }
    var posters = try await db.fetch(Poster.order { $0.id })
    for index in posters.indices { posters[index].caption = "Late" }
    posters[1].image = .loaded([9])
    try await db.update(posters)
    let new = try await db.fetch(Poster.order { $0.id })
    #expect(new.map(\.caption) == ["Late", "Late", "Late"])
    var images: [[UInt8]?] = []
    for poster in new { images.append(try await db.load(\.image, of: poster)) }
    #expect(images == [[1], [9], [3]])
  }

  @Test("a lazy column is written once it is loaded, NULL included")
  func loadedLazy() async throws {
    try await db.insert(Poster(id: 1, caption: "Live", image: .loaded([1, 2])))
    let unloaded = try #require(try await db.find(Poster.self, 1))
    var poster = unloaded
    poster.image = .loaded([3])
    #expect(try await db.updateChanges(poster, from: unloaded))
    #expect(try await db.load(\.image, of: poster) == [3])
    poster.image = .loaded(nil)
    #expect(try await db.updateChanges(poster, from: unloaded))
    #expect(try await db.load(\.image, of: poster) == nil)
    poster.image = .loaded([4])
    try await db.update(poster)
    #expect(try await db.load(\.image, of: poster) == [4])
  }

  @Test("a lazy column that was not loaded can't be written by its name")
  func namedUnloaded() async throws {
    try await db.insert(Poster(id: 1, caption: "Live", image: .loaded([1, 2])))
    let poster = try #require(try await db.find(Poster.self, 1))
    try? await db.update(poster, columns: \.image)
    #expect(try await db.load(\.image, of: poster) == [1, 2])
  }
}
