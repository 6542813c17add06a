import Foundation
import ORM
import Synchronization
import Testing

@Table private struct Constant: Equatable {
  let id: Int?
  var title: String
}

@Suite("Inserting many rows")
struct InsertManyTests {
  let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Band.self, Record.self, Seat.self, Play.self)
  }

  /// A record has five columns, so a statement of a thousand parameters inserts 200 rows.
  @Test(
    "Any number of rows is inserted, in order",
    arguments: [
      0, 1, 199, 200, 201, 400, 1007, 5003,
    ])
  func batches(count: Int) async throws {
    let records = (0..<count).map {
      Record(id: $0 + 1, title: "Title \($0)", plays: $0, note: $0 % 3 == 0 ? nil : "note \($0)")
    }
    #expect(try await db.insert(records) == records)
    #expect(try await db.fetch(Record.order { $0.id }) == records)
  }

  @Test("Rows without a key get generated keys in their order")
  func givenKeys() async throws {
    let records = (0..<503).map { Record(title: "Title \($0)") }
    let inserted = try await db.insert(records)
    #expect(inserted.map(\.id) == Array(1...503))
    #expect(try await db.fetch(Record.order { $0.id }) == inserted)
  }

  @Test("Rows of a generic table type get generated keys in their order")
  func givenKeysOfAnyTable() async throws {
    func insert<T: DatabaseTable>(_ rows: [T]) async throws -> [T] {
      try await db.transaction { try $0.insert(rows) }
    }
    let inserted = try await insert((0..<3).map { Record(title: "Title \($0)") })
    #expect(inserted.map(\.id) == [1, 2, 3])
    #expect(try await db.fetch(Record.order { $0.id }) == inserted)
    // The key is a constant, so a new row is created.
    try await db.create(Constant.self)
    let constants = try await insert([Constant(id: nil, title: "a"), Constant(id: nil, title: "b")])
    #expect(constants == [Constant(id: 1, title: "a"), Constant(id: 2, title: "b")])
  }

  @Test("Rows with and without keys can be inserted together")
  func mixedKeys() async throws {
    let inserted = try await db.insert([
      Record(title: "a"), Record(id: 10, title: "b"), Record(title: "c"), Record(id: 5, title: "d"),
      Record(title: "e"),
    ])
    #expect(inserted.map(\.id) == [1, 10, 11, 5, 12])
    #expect(inserted.map(\.title) == ["a", "b", "c", "d", "e"])
    let titles = try await db.fetch(Record.self).map(\.title)
    #expect(Set(titles) == ["a", "b", "c", "d", "e"])
  }

  @Test("Many rows of a table without a key are inserted")
  func keyless() async throws {
    let plays = (0..<1503).map { Play(at: Date(timeIntervalSince1970: Double($0)), title: "\($0)") }
    #expect(try await db.insert(plays) == plays)
    #expect(try await db.fetch(Play.order { $0.at }) == plays)
  }

  @Test(
    "If one row can't be inserted, no row of the list is kept",
    arguments: [
      0, 250, 402,
    ])
  func allOrNone(position: Int) async throws {
    try await db.insert(Record(id: 1000, title: "there"))
    var records = (0..<403).map { Record(id: $0 + 1, title: "Title \($0)") }
    records[position].id = 1000
    let list = records
    let error = await #expect(throws: DatabaseError.self) { try await db.insert(list) }
    #expect(
      error?.violation
        == ConstraintViolation(
          kind: .primaryKey, table: "record", columns: ["id"]))
    #expect(try await db.fetch(Record.self).map(\.title) == ["there"])
    #expect(try await db.insert(Record(title: "next")).id == 1001)
  }

  @Test("If one draft can't be inserted, no draft is kept")
  func drafts() async throws {
    let drafts = [Band.Draft(name: "Sade"), Band.Draft(name: "Low"), Band.Draft(name: "Sade")]
    await #expect(throws: DatabaseError.self) { try await db.insert(drafts) }
    #expect(try await db.count(Band.self) == 0)
  }

  @Test(
    "Any number of drafts gets generated keys in order", arguments: [2, 3, 199, 333, 334, 1000])
  func draftBatches(count: Int) async throws {
    try await db.insert(Band.Draft(name: "first"))
    var drafts: [Band.Draft] = []
    for index in 0..<count {
      let day = Date(timeIntervalSince1970: Double(index))
      drafts.append(Band.Draft(name: "Band \(index)", founded: index.isMultiple(of: 2) ? nil : day))
    }
    let bands = try await db.insert(drafts)
    #expect(bands.map(\.id) == Array(2...count + 1))
    #expect(bands.map(\.name) == drafts.map(\.name))
    #expect(try await db.fetch(Band.where { $0.id > 1 }.order { $0.id }) == bands)
  }

  @Test("Drafts inserted after rows with keys get larger keys")
  func draftsBehindRows() async throws {
    try await db.insert((1...8).map { Band(id: $0 * 10, name: "Band \($0)") })
    let bands = try await db.insert((1...8).map { Band.Draft(name: "Draft \($0)") })
    #expect(bands.map(\.id) == Array(81...88))
  }

  @Test("Rows without keys are inserted by few statements")
  func fewStatements() async throws {
    let count = Mutex(0)
    var configuration = Configuration()
    configuration.statementHooks = [
      StatementHook { event in
        if event.sql.hasPrefix("INSERT") { count.withLock { $0 += 1 } }
      }
    ]
    let db = try Database.inMemory(configuration: configuration)
    try await db.create(Band.self, Record.self)
    // 250 rows have a thousand parameters: 250 + 250 + 2 + 1.
    try await db.insert((0..<503).map { Record(title: "Title \($0)") })
    #expect(count.withLock { $0 } == 4)
  }

  @Test("Rows get the right keys when generated keys are no longer consecutive")
  func largestKey() async throws {
    let last = Record(id: .max - 2, title: "last but two")
    try await db.insert(last)
    let inserted = try await db.insert((0..<5).map { Record(title: "Title \($0)") })
    // Two keys are above the largest one; after these, SQLite looks for unused numbers.
    let ids = inserted.compactMap(\.id)
    #expect(ids.starts(with: [Int.max - 1, Int.max]))
    #expect(Set(ids).count == 5)
    for record in inserted {
      let id = try #require(record.id)
      #expect(try await db.find(Record.self, id) == record)
    }
    #expect(try await db.count(Record.self) == 6)
  }

  @Test("Rows ignored because of a conflict do not shift the keys of the other rows")
  func ignoredRows() async throws {
    let db = try Database.inMemory()
    try await db.execute(
      """
      CREATE TABLE "band" ("id" INTEGER PRIMARY KEY, "name" TEXT UNIQUE ON CONFLICT IGNORE, "founded" REAL)
      """)
    let names = ["Sade", "Low", "Sade", "Can", "Low", "Air"]
    let drafts = names.map { Band.Draft(name: $0) }
    let bands = try await db.insert(drafts)
    let stored = try await db.fetch(Band.order { $0.id })
    #expect(stored.map(\.name) == ["Sade", "Low", "Can", "Air"])
    let kept = bands.filter(stored.contains)
    #expect(kept == stored)
  }

  @Test("If the key of one draft does not fit its property, no draft is kept")
  func narrowKeys() async throws {
    try await db.create(Narrow.self)
    try await db.insert((0..<120).map { Narrow.Draft(name: "\($0)") })
    await #expect(throws: RowDecodingError.self) {
      try await db.insert((0..<10).map { Narrow.Draft(name: "more \($0)") })
    }
    #expect(try await db.count(Narrow.self) == 120)
  }
}
