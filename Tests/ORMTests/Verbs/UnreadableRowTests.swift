import Foundation
import ORM
import Synchronization
import Testing

@testable import ORMSQLite

/// Rows that can't be decoded, among rows that can.
@Suite("Rows that can't be decoded", .timeLimit(.minutes(10)))
struct UnreadableRowTests {
  @Table(strict: false)
  struct Item: Equatable {
    let id: Int
    @Column(index: true, references: Listing.self) var listingID: Int
    var n: Int
  }

  @Table
  struct Listing: Equatable {
    let id: Int
    var name: String
  }

  @Table
  struct Picture: Equatable {
    let id: Int
    var bytes: [UInt8]
    var name: String
  }

  private let two: TwoDatabases
  private let memory: Database
  private var db: Database { two.db }

  /// Inserts 300 items. The item with the id 150 has the text 'bad' in place of its number.
  init() async throws {
    two = try TwoDatabases(readerCount: 1)
    memory = try Database.inMemory()
    for db in [two.db, memory] {
      try await db.execute(
        "CREATE TABLE item (id INTEGER PRIMARY KEY, listingID INTEGER NOT NULL, n)")
      try await db.execute(
        """
        WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 300)
        INSERT INTO item SELECT x, x, iif(x = 150, 'bad', x) FROM c
        """)
    }
  }

  /// The ids that a loop over the stream returns before it ends or throws.
  private func ids(
    _ stream: RowStream<Item>, upTo last: Int = .max
  ) async -> (ids: [Int], error: (any Error)?) {
    var ids: [Int] = []
    do {
      for try await item in stream {
        ids.append(item.id)
        if item.id == last { break }
      }
    } catch {
      return (ids, error)
    }
    return (ids, nil)
  }

  @Test("A stream returns each row before one that it can't decode, and then throws")
  func stream() async throws {
    for db in [two.db, memory] {
      for stream in [
        db.stream(Item.order { $0.id }),
        db.stream(Item.self, sql: "SELECT * FROM item ORDER BY id"),
      ] {
        let (ids, error) = await ids(stream)
        #expect(ids == Array(1..<150))
        let decodingError = try #require(error as? RowDecodingError)
        #expect(decodingError.column == "n" && decodingError.key == [.integer(150)])
        // The reader is free again.
        #expect(try await db.count(Item.self) == 300)
      }
    }
  }

  @Test("A stream whose loop ends before a row that can't be decoded does not throw")
  func breakBefore() async {
    for db in [two.db, memory] {
      for last in [1, 10, 130, 149] {
        let (ids, error) = await ids(db.stream(Item.order { $0.id }), upTo: last)
        #expect(ids == Array(1...last) && error == nil)
      }
    }
  }

  @Test("A stream that has thrown has ended, and another loop over it starts again")
  func endsAfterError() async throws {
    for db in [two.db, memory] {
      let stream = db.stream(Item.where { $0.id > 148 }.order { $0.id })
      for _ in 1...2 {
        var rows = stream.makeAsyncIterator()
        #expect(try await rows.next()?.id == 149)
        await #expect(throws: RowDecodingError.self) { try await rows.next() }
        #expect(try await rows.next() == nil)
      }
    }
  }

  @Test("A stream returns each row before an error that SQLite reports for a later row")
  func sqlError() async throws {
    for db in [two.db, memory] {
      try db.add(
        DatabaseFunction("checked") { (id: Int) throws in
          if id == 150 { throw Stop() }
          return id
        })
      var values: [Int] = []
      let error = await #expect(throws: DatabaseError.self) {
        for try await id in db.stream(Int.self, sql: "SELECT checked(id) FROM item ORDER BY id") {
          values.append(id)
        }
      }
      #expect(values == Array(1..<150))
      #expect(error?.extendedCode == .error)
    }
  }

  @Test("A stream that is interrupted returns the rows that it has read before")
  func interrupted() async throws {
    let numbers: SQL = """
      WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 1000000000)
      SELECT x FROM c WHERE x <= 13 OR x = 1000000000
      """
    var values: [Int] = []
    var limit = Duration.milliseconds(50)
    // On a busy machine, the deadline may pass before the first rows are read.
    repeat {
      values = []
      limit *= 2
      await #expect(throws: DeadlineError.self) {
        try await db.within(limit) { db in
          for try await value in db.stream(Int.self, sql: numbers) { values.append(value) }
        }
      }
    } while values.count < 13 && limit < .seconds(60)
    #expect(values == Array(1...13))
  }

  @Test("forEach and a cursor return each row before one that they can't decode")
  func oneByOne() async throws {
    for db in [two.db, memory] {
      try await db.read { db in
        var ids: [Int] = []
        #expect(throws: RowDecodingError.self) {
          try db.forEach(Item.order { $0.id }) { ids.append($0.id) }
        }
        #expect(ids == Array(1..<150))
        ids = []
        try db.withCursor(Item.order { $0.id }) { items in
          #expect(throws: RowDecodingError.self) {
            while let item = try items.next() { ids.append(item.id) }
          }
          let last = try items.next()
          #expect(last == nil)
        }
        #expect(ids == Array(1..<150))
      }
    }
  }

  @Test("Reading ahead stops after 1 MiB of values")
  func largeValues() async throws {
    for db in [two.db, memory] {
      try await db.create(Picture.self)
      try await db.transaction { db in
        for id in 1...40 {
          try db.insert(
            Picture(
              id: id, bytes: Array(repeating: 7, count: id < 30 ? 10 : 600_000),
              name: String(repeating: "n", count: id < 20 ? 10 : 500_000)))
        }
      }
    }
    let counts = try await db.read { db in
      let rows = try db.open(Picture.order { $0.id }, RowDecoding(Picture.order { $0.id }))
      defer { rows.close() }
      let batch = RowBatch<Picture>()
      var counts: [Int] = []
      repeat {
        try rows.fill(batch, 256, on: db)
        var count = 0
        while batch.take() != nil { count += 1 }
        counts.append(count)
      } while counts.last != 0
      return counts
    }
    // The 19 small rows with the first three large ones; then three at a time, and one at a time.
    #expect(counts == [22, 3, 3, 2] + Array(repeating: 1, count: 10) + [0])
    for db in [two.db, memory] {
      var ids: [Int] = []
      for try await picture in db.stream(Picture.order { $0.id }) { ids.append(picture.id) }
      #expect(ids == Array(1...40))
    }
  }

  @Test("fetchResults returns each row, or its decoding error with the row's key")
  func results() async throws {
    for db in [two.db, memory] {
      let results = try await db.fetchResults(Item.where { $0.id > 148 }.order { $0.id }.limit(3))
      // SELECT … FROM "item" WHERE "id" > $1 ORDER BY "id" LIMIT $2
      #expect(results.count == 3)
      #expect(try results[0].get().id == 149 && results[2].get().id == 151)
      let error = #expect(throws: RowDecodingError.self) { try results[1].get() }
      #expect(error?.table == "item" && error?.column == "n" && error?.key == [.integer(150)])
      #expect(error?.reason == .storageClass(expected: "INTEGER", found: .text))
      let good = try await db.fetch(Item.where { $0.id != 150 })
      #expect(try await db.fetchResults(Item.all).compactMap { try? $0.get() } == good)
      let byName = try await db.fetchResults(
        Item.self, sql: "SELECT n, listingID, id FROM item WHERE id >= \(149) ORDER BY id")
      #expect(byName.count == 152 && (try? byName[1].get()) == nil)
      #expect(byName.compactMap { try? $0.get() } == good.filter { $0.id >= 149 })
      let values = try await db.fetchResults(Item.order { $0.id }.select { $0.n })
      #expect(values.compactMap { try? $0.get() } == (1...300).filter { $0 != 150 })
      let pairs = try await db.fetchResults(
        Item.join(Item.self) { $0.id == $1.id }.order { item, _ in item.id })
      let failures = pairs.filter { (try? $0.get()) == nil }
      #expect(pairs.count == 300 && failures.count == 1)
    }
  }

  @Test("fetchResults throws errors that concern no single row, such as a missing column")
  func resultsThatThrow() async throws {
    for db in [two.db, memory] {
      await #expect(throws: DatabaseError.self) {
        try await db.fetchResults(Item.self, sql: "SELECT * FROM nothing")
      }
      await #expect(throws: RowDecodingError.self) {
        try await db.fetchResults(Item.self, sql: "SELECT id FROM item")
      }
      try await db.create(Listing.self)
      await #expect(throws: RelationError.self) {
        try await db.fetchResults(Listing.select { ($0.id, $0.items) })
      }
      #expect(try await db.read { try $0.fetchResults(Item.all).count } == 300)
    }
  }

  @Test("A stream of rows with lists returns those before a list that can't be decoded")
  func lists() async throws {
    for db in [two.db, memory] {
      try await db.create(Listing.self)
      try await db.insert((1...300).map { Listing(id: $0, name: "\($0)") })
      // The bad value is in the list of a row at various positions of the batch.
      for bad in [1, 2, 8, 9, 56, 57, 150, 300] {
        try await db.execute("UPDATE item SET n = id")
        try await db.execute("UPDATE item SET n = 'bad' WHERE id IN (\(bad), \(bad + 40))")
        let query = Listing.order { $0.id }.select { ($0.id, $0.items) }
        var ids: [Int] = []
        let error = await #expect(throws: RowDecodingError.self) {
          for try await (id, items) in db.stream(query) {
            #expect(items.map(\.n) == [id])
            ids.append(id)
          }
        }
        #expect(ids == Array(1..<bad) && error?.table == "item")
        let each = try await db.read { db in
          var ids: [Int] = []
          #expect(throws: RowDecodingError.self) {
            try db.forEach(query) { id, _ in ids.append(id) }
          }
          return ids
        }
        #expect(each == Array(1..<bad))
      }
    }
  }
}

extension UnreadableRowTests.Listing.Columns {
  var items: ToMany<UnreadableRowTests.Item> { toMany(\.listing) }
}

extension UnreadableRowTests.Item.Columns {
  var listing: ToOne<UnreadableRowTests.Listing> { toOne(listingID) }
}
