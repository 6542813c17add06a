import ORM
import Testing

/// Tables and columns named `order`, `group`, `a b`, `say "hi"` and worse.
@Suite("Names that must be quoted")
struct NamesTests {
  let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Odd.self, OddChild.self)
  }

  @Test("Inserts and reads work with names that must be quoted")
  func verbs() async throws {
    let one = try await db.insert(Odd(group: "g", greeting: "hello", dotted: 3))
    #expect(one.id == 1)
    let more = try await db.insert((0..<600).map { Odd(id: $0 + 2, group: "h", greeting: "\($0)") })
    #expect(try await db.fetch(Odd.self) == [one] + more)
    let query = Odd.where { $0.group == "g" && $0.greeting.like("h%") }.order { $0.dotted }
    #expect(try await db.fetch(query) == [one])
    #expect(try await db.first(Odd.order { $0.id }) == one)
    #expect(try await db.find(Odd.self, 1) == one)
    #expect(try await db.count(Odd.self) == 601)
    #expect(try await db.count(query) == 1)
    #expect(try await db.exists(Odd.self, key: 1))
    #expect(try await db.exists(Odd.self, where: { $0.dotted == 3 }))
    #expect(try await db.refresh(one) == one)
    #expect(try await db.load(\.greeting, of: one) == "hello")
  }

  @Test("Updates, saves and deletes work with names that must be quoted")
  func writes() async throws {
    var row = try await db.insert(Odd.self) {
      $0.group = "g"
      $0.greeting = "hello"
    }
    row.group = "h"
    try await db.update(row)
    row.dotted = 9
    try await db.update(row, columns: \.dotted, \.greeting)
    let old = row
    row.greeting = "good evening"
    #expect(try await db.updateChanges(row, from: old))
    #expect(try await db.fetch(Odd.self) == [row])
    row.group = "i"
    #expect(try await db.save(row) == row)
    #expect(try await db.fetch(Odd.self) == [row])
    let child = try await db.insert(OddChild(parent: row.id))
    #expect(try await db.fetch(OddChild.self, where: { $0.parent == row.id }) == [child])
    #expect(try await db.delete(OddChild.order { $0.parent }.limit(1)) == 1)
    #expect(try await db.delete(Odd.self, where: { $0.dotted == 9 }) == 1)
    #expect(try await !db.delete(row))
    #expect(try await db.deleteAll(OddChild.self) == 0)
    try await db.drop(OddChild.self)
    try await db.drop(Odd.self)
  }
}
