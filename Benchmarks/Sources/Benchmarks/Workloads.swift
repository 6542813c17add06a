import CBaseline
import Foundation
import ORM

/// The same rows in the same statements, by C and by the library, on databases of their own.
struct Workloads {
  let count: Int
  let cPeople: [baseline_person]
  let people: [Person]
  let c: CDatabase
  let db: Database

  init(count: Int, c: CDatabase, db: Database) {
    self.count = count
    self.c = c
    self.db = db
    cPeople = (1...count).map { baseline_person_make(Int64($0)) }
    people = cPeople.map(Person.init)
  }

  var comparisons: [Comparison] {
    [
      Comparison(
        name: "insert as one array", c: { try insertByC() }, orm: { try await insertArray() }),
      Comparison(
        name: "insert, one call each in one transaction", c: { try insertByC() },
        orm: { try await insertSingles() }),
      Comparison(
        name: "fetch all",
        c: {
          var sum: Int64 = 0
          try c.check(baseline_fetch(c.pointer, &sum))
          return sum
        },
        orm: { try await db.fetch(Person.self).reduce(0) { $0 + $1.checksum } }),
      Comparison(
        name: "find by key, in one read", c: { try findByC() }, orm: { try await findInOneRead() }),
      Comparison(
        name: "find by key, an await each", c: { try findByC() }, orm: { try await findOneByOne() }),
      Comparison(
        name: "update by key in one transaction",
        c: {
          try c.check(baseline_update(c.pointer, cPeople, Int32(count)))
          return Int64(count)
        },
        orm: {
          try await db.transaction { [people] tx in
            for person in people { try tx.update(person) }
          }
          return Int64(count)
        }),
    ]
  }

  private func insertByC() throws -> Int64 {
    try c.check(baseline_create(c.pointer))
    try c.check(baseline_insert(c.pointer, cPeople, Int32(count)))
    return Int64(count)
  }

  private func insertArray() async throws -> Int64 {
    try await recreate()
    return Int64(try await db.insert(people).count)
  }

  private func insertSingles() async throws -> Int64 {
    try await recreate()
    try await db.transaction { [people] tx in
      for person in people { try tx.insert(person) }
    }
    return Int64(count)
  }

  private func recreate() async throws {
    try await db.drop(Person.self)
    try await db.create(Person.self)
  }

  private func findByC() throws -> Int64 {
    var sum: Int64 = 0
    try c.check(baseline_find(c.pointer, Int32(count), &sum))
    return sum
  }

  private func findInOneRead() async throws -> Int64 {
    try await db.read { [count] db in
      var sum: Int64 = 0
      for index in 0..<count {
        guard let person = try db.find(Person.self, (index * 7919) % count + 1) else { continue }
        sum += person.checksum
      }
      return sum
    }
  }

  private func findOneByOne() async throws -> Int64 {
    var sum: Int64 = 0
    for index in 0..<count {
      guard let person = try await db.find(Person.self, (index * 7919) % count + 1) else {
        continue
      }
      sum += person.checksum
    }
    return sum
  }
}
