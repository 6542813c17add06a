import ArgumentParser
import FaultVFS
import Scheduling

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs tasks by orders that seeds draw, one job at a time on one thread, with faults,
/// cancellations and deadlines.
struct Schedule: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Whatever the order in which tasks run, no promise is broken; a seed repeats it."
  )

  @Option(help: "The first seed.")
  var seed: UInt64 = 1

  @Option(help: "How many seeds there are.")
  var count: UInt64 = 3_000

  @Option(help: "Every so many seeds, one is run twice, and has to do the same.")
  var twice: UInt64 = 50

  @Flag(help: "Prints what happened last in each run.")
  var shows = false

  // Not async: this thread runs every job.
  func run() throws {
    guard scheduling_is_possible() != 0 else {
      say("not possible here: the clock and the runtime's threads can't be replaced")
      return
    }
    Self.restart()
    try promise(fault_register() == 0, "the VFS is there")
    var steps = 0
    for seed in seed..<seed + count {
      let first = try Self.live(seed, shows: shows)
      steps += first.steps
      if shows {
        say("seed \(seed): \(first.steps) steps, \(String(first.fingerprint, radix: 16))")
      }
      if (seed - self.seed) % twice == 0 {
        let second = try Self.live(seed, shows: false)
        try promise(
          first.fingerprint == second.fingerprint && first.steps == second.steps,
          "seed \(seed) does the same twice: \(first.steps) steps, \(second.steps)")
      }
    }
    say("\(count) seeds from \(seed): \(steps) steps, no promise broken")
  }

  private static func live(_ seed: UInt64, shows: Bool) throws -> Scheduler {
    let scheduler = Scheduler(seed: seed)
    let folder = try ScratchFolder(isInMemory: true)
    let path = folder.file("s")
    do {
      try scheduler.run { try await World(seed: seed).live(at: path) }
    } catch {
      for line in scheduler.recent { say(line) }
      say("schedule --seed \(seed) --count 1 --shows repeats it: \(World(seed: seed).plan)")
      throw error
    }
    if shows { for line in scheduler.recent { say(line) } }
    return scheduler
  }

  /// Begins anew with hashes and addresses that are the same in each process.
  private static func restart() {
    var words = CommandLine.arguments.map { strdup($0) } + [nil]
    scheduling_restart(&words)
    for word in words { free(word) }
  }
}
