import Foundation
import ORM

/// Writes, finds, updates, saves and deletes values of a representation, one after the other.
struct ValueRun<R: ColumnRepresentation>: Sendable where R.Value: Equatable {
  let values: @Sendable (inout SeededGenerator) -> R.Value
  /// Whether conditions compare the values: JSON is not compared.
  var isComparable = true

  /// How often each happened.
  struct Counts {
    var stored = 0
    /// The values that the representation does not hold, each refused before anything was written.
    var refused = 0
    var keys = 0
  }

  func run(_ count: Int, seed: UInt64) async throws -> Counts {
    let db = try Database.inMemory()
    try await db.create(StoredValueRow<R>.self, KeyedValueRow<R>.self)
    var counts = Counts()
    var generator = SeededGenerator(seed: seed)
    var done = 0
    // A transaction that grew for ever would not be what a program does.
    while done < count {
      let part = min(1000, count - done)
      (counts, generator) = try await db.transaction { [counts, generator] tx in
        var (counts, generator) = (counts, generator)
        for _ in 0..<part { try check(tx, &generator, &counts) }
        return (counts, generator)
      }
      done += part
    }
    return counts
  }

  private func check(
    _ db: isolated Connection, _ generator: inout SeededGenerator, _ counts: inout Counts
  ) throws {
    let (value, other) = (values(&generator), values(&generator))
    let draft = StoredValueRow<R>.Draft(value: value)
    let row: StoredValueRow<R>
    do {
      row = try db.insert(draft)
    } catch is ValueEncodingError {
      try promise(try db.count(StoredValueRow<R>.self) == 0, "\(value) was refused, and written")
      counts.refused += 1
      return
    }
    counts.stored += 1
    try checkFound(row, value, db)
    var changed = row
    changed.value = other
    do {
      try db.update(changed)
      let stored = try found(row.id, db)
      try checkFound(stored, other, db)
    } catch is ValueEncodingError {
      try checkFound(row, value, db)
    }
    let saved = try db.save(row)
    try promise(saved == row, "save(\(row)) returned \(saved)")
    try checkFound(row, value, db)
    try promise(try db.count(StoredValueRow<R>.self) == 1, "save(\(row)) inserted a row")
    try checkKey(value, db)
    counts.keys += 1
    try promise(try db.delete(row), "delete(\(row)) found no row")
    try promise(try db.count(StoredValueRow<R>.self) == 0, "delete(\(row)) left a row")
  }

  /// The row that was written is the row that is found, by its key and by the value as it was given.
  private func checkFound(
    _ row: StoredValueRow<R>, _ value: R.Value, _ db: isolated Connection
  ) throws {
    let stored = try found(row.id, db)
    try promise(stored == row, "\(value) was stored as \(stored), and returned as \(row)")
    guard isComparable else { return }
    for value in [value, row.value] {
      let ids = try db.fetch(StoredValueRow<R>.where { $0.value == value }).map(\.id)
      try promise(ids == [row.id], "\(value) is stored as \(row) and not found by ==")
    }
  }

  private func found(_ id: Int, _ db: isolated Connection) throws -> StoredValueRow<R> {
    guard let row = try db.find(StoredValueRow<R>.self, id) else {
      throw BrokenPromise("the row \(id) is not found")
    }
    return row
  }

  /// The same for a key: `save` of a row that was fetched inserts no second one.
  private func checkKey(_ value: R.Value, _ db: isolated Connection) throws {
    var row = try db.insert(KeyedValueRow<R>(key: value, n: 1))
    guard let found = try db.find(KeyedValueRow<R>.self, value) else {
      throw BrokenPromise("the key \(value), stored as \(row), is not found")
    }
    try promise(found == row, "the key \(value) returned \(row), and is stored as \(found)")
    row.n = 2
    try db.update(row)
    row.n = 3
    let saved = try db.save(row)
    try promise(saved == row, "save(\(row)) returned \(saved)")
    let all = try db.fetch(KeyedValueRow<R>.self)
    try promise(all == [row], "after save(\(row)) there are \(all)")
    try promise(
      try db.delete(KeyedValueRow<R>.self, key: value), "the key \(value) was not deleted")
    try promise(try db.count(KeyedValueRow<R>.self) == 0, "the key \(value) left a row")
  }
}
