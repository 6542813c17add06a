import Foundation
import ORM
import Testing

@Suite("Random transactions, cancellations, readers and observers", .timeLimit(.minutes(10)))
struct InterleavingTests {
  /// The number of steps that are checked against the model in each run; an environment variable
  /// can raise it.
  static let steps =
    ProcessInfo.processInfo.environment["INTERLEAVING_STEPS"].flatMap(Int.init) ?? 40_000

  @Test(
    "Random work on a database leads to the state of an in-memory model",
    arguments: [(1, true), (2, false)])
  func model(seed: UInt64, isFile: Bool) async throws {
    let folder = try TemporaryFolder()
    var configuration = Configuration(readerCount: 4)
    // The result does not depend on the disk.
    configuration.busyTimeout = .seconds(3600)
    let db =
      isFile
      ? try Database(folder.file(), configuration: configuration)
      : try Database.inMemory(configuration: configuration)
    try await db.create(Account.self)
    let world = World(db: db, seed: seed)
    while world.steps < Self.steps { try await world.step() }
    try await world.end()
    #expect(world.mistakes == [], "seed \(seed)")
    #expect(try await db.checkIntegrity() == [])
    try await db.close()
  }
}

/// The expected contents of a database, and random work on both.
private final class World: @unchecked Sendable {
  // Used by one task at a time: while a transaction's body runs, only the body uses it.
  private typealias Model = Balances

  private let db: Database
  private var random: SeededGenerator
  private var model: Model = [:]
  private var snapshots: [(snapshot: Snapshot, model: Model)] = []
  private var followers: [any Follower] = []
  /// The outcome of the current transaction.
  private var hasFailure = false
  private var isRolledBack = false
  private(set) var steps = 0
  private(set) var mistakes: [String] = []

  init(db: Database, seed: UInt64) {
    self.db = db
    random = SeededGenerator(seed: seed)
  }

  private func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  private func check(_ rows: [Account], _ model: Model, _ place: String) {
    let found = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.balance) })
    if found != model { note(mistake: place) }
  }

  private func note(mistake: String?) {
    if let mistake, mistakes.count < 5 { mistakes.append("step \(steps), \(mistake)") }
  }
}

// MARK: - Steps of the program

extension World {
  func step() async throws {
    steps += 1
    switch Int.random(in: 0..<100, using: &random) {
    case ..<20: try await write()
    case ..<45: try await transaction(waits: false)
    case ..<60: try await transaction(waits: true)
    case ..<70: check(try await db.fetch(Account.self), model, "fetch")
    case ..<76: try await takeSnapshot()
    case ..<86: try await readSnapshot(closes: false)
    case ..<90: try await readSnapshot(closes: true)
    case ..<93: try await follow()
    case ..<94: try await settle()
    case ..<96: await endFollowing()
    default:
      let rows = try await db.read { db in
        let rows = try db.fetch(Account.self)
        return try db.count(Account.self) == rows.count ? rows : []
      }
      check(rows, model, "read")
    }
  }

  func end() async throws {
    while !snapshots.isEmpty { try await readSnapshot(closes: true) }
    try await settle()
    while !followers.isEmpty { await endFollowing() }
    check(try await db.fetch(Account.self), model, "end")
  }

  /// A write outside of a transaction, which succeeds or fails as a whole.
  private func write() async throws {
    let before = model
    hasFailure = false
    defer { if model != before { noteCommit(after: before) } }
    let account = Account(
      id: Int.random(in: 0..<40, using: &random), balance: Int.random(in: 0..<1000, using: &random))
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      try await db.save(account)
      model[account.id] = account.balance
    case 1:
      let wasThere = try await db.delete(Account.self, key: account.id)
      if wasThere != (model.removeValue(forKey: account.id) != nil) { mistakes.append("delete") }
    case 2:
      // The second row already exists, so neither is kept.
      let rows = [Account(id: 1000, balance: 1), Account(id: 1000, balance: 2)]
      if (try? await db.insert(rows)) != nil { mistakes.append("insert of two rows of one key") }
    default:
      do {
        try await db.insert(account)
        if model[account.id] != nil { mistakes.append("insert of what is there") }
        model[account.id] = account.balance
      } catch let error as DatabaseError where error.violation != nil {
        if model[account.id] == nil { mistakes.append("insert of what is not there") }
      }
    }
  }

  /// A transaction in its own task, which ends with a return, a throw, a rollback or a
  /// cancellation.
  private func transaction(waits: Bool) async throws {
    let before = model
    (hasFailure, isRolledBack) = (false, false)
    let result = await Task {
      if waits {
        try await self.db.transaction { tx in
          for _ in 0..<Int.random(in: 1...3, using: &self.random) {
            try self.work(tx, depth: 1)
            await Task.yield()
            if self.db.path != ":memory:" && self.chance(20) {
              let rows = try await Task.detached { try await self.db.fetch(Account.self) }.value
              self.check(rows, before, "fetch from outside")
            }
          }
          try self.endTransaction(tx, undoing: before)
        }
      } else {
        try await self.db.transaction { tx in
          try self.work(tx, depth: 1)
          try self.endTransaction(tx, undoing: before)
        }
      }
    }.result
    if case .failure(let error) = result {
      model = before
      if !(error is Stop || error is CancellationError) { throw error }
    } else if !isRolledBack {
      noteCommit(after: before)
    }
  }

  private func takeSnapshot() async throws {
    // At least one reader is left for everything else.
    guard snapshots.count < 3 else { return }
    snapshots.append((try await db.snapshot(), model))
  }

  private func readSnapshot(closes: Bool) async throws {
    guard !snapshots.isEmpty else { return }
    let index = Int.random(in: 0..<snapshots.count, using: &random)
    let (snapshot, model) = snapshots[index]
    check(try await snapshot.read { try $0.fetch(Account.self) }, model, "snapshot")
    if closes {
      try await snapshot.close()
      snapshots.remove(at: index)
    }
  }
}

// MARK: - Observers

extension World {
  private func noteCommit(after before: Model) {
    let commit = AccountCommit(before: before, after: model, hasFailure: hasFailure)
    for follower in followers { follower.note(commit) }
  }

  private func follow() async throws {
    guard followers.count < 5 else { return }
    followers.append(
      chance(30)
        ? try await ChangesFollower(of: db)
        : ValueFollower.random(of: db, model, using: &random))
  }

  private func settle() async throws {
    // A unique change, so that all earlier changes have been reported when it is.
    let before = model
    hasFailure = false
    model[0] = -steps
    try await db.save(Account(id: 0, balance: -steps))
    noteCommit(after: before)
    for follower in followers { note(mistake: await follower.settle()) }
  }

  private func endFollowing() async {
    guard !followers.isEmpty else { return }
    let index = Int.random(in: 0..<followers.count, using: &random)
    note(mistake: await followers.remove(at: index).end())
  }
}

// MARK: - Steps inside of a transaction

extension World {
  private func work(_ tx: isolated Connection, depth: Int) throws {
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      steps += 1
      let id = Int.random(in: 0..<40, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0, 1, 2:
        let account = Account(id: id, balance: steps)
        try tx.save(account)
        model[id] = steps
      case 3:
        try tx.delete(Account.self, key: id)
        model[id] = nil
      case 4: check(try tx.fetch(Account.self), model, "fetch in a transaction")
      case 5:
        let count = try tx.execute("UPDATE account SET balance = balance + 1 WHERE id < \(id)")
        if count != model.keys.count(where: { $0 < id }) { mistakes.append("update") }
        for key in model.keys where key < id { model[key, default: 0] += 1 }
      case 6, 7: if depth < 4 { try nested(tx, depth: depth) }
      case 8:
        hasFailure = true
        _ = try? tx.insert([Account(id: 2000, balance: 0), Account(id: 2000, balance: 1)])
      default: check(try tx.read { try tx.fetch(Account.self) }, model, "nested read")
      }
    }
  }

  private func nested(_ tx: isolated Connection, depth: Int) throws {
    let before = (model, hasFailure)
    do {
      try tx.transaction {
        try work(tx, depth: depth + 1)
        if chance(25) { throw Stop() }
        if chance(25) {
          tx.rollback()
          (model, hasFailure) = before
        }
      }
    } catch is Stop {
      (model, hasFailure) = before
    }
  }

  private func endTransaction(_ tx: isolated Connection, undoing before: Model) throws {
    if chance(15) { throw Stop() }
    if chance(15) { withUnsafeCurrentTask { $0?.cancel() } }
    if chance(15) {
      tx.rollback()
      model = before
      isRolledBack = true
    }
  }
}
