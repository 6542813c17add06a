import ArgumentParser
import ORM

/// Ends a process that writes, and looks at what it leaves.
struct Kill: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "What was committed is there after kill -9 of a process that writes, and nothing by half.",
    discussion: """
      The process that is ended writes transactions in several tasks, with checkpoints between them. This shows \
      what a crash of the process does; what a power failure does is up to the disk and to what is synced.
      """)

  @Option(help: "How many processes to end.")
  var kills = 1_000

  @Option(help: "What the moments are drawn from.")
  var seed = UInt64.random(in: 0..<1_000_000)

  @Option(help: "How many processes write to a file, one after the other.")
  var killsPerFile = 20

  func run() async throws {
    say("seed \(seed)")
    let clock = ContinuousClock()
    let start = clock.now
    var random = SeededGenerator(seed: seed)
    var total = Figures()
    while total.kills < kills {
      // Each second file lies in memory: there, few are ended while the disk is waited for.
      let folder = try ScratchFolder(isInMemory: total.files % 2 == 1)
      total.files += 1
      do {
        try await endWriters(of: folder.file(), &random, &total)
      } catch {
        folder.isKept = true
        say("left in \(folder.path) by kill \(total.kills), seed \(seed)")
        throw error
      }
    }
    say("\(total) in \(clock.now - start)")
  }

  /// Has one process after the other write to a file, and looks at it after each.
  private func endWriters(
    of path: String, _ random: inout SeededGenerator, _ total: inout Figures
  ) async throws {
    var ledger = Ledger()
    var open: Database?
    for _ in 0..<min(killsPerFile, kills - total.kills) {
      let acknowledged = try endWriter(path, &random, &total)
      let db = try open ?? Database(path, configuration: Configuration(readerCount: 1))
      let last = ledger.numbers.enumerated().map { lane, number in
        acknowledged.last { $0.lane == lane + 1 }?.number ?? number
      }
      total.unacknowledged += try await ledger.check(db, last)
      // Each second time the next process finds the file open: then it is not the one that
      // recovers it.
      open = Bool.random(using: &random) ? db : nil
      if open == nil { try await db.close() }
    }
    try await open?.close()
  }

  /// Starts a process that writes, and ends it at a random moment.
  private func endWriter(
    _ path: String, _ random: inout SeededGenerator, _ total: inout Figures
  ) throws -> [Acknowledgement] {
    let child = try ChildProcess([
      "kill-writer", path, "\(UInt64.random(in: 0..<99, using: &random))",
    ])
    var bytes: [UInt8] = []
    // One in ten is to end while it still opens the file.
    if Int.random(in: 0..<10, using: &random) == 0 {
      sleep(microseconds: Int.random(in: 0..<15_000, using: &random))
    } else {
      bytes = try child.read(8)
      sleep(microseconds: Int.random(in: 0..<25_000, using: &random))
    }
    try promise(try child.end(), "the process writes until it is ended")
    bytes += try child.readToEnd()
    let acknowledged = Acknowledgement.read(bytes)
    total.kills += 1
    total.commits += acknowledged.count
    if acknowledged.isEmpty { total.early += 1 }
    if ScratchFolder.size(of: path + "-wal") > 0 { total.logs += 1 }
    return acknowledged
  }
}

private struct Figures: CustomStringConvertible {
  var files = 0
  var kills = 0
  var commits = 0
  var unacknowledged = 0
  /// Processes that were ended before they had told of a transaction.
  var early = 0
  /// Those that left a log.
  var logs = 0

  var description: String {
    """
    \(kills) kills, \(early) of them before a commit was acknowledged, \(logs) with a log left behind, in \(files) files
    \(commits) acknowledged commits, all there; \(unacknowledged) more were committed, all whole
    """
  }
}
