import ArgumentParser
import ORM

/// One of the processes of `contend`: many tasks read and write one file, which is opened anew from
/// time to time.
struct ContendWorker: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "contend-worker", shouldDisplay: false)

  @Argument var path: String
  @Argument var tasks: Int
  @Argument var seconds: Int
  @Argument var seed: UInt64

  func run() async throws {
    let end = ContinuousClock.now + .seconds(seconds)
    var random = SeededGenerator(seed: seed)
    var total = ContendFigures()
    while ContinuousClock.now < end {
      // Each process comes and goes at times of its own, and one is the last now and then.
      let session = min(end, .now + .milliseconds(Int.random(in: 200...3_000, using: &random)))
      let db = try Database(path, configuration: Configuration(readerCount: 4))
      try await db.transaction { try Bank.prepare($0) }
      total.openings += 1
      try await withThrowingTaskGroup(of: ContendFigures.self) { group in
        for _ in 0..<tasks {
          var teller = Teller(db: db, seed: random.next())
          group.addTask {
            while ContinuousClock.now < session { try await teller.act() }
            return teller.figures
          }
        }
        for try await figures in group { total.add(figures) }
      }
      try await db.close()
    }
    say(total.line)
  }
}

/// A task that reads and writes.
private struct Teller: Sendable {
  let db: Database
  var random: SeededGenerator
  var figures = ContendFigures()

  init(db: Database, seed: UInt64) {
    self.db = db
    random = SeededGenerator(seed: seed)
  }

  mutating func act() async throws {
    let clock = ContinuousClock()
    let start = clock.now
    switch Int.random(in: 0..<100, using: &random) {
    case ..<45:
      try await db.read { _ = try Bank.check($0) }
      figures.reads += 1
      figures.longestRead = max(figures.longestRead, clock.now - start)
    case ..<50:
      try await readSnapshot()
      figures.snapshots += 1
    case ..<80:
      try await count()
      figures.increments += 1
      figures.longestWrite = max(figures.longestWrite, clock.now - start)
    case ..<85:
      try await countSlowly()
      figures.increments += 1
      figures.longestWrite = max(figures.longestWrite, clock.now - start)
    default:
      try await transfer()
      figures.transfers += 1
      figures.longestWrite = max(figures.longestWrite, clock.now - start)
    }
  }

  private mutating func count() async throws {
    let counter = Int.random(in: 1...Bank.counterCount, using: &random)
    try await db.transaction { tx in
      try Bank.count(counter, tx)
      try Bank.tally(tx)
    }
  }

  /// Counts in a transaction that waits for something else between its two halves.
  private mutating func countSlowly() async throws {
    let counter = Int.random(in: 1...Bank.counterCount, using: &random)
    try await db.transaction { tx in
      try Bank.count(counter, tx)
      await Task.yield()
      try Bank.tally(tx)
    }
  }

  private mutating func transfer() async throws {
    let from = Int.random(in: 1...Bank.accountCount, using: &random)
    let to = Int.random(in: 1...Bank.accountCount, using: &random)
    let amount = Int.random(in: 1...20, using: &random)
    try await db.transaction { tx in
      try Bank.give(-amount, to: from, tx)
      try Bank.give(amount, to: to, tx)
    }
  }

  /// Reads one state over and over while others write.
  private mutating func readSnapshot() async throws {
    let snapshot = try await db.snapshot()
    let first = try await snapshot.read { try Bank.check($0) }
    for _ in 0..<3 {
      try await Task.sleep(for: .milliseconds(Int.random(in: 0..<4, using: &random)))
      let again = try await snapshot.read { try Bank.check($0) }
      try promise(first == again, "a snapshot stays at \(first), and does not go on to \(again)")
    }
    try await snapshot.close()
  }
}
