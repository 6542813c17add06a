import Foundation
import ORM
import ORMCore
import ORMSchema
import Testing

/// Each ordered pair of this package's representations, with random values and those at the edges.
@Suite("Pairs of representations")
struct RepresentationPairTests {
  /// The number of values of each representation, which the environment variable can increase.
  private static let count =
    ProcessInfo.processInfo.environment["ORM_REPRESENTATION_VALUES"].flatMap(Int.init) ?? 40

  @Test(
    "A change of representation keeps each value, or counts it as lost and is refused",
    arguments: StoredKind.all)
  func pairs(_ old: StoredKind) async throws {
    for new in StoredKind.all { try await check(from: old, to: new) }
  }

  private func check(from old: StoredKind, to new: StoredKind) async throws {
    var generator = SeededGenerator(seed: 45)
    let db = try Database.inMemory()
    try await db.migrate(to: old.schema)
    let values = old.values(Self.count, &generator)
    #expect(values.count == Self.count, "\(old.name)")
    try await db.transaction { tx in
      for value in values { try tx.execute("INSERT INTO t (v) VALUES (\(value))") }
    }
    var before: [Int: Meaning] = [:]
    for id in 1...values.count { before[id] = try await old.read(db, id) }
    let pair: Comment = "\(old.name) -> \(new.name)"
    let plan = try await db.plan(to: new.schema)
    if old.isRelated(to: new) {
      let lost = before.filter { new.store($0.value) == nil }
      let counted = plan.losses.reduce(0) { $0 + $1.count }
      #expect(counted == lost.count, pair)
      if !lost.isEmpty {
        await #expect(throws: DataLossError.self, pair) { try await db.migrate(to: new.schema) }
        try await db.verify(old.schema)
        for id in lost.keys {
          try await db.execute("DELETE FROM t WHERE id = \(id)")
          before[id] = nil
        }
      }
    } else if !plan.losses.isEmpty {
      await #expect(throws: DataLossError.self, pair) { try await db.migrate(to: new.schema) }
      try await db.verify(old.schema)
      for (id, meaning) in before { #expect(try await old.read(db, id) == meaning, pair) }
      return
    }
    try await db.migrate(to: new.schema)
    for (id, meaning) in before {
      let read = try await new.read(db, id)
      if old.isRelated(to: new) { #expect(read == meaning, pair) }
    }
    try await db.verify(new.schema)
    #expect(try await db.migrate(to: new.schema).isEmpty)
  }
}
