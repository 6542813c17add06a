import ArgumentParser
import ORM

/// Calls everything in ways that can't work.
struct Misuse: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "What is called wrongly throws an error that says so, and changes nothing.")

  @Option(help: "The first seed.")
  var first: UInt64 = 1

  @Option(help: "How many seeds.")
  var count: UInt64 = 300

  @Option(help: "How many wrong calls each seed makes.")
  var steps = 100

  func run() async throws {
    let start = ContinuousClock.now
    let watchdog = Watchdog(limit: .seconds(60))
    var tally: [String: Int] = [:]
    for seed in first..<first + count {
      do {
        var run = try await MisuseRun(seed: seed, watchdog: watchdog)
        for _ in 0..<steps { try await run.step() }
        try await run.finish()
        tally.merge(run.tally) { $0 + $1 }
      } catch {
        throw BrokenPromise("misuse --first \(seed) --count 1 --steps \(steps): \(error)")
      }
    }
    say("seeds \(first) to \(first + count - 1) in \(ContinuousClock.now - start):")
    for (name, count) in tally.sorted(by: { $0.key < $1.key }) { say("  \(name): \(count)") }
  }
}
