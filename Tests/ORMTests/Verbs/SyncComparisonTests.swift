import Foundation
import ORM
import Testing

/// Existing rows are compared by their stored values, and only rows that differ are decoded.
@Suite("Comparison of stored rows by sync")
struct SyncComparisonTests {
  @Table
  struct Box: Equatable {
    let id: Int
  }

  @Table
  struct Item: Equatable {
    let id: Int?
    @Column(references: Box.self) var boxID: Int
    var name: String
    var note: String?
    var weight: Double
    var data: [UInt8]
    @Column(as: UUIDText.self) var code: UUID
    @Column(as: JSON.self) var tags: [String]
  }

  private let box = Box(id: 1)

  private func item(_ id: Int?, _ name: String = "a name of more than 15 bytes") -> Item {
    Item(
      id: id, boxID: 1, name: name, note: id.flatMap { $0 % 3 == 0 ? nil : "n\($0)" },
      weight: Double(id ?? 0) / 2, data: [UInt8](repeating: 7, count: (id ?? 0) % 5),
      code: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, UInt8(id ?? 0))),
      tags: ["a", "b"])
  }

  /// A database in which the box has 40 items, and a second box has one.
  private func database() async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(Box.self, Item.self)
    try await db.insert([box, Box(id: 2)])
    try await db.insert((1...40).map { item($0) })
    var other = item(100)
    other.boxID = 2
    try await db.insert(other)
    return db
  }

  private func items(_ db: Database) async throws -> [Item] {
    try await db.fetch(Item.where { $0.boxID == 1 }.order { $0.id })
  }

  @Test("sync updates, inserts and deletes rows as needed, in any order of the rows")
  func orders() async throws {
    for round in 0..<60 {
      var random = SeededGenerator(seed: UInt64(round))
      let db = try await database()
      var rows = (1...40).map { item($0) }
      if round % 3 == 1 { rows.shuffle(using: &random) }
      if round % 3 == 2 { rows.reverse() }
      let kept = Int.random(in: 0...40, using: &random)
      rows = Array(rows.prefix(kept))
      var changed = 0
      for index in rows.indices where Int.random(in: 0..<4, using: &random) == 0 {
        changed += 1
        switch index % 5 {
        case 0: rows[index].name += "\u{301}"
        case 1: rows[index].note = rows[index].note == nil ? "" : nil
        case 2: rows[index].weight += 0.25
        case 3: rows[index].data.append(0)
        default: rows[index].code = UUID()
        }
      }
      let new = [item(nil, "without a key"), item(50, "with one"), item(nil, "without a key")]
      for row in new { rows.insert(row, at: Int.random(in: 0...rows.count, using: &random)) }
      let change = try await db.sync(rows, as: \.items, of: box)
      #expect(change.updated == changed && change.deleted == 40 - kept && change.inserted == 3)
      let stored = try await items(db)
      let expected = rows.filter { $0.id != nil }.sorted { ($0.id ?? 0) < ($1.id ?? 0) }
      #expect(stored.filter { $0.name != "without a key" } == expected)
      #expect(stored.count == rows.count)
      #expect(try await db.sync(stored.shuffled(using: &random), as: \.items, of: box).isEmpty)
    }
  }

  @Test("sync refuses a row that occurs twice, whether the two are equal or not")
  func twice() async throws {
    let db = try await database()
    let before = try await items(db)
    for second in [before[4], item(5, "differs")] {
      for rows in [[before[4], second], [second, before[4]], before + [second]] {
        let error = await #expect(throws: SyncError.self) {
          try await db.sync(rows, as: \.items, of: box)
        }
        #expect(error?.reason == .repeated && error?.key == [5])
      }
    }
    let error = await #expect(throws: SyncError.self) {
      try await db.sync(before + [item(100)], as: \.items, of: box)
    }
    #expect(error?.reason == .otherParent && error?.key == [100])
    #expect(try await items(db) == before)
  }

  @Test("sync does not write a row that is stored differently but decodes to the same value")
  func sameMeaning() async throws {
    let db = try await database()
    let before = try await items(db)
    try await db.execute("UPDATE item SET tags = replace(tags, ',', ' ,  ') WHERE id % 2 = 0")
    #expect(try await items(db) == before)
    #expect(try await db.sync(before, as: \.items, of: box).isEmpty)
    let tags = try await db.fetch(String.self, sql: "SELECT tags FROM item ORDER BY id")
    #expect(tags.prefix(2) == [#"["a","b"]"#, #"["a" ,  "b"]"#])
  }

  @Test("sync names a stored row that can't be decoded, and writes nothing")
  func unreadable() async throws {
    let db = try await database()
    let before = try await items(db)
    try await db.execute("UPDATE item SET code = 'none' WHERE id = 7")
    for rows in [before, [item(1, "changed")], []] {
      let error = await #expect(throws: RowDecodingError.self) {
        try await db.sync(rows, as: \.items, of: box)
      }
      #expect(error?.table == "item" && error?.column == "code" && error?.key == [7])
    }
    #expect(try await db.count(Item.self) == 41)
    // Stored rows that are equal need not be decoded.
    try await db.execute("UPDATE item SET code = \(item(7).code.uuidString) WHERE id = 7")
    #expect(try await db.sync(before, as: \.items, of: box).updated == 0)
  }

  @Test("sync throws if a stored text is not UTF-8")
  func noUnicode() async throws {
    let db = try await database()
    let before = try await items(db)
    try await db.execute("UPDATE item SET name = CAST(X'61FF' AS TEXT) WHERE id = 3")
    await #expect(throws: RowDecodingError.self) {
      try await db.sync(before, as: \.items, of: box)
    }
    #expect(try await db.count(Item.self) == 41)
  }
}

extension SyncComparisonTests.Item.Columns {
  fileprivate var box: ToOne<SyncComparisonTests.Box> { toOne(boxID) }
}

extension SyncComparisonTests.Box.Columns {
  fileprivate var items: ToMany<SyncComparisonTests.Item> { toMany(\.box) }
}
