import ORM
import Testing

@Suite("Updating rows")
struct UpdateTests {
  let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Band.self, Record.self, Seat.self, Label.self, Member.self, Poster.self)
    try await db.insert([
      Record(id: 1, title: "Promise", plays: 3, note: "a note"), Record(id: 2, title: "Dusk"),
    ])
  }

  @Test("An update writes every column of the row with the key, and no other row")
  func all() async throws {
    let new = Record(id: 1, title: "Promise (remaster)", plays: 4)
    try await db.update(new)
    #expect(try await db.fetch(Record.self) == [new, Record(id: 2, title: "Dusk")])
    let newer = Record(id: 2, title: "Dawn", plays: 9, note: "n")
    try await db.transaction { try $0.update(newer) }
    #expect(try await db.fetch(Record.self) == [new, newer])
  }

  @Test("Many rows are updated together, or none if one does not exist")
  func many() async throws {
    let new = [Record(id: 1, title: "One"), Record(id: 2, title: "Two")]
    try await db.update(new)
    #expect(try await db.fetch(Record.self) == new)
    await #expect(throws: RowNotFoundError(table: "record")) {
      try await db.update([Record(id: 1, title: "lost"), Record(id: 3, title: "not there")])
    }
    #expect(try await db.fetch(Record.self) == new)
  }

  @Test("An update of many rows keeps none if one has no key")
  func manyWithoutKey() async throws {
    await #expect(throws: MissingPrimaryKeyError(table: "record")) {
      try await db.update([Record(id: 1, title: "lost"), Record(title: "new")])
    }
    #expect(try await db.fetch(Record.self).map(\.title) == ["Promise", "Dusk"])
  }

  @Test("An update of an empty array runs no SQL")
  func none() async throws {
    try await db.drop(Record.self)
    try await db.update([] as [Record])
    try await db.read { try $0.update([] as [Record]) }
  }

  @Test("An update of named columns writes only these columns")
  func named() async throws {
    let changed = Record(id: 1, title: "New", bandID: nil, plays: 99, note: nil)
    try await db.update(changed, columns: \.title)
    #expect(
      try await db.find(Record.self, 1)
        == Record(id: 1, title: "New", plays: 3, note: "a note"))
    try await db.transaction { try $0.update(changed, columns: \.plays, \.note) }
    #expect(try await db.find(Record.self, 1) == changed)
  }

  @Test("An update of named columns throws if the row does not exist")
  func namedMissing() async throws {
    let gone = Record(id: 3, title: "not there")
    await #expect(throws: RowNotFoundError(table: "record")) {
      try await db.update(gone, columns: \.title)
    }
  }

  @Test("updateChanges writes only the columns that differ from the old value")
  func fromOld() async throws {
    let old = try #require(try await db.find(Record.self, 1))
    // Another task has written in between.
    try await db.execute("UPDATE record SET plays = 50 WHERE id = 1")
    var new = old
    new.title = "New"
    new.note = nil
    #expect(try await db.updateChanges(new, from: old))
    #expect(
      try await db.find(Record.self, 1) == Record(id: 1, title: "New", plays: 50, note: nil))
  }

  @Test("updateChanges finds the row by its old key, and writes the new key")
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

  @Test("updateChanges throws if the row does not exist")
  func fromGone() async throws {
    let old = Record(id: 3, title: "not there")
    let new = Record(id: 3, title: "new")
    await #expect(throws: RowNotFoundError(table: "record")) {
      try await db.updateChanges(new, from: old)
    }
  }

  @Test("An update of a row that has only a key throws if the row does not exist")
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

  @Test("An update keeps a lazy column that is not loaded")
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

  @Test("An update of many rows keeps the lazy columns that are not loaded")
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

  @Test("An update writes a lazy column that is loaded, even as NULL")
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

  @Test("An update that names a lazy column does not overwrite it if it is not loaded")
  func namedUnloaded() async throws {
    try await db.insert(Poster(id: 1, caption: "Live", image: .loaded([1, 2])))
    let poster = try #require(try await db.find(Poster.self, 1))
    try? await db.update(poster, columns: \.image)
    #expect(try await db.load(\.image, of: poster) == [1, 2])
  }
}
