import ORM
import Testing

@Suite("Invalid triggers, and triggers that share a name")
struct TriggerLimitTests {
  private func database() async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(StockShelf.self, StockItem.self)
    try await db.insert(Stock.shelves)
    return db
  }

  @Test("A trigger without a statement is refused, and the error names it")
  func empty() async throws {
    let trigger = Trigger("idle", after: .insert(StockItem.self)) { _ in
      StockShelf.insert([StockShelf]())
    }
    let error = await #expect(throws: DatabaseError.self) { try await database().create(trigger) }
    #expect(error?.message == #"the trigger "idle" has no statement"#)
  }

  @Test("A trigger with a common table expression is refused, and the error suggests a subquery")
  func commonTable() async throws {
    let names = TableExpression(with: "names", as: StockShelf.where { $0.id == 1 })
    let trigger = Trigger("naming", after: .insert(StockItem.self)) { new in
      StockItem.where { $0.id.in(names.all.select { $0.id }) }.delete()
    }
    let error = await #expect(throws: DatabaseError.self) { try await database().create(trigger) }
    #expect(
      error?.message
        == #"the trigger "naming" can't contain a common table expression;"#
        + " use the subquery TableExpression(query, as: …) instead")
  }

  @Test("A statement of a trigger can end with a comment")
  func comment() async throws {
    let db = try await database()
    try await db.create(
      Trigger("counting", after: .insert(StockItem.self)) { new in
        "UPDATE shelf SET capacity = 1 WHERE id = \(new.shelfID) -- the shelf that it is on"
        "UPDATE shelf SET name = 'a' WHERE id = \(new.shelfID)"
      })
    try await db.insert(Stock.bolt)
    let shelf = try await db.find(StockShelf.self, 1)
    #expect(shelf == StockShelf(id: 1, name: "a", capacity: 1))
  }

  @Test("A temporary and a permanent trigger of the same name are dropped separately")
  func sharedName() async throws {
    let db = try await database()
    let lasting = Trigger("audit", after: .delete(StockItem.self)) { _ in "SELECT 1" }
    let passing = Trigger("audit", after: .delete(StockItem.self), temporary: true) { _ in
      "SELECT 2"
    }
    let names: SQL = """
      SELECT 'main:' || name FROM sqlite_schema WHERE type = 'trigger'
      UNION ALL SELECT 'temp:' || name FROM temp.sqlite_schema WHERE type = 'trigger'
      """
    try await db.create(lasting)
    try await db.recreate(passing)
    #expect(try await db.fetch(String.self, sql: names) == ["main:audit", "temp:audit"])
    try await db.drop(lasting)
    #expect(try await db.fetch(String.self, sql: names) == ["temp:audit"])
    try await db.drop(passing)
    #expect(try await db.fetch(String.self, sql: names) == [])
  }

  @Test("A recreated view keeps triggers that it does not declare, including temporary ones")
  func recreatedView() async throws {
    let db = try await database()
    try await db.create(ShelfName.self)
    let lasting = Trigger("shelfName_delete", insteadOf: .delete(ShelfName.self)) { old in
      StockShelf.where { $0.name == old.name }.delete()
    }
    let passing = Trigger(
      "shelfName_insert", insteadOf: .insert(ShelfName.self), temporary: true
    ) { _ in
      "SELECT 1"
    }
    try await db.create(lasting, passing)
    try await db.recreate(ShelfName.self)
    try await db.execute("INSERT INTO shelfName VALUES ('z')")
    try await db.execute("DELETE FROM shelfName WHERE name = 'A'")
    let left = try await db.fetch(ShelfName.order { $0.name }.select { $0.name })
    #expect(left == ["B", "C"])
  }
}

@Selection
private struct ShelfName: DatabaseView, Equatable {
  let name: String

  static var definition: some SelectStatement<ShelfName> {
    StockShelf.select { ShelfName.select(name: $0.name) }
  }
}
