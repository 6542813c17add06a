import ORM
import Testing

@testable import ORMCore
@testable import ORMSQLite

@Suite("Observed queries", .timeLimit(.minutes(10)))
struct ObservationTests {
  /// The databases to observe: a file with readers, and an in-memory database with one
  /// connection.
  enum Place: CaseIterable { case file, memory }

  /// A database with two bands and their records, and its folder, which is deleted with it.
  struct Music {
    let db: Database
    let folder: TemporaryFolder

    init(_ place: Place = .file) async throws {
      folder = try TemporaryFolder()
      db = try place == .file ? Database(folder.file()) : Database.inMemory()
      try await db.create(Band.self, Record.self, Seat.self, Play.self)
      try await db.insert([Band(id: 1, name: "Sade"), Band(id: 2, name: "Can")])
      try await db.insert([
        Record(id: 1, title: "Promise", bandID: 1), Record(id: 2, title: "Tago Mago", bandID: 2),
      ])
    }
  }

  @Test(
    "An observer gets the rows at once, and after each commit that changes them",
    arguments: Place.allCases)
  func rows(place: Place) async throws {
    let music = try await Music(place)
    let db = music.db
    let query = Record.where { $0.bandID == 1 }.order { $0.id }
    var records = db.observe(query).makeAsyncIterator()
    #expect(try await records.next()?.map(\.title) == ["Promise"])
    try await db.insert(Record(id: 3, title: "Diamond Life", bandID: 1))
    #expect(try await records.next()?.map(\.title) == ["Promise", "Diamond Life"])
    try await db.transaction { tx in
      try tx.delete(Record.self, where: { $0.id == 1 })
      try tx.insert(Record(id: 4, title: "Love Deluxe", bandID: 1))
    }
    #expect(try await records.next()?.map(\.title) == ["Diamond Life", "Love Deluxe"])
    try await db.delete(Band(id: 1, name: ""))
    #expect(try await records.next()?.isEmpty == true)
  }

  @Test("A commit wakes the task that waits for the next value, once", arguments: Place.allCases)
  func wakes(place: Place) async throws {
    let music = try await Music(place)
    let db = music.db
    let (counts, continuation) = AsyncStream.makeStream(of: Int.self)
    let task = Task {
      for try await titles in db.observe(Record.select { $0.title }) {
        continuation.yield(titles.count)
      }
    }
    var iterator = counts.makeAsyncIterator()
    for number in 2..<40 {
      #expect(await iterator.next() == number)
      try await db.insert(Record(title: "\(number)"))
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("Raw SQL is observed as rows by name, as values and as untyped rows")
  func ownSQL() async throws {
    let music = try await Music()
    let db = music.db
    var bands = db.observe(Band.self, sql: "SELECT founded, name, id FROM band WHERE id = \(2)")
      .makeAsyncIterator()
    var names = db.observe(String.self, sql: "SELECT name FROM band ORDER BY name")
      .makeAsyncIterator()
    var rows = db.observe(Row.self, sql: "SELECT count(*) AS n FROM record").makeAsyncIterator()
    #expect(try await bands.next() == [Band(id: 2, name: "Can")])
    #expect(try await names.next() == ["Can", "Sade"])
    #expect(try await rows.next()?.map(\.dictionary) == [["n": 2]])
    try await db.transaction { tx in
      try tx.execute("UPDATE band SET name = 'Neu!' WHERE id = 2")
      try tx.execute("DELETE FROM record")
    }
    #expect(try await bands.next() == [Band(id: 2, name: "Neu!")])
    #expect(try await names.next() == ["Neu!", "Sade"])
    #expect(try await rows.next()?.map(\.dictionary) == [["n": 0]])
  }

  @Test("An observed row by its key becomes nil when it is deleted", arguments: Place.allCases)
  func row(place: Place) async throws {
    let music = try await Music(place)
    let db = music.db
    try await db.deleteAll(Record.self)
    var band = db.observe(Band.self, 2).makeAsyncIterator()
    #expect(try await band.next() == Band(id: 2, name: "Can"))
    try await db.execute("UPDATE band SET name = name || '!'")
    #expect(try await band.next() == Band(id: 2, name: "Can!"))
    try await db.execute("UPDATE band SET id = 9 WHERE id = 2")
    #expect(try await band.next() == .some(nil))
    try await db.execute("REPLACE INTO band (id, name) VALUES (2, 'Neu!')")
    #expect(try await band.next() == Band(id: 2, name: "Neu!"))

    try await db.insert(Seat(line: "A", number: 1, guest: "Ada"))
    var seat = db.observe(Seat.self, ("A", 1)).makeAsyncIterator()
    #expect(try await seat.next()??.guest == "Ada")
    try await db.execute("UPDATE seat SET guest = 'Bo'")
    #expect(try await seat.next()??.guest == "Bo")
    try await db.execute("UPDATE seat SET guest = 'Cy'")
    #expect(try await seat.next()??.guest == "Cy")
  }

  @Test(
    "An observed closure reads one snapshot, and its tables are tracked", arguments: Place.allCases)
  func closure(place: Place) async throws {
    let music = try await Music(place)
    let db = music.db
    // The table that the second statement reads depends on the result of the first one.
    var counts = db.observe { db in
      [try db.count(Band.self), try db.count(Band.self) > 2 ? db.count(Play.self) : -1]
    }.makeAsyncIterator()
    #expect(try await counts.next() == [2, -1])
    try await db.insert(Band(id: 3, name: "Neu!"))
    #expect(try await counts.next() == [3, 0])
    for number in 1...5 {
      try await db.insert(Play(at: .now, title: "Sally"))
      #expect(try await counts.next() == [3, number])
    }
  }

  @Test(
    "An observer never gets the same value twice in a row, even if == ignores columns",
    arguments: Place.allCases)
  func noRepetition(place: Place) async throws {
    let music = try await Music(place)
    let db = music.db
    var titles = db.observe(Labelled.order { $0.id }).makeAsyncIterator()
    var count = db.observe { try $0.count(Labelled.self) }.makeAsyncIterator()
    try await db.create(Labelled.self)
    try await db.insert(Labelled(id: 1, name: "a"))
    #expect(try await titles.next()?.map(\.name) == ["a"])
    #expect(try await count.next() == 1)
    for name in ["b", "c"] {
      // The second update changes nothing.
      try await db.execute("UPDATE labelled SET name = \(name)")
      try await db.execute("UPDATE labelled SET name = \(name)")
      #expect(try await titles.next()?.map(\.name) == [name])
    }
    try await db.transaction { tx in
      try tx.insert(Labelled(id: 2, name: "x"))
      try tx.execute("DELETE FROM labelled WHERE id = 2")
    }
    try await db.insert(Labelled(id: 3, name: "d"))
    #expect(try await titles.next()?.map(\.name) == ["c", "d"])
    #expect(try await count.next() == 2)
  }

  @Test("A slow consumer gets the newest value")
  func slow() async throws {
    let music = try await Music()
    let db = music.db
    var plays = db.observe(Record.select { $0.plays }.where { $0.id == 1 }).makeAsyncIterator()
    #expect(try await plays.next() == [0])
    for round in 1...3 {
      for number in 1...20 {
        try await db.execute("UPDATE record SET plays = \(100 * round + number)")
      }
      #expect(try await plays.next() == [100 * round + 20])
    }
  }

  @Test("An observer gets no rows that were rolled back", arguments: Place.allCases)
  func undone(place: Place) async throws {
    let music = try await Music(place)
    let db = music.db
    var names = db.observe(Band.select { $0.name }.order { $0.name }).makeAsyncIterator()
    #expect(try await names.next() == ["Can", "Sade"])
    try await db.insert(Band(id: 3, name: "Neu!"))
    #expect(try await names.next() == ["Can", "Neu!", "Sade"])
    await #expect(throws: Stop.self) {
      try await db.transaction { tx in
        try tx.execute("DELETE FROM band")
        throw Stop()
      }
    }
    try await db.transaction { tx in
      try? tx.transaction {
        try tx.execute("UPDATE band SET name = 'x' || id")
        throw Stop()
      }
    }
    await #expect(throws: DatabaseError.self) {
      try await db.execute("INSERT INTO band (id, name) VALUES (4, 'Faust'), (1, 'twice')")
    }
    try await db.execute("DELETE FROM band WHERE id = 3")
    #expect(try await names.next() == ["Can", "Sade"])
  }

  @Test("An observer ends with the error of its query, and refuses a query that writes")
  func errors() async throws {
    let music = try await Music()
    let db = music.db
    var records = db.observe(Record.all).makeAsyncIterator()
    #expect(try await records.next()?.count == 2)
    try await db.execute("DROP TABLE record")
    let missing = try? await records.next()
    #expect(missing == nil)
    #expect(try await records.next() == nil)

    var writing = db.observe(Band.self, sql: "DELETE FROM band RETURNING *").makeAsyncIterator()
    do {
      _ = try await writing.next()
      Issue.record("it writes")
    } catch let error as DatabaseError {
      #expect(error.code == .misuse)
    }
    #expect(try await db.count(Band.self) == 2)
  }

  @Test("An observer follows altered, renamed and recreated tables")
  func schema() async throws {
    let music = try await Music()
    let db = music.db
    var names = db.observe(Row.self, sql: "SELECT * FROM band ORDER BY id").makeAsyncIterator()
    #expect(try await names.next()?.first?.count == 3)
    try await db.execute("ALTER TABLE band ADD COLUMN city TEXT")
    #expect(try await names.next()?.first?.count == 4)
    try await db.execute("UPDATE band SET city = 'London' WHERE id = 1")
    #expect(try await names.next()?.first?.dictionary["city"] == "London")
    try await db.execute("ALTER TABLE band DROP COLUMN founded")
    #expect(try await names.next()?.first?.count == 3)
    try await db.execute("UPDATE band SET city = 'Köln' WHERE id = 2")
    #expect(try await names.next()?.last?.dictionary["city"] == "Köln")
    try await db.execute(
      script: """
        DROP TABLE record; ALTER TABLE band RENAME TO old; CREATE TABLE band (id INTEGER PRIMARY KEY, x)
        """)
    #expect(try await names.next()?.count == 0)
    try await db.execute("INSERT INTO band VALUES (1, 2)")
    #expect(try await names.next()?.first?.dictionary == ["id": 1, "x": 2])
  }
}

/// Values that are equal if their keys are, like many models.
@Table
struct Labelled: Identifiable, Equatable {
  let id: Int
  var name: String

  static func == (left: Self, right: Self) -> Bool { left.id == right.id }
}
