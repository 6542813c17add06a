import ORM
import Testing

@Table("part")
struct FailingPart: Hashable {
  let id: Int
  @Column(unique: true) var code: String
  @Column(references: StockShelf.self) var shelfID: Int = 1
  @Column(check: "count < 100") var count: Int = 0
}

@Table("shelfNames")
private struct NamelessShelf {
  var name: String
}

@Suite("Failed writes: the rows that they leave, and their errors")
struct WriteFailureTests {
  private func database() async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(StockShelf.self, FailingPart.self)
    try await db.insert(Stock.shelves)
    return db
  }

  private func parts(_ change: (inout FailingPart) -> Void) -> [FailingPart] {
    (1...1_000).map { id in
      var part = FailingPart(id: id, code: "\(id)")
      if id == 501 { change(&part) }
      return part
    }
  }

  @Test("OR FAIL keeps the rows before one that is not unique or breaks a check")
  func fail() async throws {
    for parts in [parts { $0.code = "1" }, parts { $0.count = 100 }] {
      let db = try await database()
      let write = FailingPart.insert(parts, or: .fail)
      await #expect(throws: DatabaseError.self) { try await db.run(write) }
      #expect(try await db.count(FailingPart.self) == 500)
    }
  }

  @Test("OR FAIL keeps no row if a foreign key or a trigger fails")
  func failOtherwise() async throws {
    let db = try await database()
    let write = FailingPart.insert(parts { $0.shelfID = 77 }, or: .fail)
    await #expect(throws: DatabaseError.self) { try await db.run(write) }
    #expect(try await db.count(FailingPart.self) == 0)
    try await db.create(
      Trigger("refusing", before: .insert(FailingPart.self), when: { $0.id == 501 }) { _ in
        SQLFunction.raise(.abort("no"))
      })
    let refused = FailingPart.insert(parts { _ in }, or: .fail)
    await #expect(throws: DatabaseError.self) { try await db.run(refused) }
    #expect(try await db.count(FailingPart.self) == 0)
  }

  @Test("OR IGNORE leaves out a row that breaks a check, and OR REPLACE throws")
  func check() async throws {
    let db = try await database()
    let broken = FailingPart(id: 1, code: "a", count: 100)
    #expect(try await db.run(FailingPart.insert(broken, or: .ignore)) == 0)
    await #expect(throws: DatabaseError.self) {
      try await db.run(FailingPart.insert(broken, or: .replace))
    }
  }

  @Test("An insert names the foreign key that fails, even if it computes other values")
  func insert() async throws {
    let db = try await database()
    let error = await #expect(throws: DatabaseError.self) {
      try await db.insert(FailingPart.self) {
        $0.code = SQLFunction.char("a")
        $0.count = 3
        $0.shelfID = 77
      }
    }
    #expect(error?.violation?.columns == ["shelfID"])
  }

  @Test("A view without a key can be written by a condition, but not with a limit")
  func keylessView() async throws {
    let db = try await database()
    try await db.execute(
      script: """
        CREATE VIEW shelfNames AS SELECT name FROM shelf;
        CREATE TRIGGER shelfNames_delete INSTEAD OF DELETE ON shelfNames BEGIN
          DELETE FROM shelf WHERE name = old.name;
        END
        """)
    try await db.run(NamelessShelf.where { $0.name == "A" }.delete())
    let first = NamelessShelf.order { $0.name }.limit(1)
    let error = await #expect(throws: DatabaseError.self) { try await db.run(first.delete()) }
    let words = "declares no primary key, so its rows can't be found by key"
    #expect(error?.message == "the view \"shelfNames\" \(words)")
    let left = try await db.fetch(StockShelf.select { $0.name })
    #expect(left == ["B", "C"])
  }

  @Test("An upsert does not name the foreign key of the row that it does not store")
  func upsert() async throws {
    let db = try await database()
    try await db.insert(FailingPart(id: 1, code: "a"))
    let write = FailingPart.insert(FailingPart(id: 2, code: "a", shelfID: 66))
      .onConflict { $0.code }.doUpdate { row, _ in row.shelfID = 77 }
    let error = await #expect(throws: DatabaseError.self) { try await db.run(write) }
    #expect(error?.violation?.kind == .foreignKey)
    #expect(error?.violation?.columns == [])
  }
}
