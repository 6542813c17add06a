import ORM

/// A task that does some operations, drawn from the seed, one after the other.
struct Worker: Sendable {
  /// What only a body throws.
  struct Stop: Error {}

  let number: Int
  let world: World
  let db: Database

  func work() async throws {
    var random = SeededGenerator(seed: world.seed &* 31 &+ UInt64(number))
    for step in 0..<world.plan.operations {
      let id = number * 1_000 + step
      let kind = Int.random(in: 0..<10, using: &random)
      let draw = Int.random(in: 0..<1_000_000, using: &random)
      let ending = Int.random(in: 0..<6, using: &random)
      Scheduler.note("\(number).\(step) \(kind)")
      do {
        try await end(ending, draw) { try await `do`(kind, id, draw) }
        if kind < 6 { world.receipts.keep(id) }
        Scheduler.note("\(number).\(step) done")
      } catch is Stop {
        world.receipts.refuse(id)
        Scheduler.note("\(number).\(step) stopped")
      } catch let error where ending < 2 && (error is CancellationError || error is DeadlineError) {
        world.receipts.refuse(id)
        Scheduler.note("\(number).\(step) \(type(of: error))")
      } catch let error where world.expects(error) {
        world.receipts.doubt(id)
        Scheduler.note("\(number).\(step) \(World.code(of: error))")
      }
    }
  }

  /// Does the operation as it is, or in a task that is cancelled, or under a deadline.
  private func end(
    _ ending: Int, _ draw: Int, _ operation: @escaping @Sendable () async throws -> Void
  ) async throws {
    switch ending {
    case 0:
      let task = Task { try await operation() }
      for _ in 0..<draw % 40 { await Task.yield() }
      task.cancel()
      try await task.value
    case 1: try await db.within(.microseconds(draw % 400)) { _ in try await operation() }
    default: try await operation()
    }
  }

  private func `do`(_ kind: Int, _ id: Int, _ draw: Int) async throws {
    let entry = Receipt(id: id, author: number)
    let (from, to) = (1 + draw % Bank.accountCount, 1 + draw / 64 % Bank.accountCount)
    switch kind {
    case 0: try await db.insert(entry)
    case 1:
      try await db.transaction { tx in
        try Bank.give(-7, to: from, tx)
        try tx.insert(entry)
        try Bank.give(7, to: to, tx)
      }
    case 2:
      try await db.transaction { tx in
        try Bank.count(1 + draw % Bank.counterCount, tx)
        for _ in 0..<draw % 3 { await Task.yield() }
        try Bank.tally(tx)
        if draw % 2 == 0 { try await Task.sleep(for: .microseconds(draw % 3000)) }
        try tx.insert(entry)
        if draw % 5 == 0 { throw Stop() }
      }
    case 3:
      try await db.transaction { tx in
        try tx.insert(entry)
        do {
          try tx.transaction {
            try Bank.give(100, to: from, tx)
            try tx.insert(Receipt(id: id + 500_000, author: -1))
            throw Stop()
          }
        } catch is Stop {}
        if draw % 4 == 0 { throw Stop() }
      }
    case 4:
      try await db.transaction { tx in
        try tx.insert(entry)
        if draw % 2 == 0 {
          tx.rollback()
          throw Stop()
        }
      }
    case 5: try await db.save(entry)
    case 6: _ = try await db.read { try Bank.check($0) }
    case 7:
      var (sum, count) = (0, 0)
      // Some leave it before its end, and so a read that others have to end.
      let end = draw % 3 == 0 ? draw / 3 % Bank.accountCount : .max
      for try await account in db.stream(Account.all) {
        if count == end { return }
        sum += account.balance
        count += 1
        if count % 16 == 0 { await Task.yield() }
      }
      try promise(sum == Bank.money, "a stream sees one state: \(sum)")
    case 8:
      let snapshot = try await db.snapshot()
      let first = try await snapshot.read { try Bank.check($0) }
      await Task.yield()
      let second = try await snapshot.read { try Bank.check($0) }
      try promise(first == second, "a snapshot sees one state: \(first), \(second)")
      if draw % 2 == 0 { try await snapshot.close() }
    default:
      async let one = db.find(Account.self, from)
      async let two = db.count(Receipt.self)
      _ = try await (one, two)
    }
  }
}
