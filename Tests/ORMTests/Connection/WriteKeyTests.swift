import ORM
import Testing

@testable import ORMCore
@testable import ORMSQLite

private typealias Item = StockItem

/// The same table, with a column that is not written.
@Table("item")
private struct CountedItem {
  let id: Int
  var place: Int
  @Column(readOnly: true) var count: Int
}

/// A table without a key, which a view later replaces.
@Table("loose")
private struct LooseItem {
  var name: String
  var count: Int
}

/// In an extension, where the macro can't know whether the type around it is generic.
enum WriteKeyKept {}

extension WriteKeyKept {
  @Table struct Note: Equatable {
    let id: Int
    var text: String
  }
}

private struct Generic<Content: ColumnValue & Equatable> {
  @Table("generic") struct Box {
    let id: Int
    var content: Content
  }
}

/// A connection that has rendered the SQL of an update or a delete does not render it again for
/// one that differs only in values.
@Suite("Keys of writes")
struct WriteKeyTests {
  @Test("Writes with one key return their own rows and columns, alternating with other writes")
  func returning() async throws {
    let db = try await Stock.database()
    try await db.transaction { (tx: isolated Connection) throws in
      for round in 1...3 {
        for id in 1...4 {
          let update = Item.where { $0.id == id }.update { $0.count = id * round }
          let rows = try tx.fetch(update.returning())
          #expect(rows.map(\.count) == (id == 4 ? [] : [id * round]))
          #expect(try tx.run(update) == rows.count)
          #expect(try tx.fetch(update.returning { $0.id }) == rows.map(\.id))
          #expect(
            try tx.fetch(update.returning { $0.count + round }) == rows.map { $0.count + round })
        }
        let gone = try tx.fetch(Item.where { $0.id == 3 }.delete().returning())
        #expect(gone.map(\.count) == [3 * round])
        #expect(try tx.insert(gone) == gone)
        try tx.read {
          let refused = #expect(throws: DatabaseError.self) {
            try tx.fetch(
              Item.where { $0.id == 1 }.update { $0.count = round }.returning { $0.id })
          }
          #expect(refused?.code == .readOnly)
        }
      }
    }
  }

  @Test("Writes with one key write their own values, alternating with other writes")
  func values() async throws {
    let db = try await Stock.database()
    try await db.transaction { (tx: isolated Connection) throws in
      for round in 1...3 {
        for (id, count) in [(1, 10), (2, 20), (3, 30), (4, 40)] {
          let counted = Item.where { $0.id == id }.update { $0.count = count * round }
          #expect(try tx.run(counted) == (id == 4 ? 0 : 1))
        }
        for note in ["a", nil, "b", nil] as [String?] {
          // For nil, the condition is IS NULL, and the value is NULL.
          #expect(try tx.run(Item.where { $0.id == 1 }.update { $0.note = note }) == 1)
          #expect(
            try tx.run(Item.where { $0.id == 1 && $0.note == note }.update { $0.place = 9 }) == 1)
          #expect(try tx.find(Item.self, 1)?.note == note)
        }
        for count in [1, 2, 3, 8, 9, 40, 2] {
          let some = Item.where { $0.id.in(Array(1...count)) }.update { $0.place += 10 }
          #expect(try tx.run(some) == min(count, 3))
        }
        for limit in 0...2 {
          let first = Item.order { $0.id }.limit(limit).update { $0.isHidden = true }
          #expect(try tx.run(first) == limit)
        }
        let counts = try tx.fetch(Item.order { $0.id }.select { $0.count })
        #expect(counts == [10 * round, 20 * round, 30 * round])
      }
      for (id, changes) in [(7, 0), (1, 1), (1, 0), (2, 1)] {
        #expect(try tx.run(Item.where { $0.id == id }.delete()) == changes)
      }
      #expect(try tx.run(Item.deleteAll()) == 1)
    }
  }

  /// Writes that all have different SQL.
  private static let others: [WriteNode] = {
    func node(_ write: some WriteStatement<Item>) -> WriteNode { write.node }
    let updates = [
      node(Item.where { $0.id == 1 }.update { $0.count = 1 }),
      node(Item.where { $0.id == 1 }.update { $0.place = 1 }),
      node(Item.where { $0.id == 1 }.update { $0.count += 1 }),
      node(Item.where { $0.id == 1 }.update { $0.count = $0.place }),
      node(Item.where { $0.id == 1 }.update(or: .ignore) { $0.count = 1 }),
      node(Item.where { $0.id == 1 }.update(or: .replace) { $0.count = 1 }),
      node(Item.where { $0.id != 1 }.update { $0.count = 1 }),
      node(Item.where { $0.code == "a" }.update { $0.count = 1 }),
      node(Item.where { $0.code.collate(.noCase) == "a" }.update { $0.count = 1 }),
      node(Item.where { $0.note == "a" }.update { $0.count = 1 }),
      node(Item.where { $0.note == nil }.update { $0.count = 1 }),
      node(Item.where { $0.id.in([1, 2]) }.update { $0.count = 1 }),
      node(Item.where { $0.id.in([1, 2, 3]) }.update { $0.count = 1 }),
      node(Item.where { $0.id.in(Array(1...20)) }.update { $0.count = 1 }),
      node(Item.updateAll { $0.count = 1 }),
      node(Item.as("other").where { $0.id == 1 }.update { $0.count = 1 }),
      node(Item.order { $0.id }.limit(1).update { $0.count = 1 }),
    ]
    let more = [
      node(
        Item.where { $0.id == 1 }.update {
          $0.count = 1; $0.place = 1
        }),
      node(
        Item.where { $0.id == 1 }.update {
          $0.place = 1; $0.count = 1
        }),
      node(Item.where { $0.id == 1 }.delete()), node(Item.where { $0.id != 1 }.delete()),
      node(Item.deleteAll()), node(Item.limit(1).delete()),
      node(
        Item.where { $0.id == 1 }.update(from: StockShelf.self) { item, shelf in
          item.count = shelf.id
        } where: {
          $0.shelfID == $1.id
        }),
      // These names are equal in Swift.
      node(Item.where { $0.code.collate(Collation("e\u{301}")) == "a" }.update { $0.count = 1 }),
      node(Item.where { $0.code.collate(Collation("\u{E9}")) == "a" }.update { $0.count = 1 }),
    ]
    return updates + more
  }()

  @Test("Statements with different SQL have different keys")
  func texts() throws {
    var keys = 0
    for (index, write) in Self.others.enumerated() {
      let batch = try #require(try write.batches(of: Item.self).first)
      guard let keyed = KeyedArguments(write, of: Item.self) else { continue }
      keys += 1
      #expect(keyed.arguments == batch.statement.arguments)
      #expect(KeyedArguments(write, of: CountedItem.self)?.key != keyed.key)
      for (otherIndex, other) in Self.others.enumerated() where otherIndex != index {
        let text = try #require(try other.batches(of: Item.self).first).statement.sql
        #expect(Array(text.utf8) != Array(batch.statement.sql.utf8), "\(text) stands there twice")
        #expect(
          KeyedArguments(other, of: Item.self)?.key != keyed.key,
          "\(batch.statement.sql) for \(text)")
      }
    }
    #expect(keys == 23)
  }

  @Test("An update without a condition is refused after an update of all rows has run")
  func missingCondition() async throws {
    let db = try await Stock.database()
    try await db.transaction { (tx: isolated Connection) throws in
      for _ in 0..<2 {
        #expect(try tx.run(Item.updateAll { $0.count = 3 }) == 3)
        #expect(throws: MissingConditionError.self) {
          try tx.run(Item.all.update { $0.count = 3 })
        }
      }
      #expect(throws: MissingConditionError.self) { try tx.run(Item.all.delete()) }
    }
  }

  @Test("A write of another type of the same table checks the read-only columns of that type")
  func otherType() async throws {
    let db = try await Stock.database()
    try await db.transaction { (tx: isolated Connection) throws in
      for _ in 0..<2 {
        #expect(try tx.run(Item.where { $0.id == 1 }.update { $0.count = 3 }) == 1)
        let error = #expect(throws: DatabaseError.self) {
          try tx.run(CountedItem.where { $0.id == 1 }.update { $0.count = 3 })
        }
        #expect(error?.code == .readOnly)
        #expect(try tx.run(CountedItem.where { $0.id == 1 }.update { $0.place = 3 }) == 1)
      }
    }
  }

  @Test("A write with a known key is refused in a read")
  func reading() async throws {
    let db = try await Stock.database()
    func write(_ count: Int) -> Update<StockItem> {
      StockItem.where { $0.id == 1 }.update { $0.count = count }
    }
    try await db.run(write(8))
    try await db.run(write(9))
    let refused = write(10)
    let error = await #expect(throws: DatabaseError.self) {
      try await db.read { _ = try $0.run(refused) }
    }
    #expect(error?.code == .readOnly && error?.sql?.hasPrefix("UPDATE") == true)
    // The bound values have been cleared.
    try await db.run(StockItem.where { $0.id == 2 }.update { $0.count = 11 })
    #expect(try await db.fetch(StockItem.order { $0.id }).map(\.count) == [9, 11, 7])
  }

  @Test("A write with a known key notices a new column, another collation, a trigger and a drop")
  func schemaChanges() async throws {
    let db = try Database.inMemory()
    try await db.execute("CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT")
    func rename(_ old: String, _ new: String) async throws -> Int {
      try await db.run(WriteKeyKept.Note.where { $0.text == old }.update { $0.text = new })
    }
    try await db.insert(WriteKeyKept.Note(id: 1, text: "a"))
    #expect(try await rename("a", "b") == 1)
    #expect(try await rename("B", "c") == 0)
    try await db.execute("ALTER TABLE note ADD COLUMN more TEXT")
    #expect(try await rename("b", "d") == 1)
    try await db.execute(
      script: """
        DROP TABLE note;
        CREATE TABLE note (text TEXT NOT NULL COLLATE NOCASE, id INTEGER PRIMARY KEY) STRICT;
        INSERT INTO note VALUES ('a', 1), ('A', 2);
        """)
    #expect(try await rename("a", "b") == 2)
    try await db.execute(
      "CREATE TRIGGER t BEFORE UPDATE ON note BEGIN SELECT raise(ABORT, 'kept'); END")
    await #expect(throws: DatabaseError.self) { try await rename("b", "c") }
    try await db.execute("DROP TABLE note")
    await #expect(throws: DatabaseError.self) { try await rename("b", "c") }
  }

  @Test("A write with a known key reports the same errors as the first, and is rolled back")
  func errors() async throws {
    let db = try await Stock.database()
    try await db.transaction { (tx: isolated Connection) throws in
      #expect(try tx.run(Item.where { $0.id == 1 }.update { $0.code = "x" }) == 1)
      for _ in 0..<2 {
        let error = #expect(throws: DatabaseError.self) {
          try tx.run(Item.where { $0.id == 1 }.update { $0.code = "nut" })
        }
        #expect(
          error?.violation == ConstraintViolation(kind: .unique, table: "item", columns: ["code"]))
        let orphan = #expect(throws: DatabaseError.self) {
          try tx.run(Item.where { $0.id == 1 }.update { $0.shelfID = 77 })
        }
        #expect(orphan?.violation?.kind == .foreignKey)
        #expect(orphan?.violation?.columns == ["shelfID"])
      }
      #expect(try tx.run(Item.where { $0.id == 1 }.update { $0.code = "y" }) == 1)
      #expect(try tx.find(Item.self, 1)?.code == "y")
    }
  }

  @Test("Writes of rows without a key use the rowid, and are refused for a view")
  func withoutKey() async throws {
    let db = try Database.inMemory()
    try await db.create(LooseItem.self)
    try await db.insert((1...3).map { LooseItem(name: "\($0)", count: $0) })
    try await db.transaction { (tx: isolated Connection) throws in
      for count in 1...2 {
        #expect(
          try tx.run(LooseItem.order { $0.count }.limit(count).update { $0.count += 1 }) == count)
        #expect(try tx.run(LooseItem.where { $0.name == "3" }.update { $0.count = count }) == 1)
      }
    }
    try await db.execute(
      script: "DROP TABLE loose; CREATE VIEW loose AS SELECT 1 AS name, 2 AS count")
    for _ in 0..<2 {
      let error = await #expect(throws: DatabaseError.self) {
        try await db.run(LooseItem.order { $0.count }.limit(1).update { $0.count += 1 })
      }
      #expect(error?.code == .misuse)
    }
  }

  @Test("Writes of generic types, and of types in extensions, have separate keys")
  func generics() async throws {
    let db = try Database.inMemory()
    try await db.create(WriteKeyKept.Note.self)
    try await db.execute("CREATE TABLE generic (id INTEGER PRIMARY KEY, content ANY) STRICT")
    try await db.transaction { (tx: isolated Connection) throws in
      try tx.insert(Generic<Int>.Box(id: 1, content: 1))
      try tx.insert(Generic<String>.Box(id: 2, content: "a"))
      for round in 1...3 {
        #expect(
          try tx.run(Generic<Int>.Box.where { $0.id == 1 }.update { $0.content = round }) == 1)
        let text = Generic<String>.Box.where { $0.id == 2 }.update { $0.content = "\(round)" }
        #expect(try tx.run(text) == 1)
        try tx.insert(WriteKeyKept.Note(id: round, text: ""))
        #expect(
          try tx.run(WriteKeyKept.Note.where { $0.id == round }.update { $0.text = "\(round)" })
            == 1)
      }
      #expect(try tx.find(Generic<Int>.Box.self, 1)?.content == 3)
      #expect(try tx.find(Generic<String>.Box.self, 2)?.content == "3")
      #expect(try tx.fetch(WriteKeyKept.Note.self).map(\.text) == ["1", "2", "3"])
    }
    #expect(Generic<Int>.Box.schema != Generic<String>.Box.schema)
  }
}
