import ArgumentParser
import ORM

/// Has one call after the other to the system fail, and looks what the library makes of it.
struct IOFaults: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "io",
    abstract: "I/O errors at each call in turn: an error each time, and no harm.")

  @Option(help: "How many calls of each kind are made to fail at most, one in each run.")
  var most: Int?

  @Option(help: "How many calls fail in a row, one sweep for each number.")
  var lengths = [1, 3, 1_000_000]

  @Option(help: "Only this kind of call.")
  var kind: FaultKind?

  @Option(help: "Only this call.")
  var call: Int?

  func run() async throws {
    try Faults.register()
    let folder = try ScratchFolder(isInMemory: true)
    let watchdog = Watchdog(limit: .seconds(60))
    let start = ContinuousClock.now
    var total = FaultTally()
    for kind in kind.map({ [$0] }) ?? FaultKind.allCases {
      for length in lengths {
        func run(failing first: Int) async throws -> FaultTally {
          var run = FaultyRun(
            path: folder.file(), steps: Step.all, watchdog: watchdog,
            note: "--kind \(kind) --call \(first) --lengths \(length)")
          try await run.run {
            Faults.arm(kind, first: first, count: length)
          } disarm: {
            Faults.disarm()
          }
          return run.tally
        }
        if let call {
          total += try await run(failing: call)
          continue
        }
        _ = try await run(failing: .max)
        let calls = Faults.calls
        let stride = most.map { max(1, calls / $0) } ?? 1
        var tally = FaultTally()
        var first = 1
        repeat {
          tally += try await run(failing: first)
          first += stride
        } while Faults.failures > 0
        say(
          "\(kind), \(length) in a row: \(tally.runs) runs of \(calls) calls; \(tally.thrown) of the "
            + "library's calls threw, \(tally.failedOpenings) of them the opening")
        total += tally
      }
    }
    say("\(total.runs) runs in \(ContinuousClock.now - start); \(total.thrown) calls threw")
    total.sayCodes()
  }
}
