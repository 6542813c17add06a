import FaultVFS
import ORM
import Synchronization

/// A row that one task has written once.
@Table
struct Receipt: Identifiable, Sendable {
  let id: Int
  var author: Int
}

/// A database, and tasks that read, write, observe and are cancelled in an order that a seed says.
struct World: Sendable {
  /// What a seed draws.
  struct Plan: Sendable {
    let isFile: Bool
    let readerCount: Int
    let workers: Int
    let operations: Int
    let observers: Int
    /// Whether a second value of the same file writes, as another process would.
    let hasOther: Bool
    /// The call of the system that fails, of those behind the beginning.
    let failingCall: Int64?

    init(_ random: inout SeededGenerator) {
      isFile = Int.random(in: 0..<4, using: &random) > 0
      readerCount = Int.random(in: 1...3, using: &random)
      workers = Int.random(in: 2...6, using: &random)
      operations = Int.random(in: 3...10, using: &random)
      observers = Int.random(in: 0...3, using: &random)
      hasOther = isFile && Bool.random(using: &random)
      let fails = isFile && Int.random(in: 0..<4, using: &random) == 0
      failingCall = fails ? Int64.random(in: 1...400, using: &random) : nil
    }
  }

  let seed: UInt64
  let plan: Plan
  let receipts = Receipts()

  init(seed: UInt64) {
    self.seed = seed
    var random = SeededGenerator(seed: seed)
    plan = Plan(&random)
  }

  private func open(_ path: String) throws -> Database {
    var configuration = Configuration(readerCount: plan.readerCount)
    configuration.busyTimeout = .seconds(60)
    configuration.connectionTimeout = .seconds(60)
    configuration.observationInterval = .milliseconds(5)
    if plan.failingCall != nil { configuration.vfs = "fault" }
    return try plan.isFile
      ? Database(path, configuration: configuration)
      : Database.inMemory(configuration: configuration)
  }

  /// Lives until all is done, and looks at what is left.
  func live(at path: String) async throws {
    let db = try open(path)
    let other = plan.hasOther ? try open(path) : nil
    try await db.transaction { tx in
      try Bank.prepare(tx)
      try tx.create(Receipt.self)
    }
    if let call = plan.failingCall { fault_arm(Int32(FAULT_KIND_COUNT.rawValue), call, 1) }
    defer { fault_disarm() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<plan.observers {
        let watcher = Watcher(number: number, world: self, db: db)
        group.addTask { try await watcher.watch() }
      }
      try await withThrowingTaskGroup(of: Void.self) { workers in
        for number in 0..<plan.workers {
          let place = other != nil && number % 2 == 1 ? other : db
          let worker = Worker(number: number, world: self, db: place ?? db)
          workers.addTask { try await worker.work() }
        }
        try await workers.waitForAll()
      }
      fault_disarm()
      // The last commit comes while observers read what one before it has changed.
      for id in Self.end - 2...Self.end { try await db.insert(Tally(id: id, total: 0)) }
      try await group.waitForAll()
    }
    try await check(db)
    try await other?.close()
    try await db.close()
  }

  /// The row that tells observers that it is over.
  static let end = 999

  private func check(_ db: Database) async throws {
    let rows = try await db.read { db in
      try Bank.check(db)
      return Set(try db.fetch(Receipt.self).map(\.id))
    }
    try receipts.check(rows)
    let damage = try await db.checkIntegrity()
    try promise(damage.isEmpty, "the file is whole: \(damage)")
  }

  /// What an error is, without the path of the file, which is another in each run.
  static func code(of error: any Error) -> String {
    (error as? DatabaseError).map { "\($0.extendedCode)" } ?? "\(type(of: error))"
  }

  /// Whether a task may be told this error.
  func expects(_ error: any Error) -> Bool {
    guard plan.failingCall != nil, let error = error as? DatabaseError else { return false }
    // Where SQLite can't read whether a schema that lacks a table is the newest, it says that there
    // is none.
    if plan.hasOther && error.code == .error && error.message.hasPrefix("no such table") {
      return true
    }
    return [.inputOutput, .cannotOpen, .full, .corrupt, .abort, .readOnly].contains(error.code)
  }
}

/// What tasks were told of the rows that they wrote.
final class Receipts: Sendable {
  private struct State {
    var kept: Set<Int> = []
    var refused: Set<Int> = []
    var unknown: Set<Int> = []
  }

  private let state = Mutex(State())

  func keep(_ id: Int) { state.withLock { _ = $0.kept.insert(id) } }
  func refuse(_ id: Int) { state.withLock { _ = $0.refused.insert(id) } }
  /// The system failed: the row is there or not.
  func doubt(_ id: Int) { state.withLock { _ = $0.unknown.insert(id) } }

  func check(_ rows: Set<Int>) throws {
    try state.withLock { state in
      try promise(
        state.kept.isSubset(of: rows),
        "what was acknowledged is there: \(state.kept.subtracting(rows).sorted()) are not")
      try promise(
        state.refused.isDisjoint(with: rows),
        "what was refused is not there: \(state.refused.intersection(rows).sorted()) are")
      let others = rows.subtracting(state.kept).subtracting(state.unknown)
      try promise(others.isEmpty, "nobody wrote \(others.sorted())")
    }
  }
}
