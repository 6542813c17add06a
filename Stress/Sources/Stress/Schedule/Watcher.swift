import ORM

/// A task that observes until it is over, and compares what it was told with what there is.
struct Watcher: Sendable {
  let number: Int
  let world: World
  let db: Database

  func watch() async throws {
    do {
      switch number % 3 {
      case 0: try await values()
      case 1: try await closure()
      default: try await keys()
      }
    } catch let error where world.expects(error) {
      Scheduler.note("watcher \(number) \(World.code(of: error))")
    }
  }

  /// Whether there is no more to come, told by what is told.
  private func isOver(_ ids: [Int]) -> Bool { ids.contains(World.end) }

  private func values() async throws {
    let (first, rest) = try await db.observe(Tally.select { $0.id }.order { $0.id }).start()
    if isOver(first) { return }
    var last = first
    for try await ids in rest {
      try promise(ids != last, "no value comes twice: \(ids)")
      last = ids
      if isOver(ids) { return }
    }
    throw BrokenPromise("an observer is told of the end")
  }

  private func closure() async throws {
    let values = db.observe { db in
      try Bank.check(db)
      return [
        try db.count(Receipt.self), try db.count(Tally.self),
        try db.value(Int.self, sql: "SELECT sum(value) FROM counter"),
      ]
    }
    var last: [Int] = []
    for try await value in values {
      Scheduler.note("watcher \(number) \(value)")
      try promise(value != last, "no value comes twice: \(value)")
      last = value
      if value[1] == 4 { break }
    }
    let entries = try await db.count(Receipt.self)
    try promise(last.first == entries, "an observer is told the last state: \(last), \(entries)")
  }

  /// Keeps a copy of the keys by what changes tell, and compares it in the end.
  private func keys() async throws {
    let entries = try await db.changes(of: Receipt.self)
    let before = try await ids()
    let told = try await withThrowingTaskGroup(of: Set<Int>?.self) { group in
      group.addTask {
        try await tellEnd()
        return nil
      }
      group.addTask { try await follow(entries, from: before) }
      // Where one of them fails, the other does not wait for it.
      return try await group.reduce(Set<Int>()) { $1 ?? $0 }
    }
    let all = try await ids().filter { $0 >= 0 }
    try promise(
      told == all, "a stream tells all changes: \(told.symmetricDifference(all).sorted()) differ")
  }

  /// The stream is for one consumer, who is told that it is over by a row of its own table.
  private func tellEnd() async throws {
    for try await _ in db.observe(Tally.self, World.end) where try await isThere() { break }
    // What another one has committed is looked for every 5 ms.
    try await Task.sleep(for: .milliseconds(50))
    try await db.insert(Receipt(id: end, author: number))
    world.receipts.keep(end)
  }

  private var end: Int { -1 - number }

  private func follow(_ stream: ChangeStream<Int>, from before: Set<Int>) async throws -> Set<Int> {
    var copy = before
    for try await changes in stream {
      Scheduler.note("watcher \(number) +\(changes.inserted) -\(changes.deleted)")
      if !changes.isComplete { copy = try await ids() }
      copy.formUnion(changes.inserted)
      copy.subtract(changes.deleted)
      if changes.inserted.contains(end) || !changes.isComplete && copy.contains(end) { break }
    }
    return copy.filter { $0 >= 0 }
  }

  private func ids() async throws -> Set<Int> {
    Set(try await db.fetch(Receipt.self).map(\.id))
  }

  private func isThere() async throws -> Bool {
    try await db.exists(Tally.self, key: World.end)
  }
}
