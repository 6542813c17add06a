import ArgumentParser
import ORM

/// Writes and reads names and texts that look the same and are not, by every verb.
struct Unicode: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Names and texts are what their bytes are, whatever Swift takes for one Character.")

  @Option(help: "The first seed.")
  var first: UInt64 = 1

  @Option(help: "How many seeds.")
  var count: UInt64 = 300

  @Option(help: "How many steps each seed makes.")
  var steps = 200

  func run() async throws {
    let start = ContinuousClock.now
    var tally: [String: Int] = [:]
    for seed in first..<first + count {
      do {
        var run = try await UnicodeRun(seed: seed)
        for _ in 0..<steps { try await run.step() }
        try await run.compareEverything()
        tally.merge(run.tally) { $0 + $1 }
      } catch {
        throw BrokenPromise("unicode --first \(seed) --count 1 --steps \(steps): \(error)")
      }
    }
    say("seeds \(first) to \(first + count - 1) in \(ContinuousClock.now - start):")
    for (name, count) in tally.sorted(by: { $0.key < $1.key }) { say("  \(name): \(count)") }
  }
}
