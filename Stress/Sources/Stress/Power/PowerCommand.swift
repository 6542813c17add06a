import ArgumentParser
import FaultVFS
import ORM

/// Has the power fail in the midst of transactions, and looks what is kept of them.
struct PowerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "power",
    abstract: "Power failures: what was not synced is gone, in every journal mode.")

  @Option(help: "How many failures there are for each journal mode and each synchronous.")
  var count = 200

  @Option(
    help: "The first seed. Each chooses the transactions, the moment, and what reaches the disk.")
  var seed: UInt64 = 1

  @Option(help: "Only this journal mode.")
  var mode: String?

  @Option(help: "Only this synchronous, as a number from 0.")
  var synchronous: Int?

  func run() async throws {
    try promise(power_register() == 0, "SQLite takes the VFS")
    for mode in Configuration.JournalMode.allCases where mode.rawValue == self.mode ?? mode.rawValue
    {
      for synchronous in Configuration.Synchronous.allCases
      where synchronous.rawValue == self.synchronous ?? synchronous.rawValue {
        try await fail(mode, synchronous)
      }
    }
  }

  private func fail(
    _ mode: Configuration.JournalMode, _ synchronous: Configuration.Synchronous
  ) async throws {
    let promises = PowerPromise(mode, synchronous)
    var (acknowledged, lost, lessRuns, damaged, more) = (0, 0, 0, 0, 0)
    for seed in seed..<seed + UInt64(count) {
      let name =
        "--mode \(mode.rawValue) --synchronous \(synchronous.rawValue) --seed \(seed) --count 1"
      var failure = PowerFailure(seed: seed, mode: mode, synchronous: synchronous)
      let calls = try await failure.countCalls()
      switch try await failure.run(calls: calls) {
      case .damaged(let why):
        try promise(promises.mayDamage, "the file is whole (\(why)): \(name)")
        damaged += 1
      case .state(let kept):
        let told = failure.acknowledged
        acknowledged += told
        try promise(
          kept >= told || promises.mayLose, "\(told) commits, of which \(kept) are there: \(name)")
        if kept < told {
          lost += told - kept
          lessRuns += 1
        }
        if kept > told { more += 1 }
      }
    }
    say(
      "\(mode.rawValue), \(synchronous): \(count) failures, \(acknowledged) acknowledged commits, "
        + "\(lost) of them lost in \(lessRuns) runs; \(more) times one more was kept; "
        + "\(damaged) files damaged")
  }
}

/// What is promised of a journal mode and a synchronous.
struct PowerPromise {
  /// Whether the last commits may be gone.
  let mayLose: Bool
  /// Whether the file may be damaged.
  let mayDamage: Bool

  init(_ mode: Configuration.JournalMode, _ synchronous: Configuration.Synchronous) {
    switch (mode, synchronous) {
    case (.memory, _), (_, .off): (mayLose, mayDamage) = (true, true)
    case (.wal, .normal): (mayLose, mayDamage) = (true, false)
    case (.wal, _): (mayLose, mayDamage) = (false, false)
    case (_, .normal): (mayLose, mayDamage) = (true, true)
    case (.delete, .full): (mayLose, mayDamage) = (true, false)
    default: (mayLose, mayDamage) = (false, false)
    }
  }
}
