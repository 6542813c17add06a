import Foundation
import ORM

/// A changeset, damaged at random, and a database to apply it to.
struct DamagedChangesets {
  private let db: Database
  private let sound: Changeset
  private let shop: Shop?

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Shelf.self, Book.self)
    try await db.insert((1...5).map { Shelf(id: $0, name: "Shelf \($0)") })
    try await db.insert((1...10).map { Book(number: $0, shelf: $0 % 5 + 1, coverSize: 8) })
    sound = try await db.transaction { tx in
      let (_, changes) = try tx.recordChanges {
        try tx.run(Book.where { $0.shelfID == 2 }.update { $0.title = $0.title.appending("!") })
        try tx.delete(Shelf.self, key: 3)
        try tx.insert(Book(number: 11, shelf: 4, coverSize: 8))
      }
      tx.rollback()
      return changes
    }
    shop = try await db.read { try Shop($0) }
  }

  /// Reads, inverts and applies what became of the changeset.
  func use(_ note: String, _ random: inout SeededGenerator) async throws -> DamageTally {
    var bytes = Array(sound.data)
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      guard let damage = Damage.allCases.randomElement(using: &random) else { continue }
      bytes.apply(damage, pageSize: 32, by: &random)
    }
    var tally = DamageTally()
    let damaged = Changeset(data: Data(bytes))
    let note = "\(note), changeset \(damaged.data.base64EncodedString())"
    try Self.attempt(&tally, note) { _ = try damaged.operations() }
    try Self.attempt(&tally, note) { _ = try damaged.inverted().operations() }
    try Self.attempt(&tally, note) { _ = try sound.appending(damaged) }
    try Self.attempt(&tally, note) { _ = try damaged.appending(sound) }
    tally.calls += 1
    do {
      try await db.transaction { tx in
        try tx.apply(damaged) { conflict in
          switch conflict.kind {
          case .differentValues, .existingRow: .replace
          default: .omit
          }
        }
        tx.rollback()
      }
    } catch {
      try tally.take(error, note)
    }
    let now = try await db.read { try Shop($0) }
    try promise(now == shop, "\(note): what is undone leaves the rows as they were")
    return tally
  }

  private static func attempt(
    _ tally: inout DamageTally, _ note: String, _ body: () throws -> Void
  ) throws {
    tally.calls += 1
    do { try body() } catch { try tally.take(error, note) }
  }
}
