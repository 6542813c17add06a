import ArgumentParser
import CCallgrind
import Dispatch
import Synchronization
import Workloads

/// Runs contestants, and has Callgrind write what it counts in one run of each.
///
/// It looks at no clock and prints nothing: what it does is the same from run to run.
struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs contestants for a tool that counts or profiles.")

  @OptionGroup var selection: Selection
  @Option(help: "How often a contestant runs, after two times that do not count.")
  var count = 3

  func run() throws {
    let (workloads, names, count) = (selection.workloads, try selection.names, count)
    // Off the main actor, as most code that uses a database is. The main thread waits here and does not
    // end, which Valgrind does not survive.
    let done = DispatchSemaphore(value: 0)
    let failure = Mutex<(any Error)?>(nil)
    Task.detached {
      do {
        // What the start of the program has cost is written here, and not counted with the first of them.
        counting_end("start")
        for workload in workloads { try await Self.run(workload, names, count: count) }
      } catch {
        failure.withLock { $0 = error }
      }
      done.signal()
    }
    done.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }

  private static func run(
    _ workload: Workload, _ names: [Contestant.Name], count: Int
  ) async throws {
    guard let place = workload.countedPlace else { return }
    for (name, contestant) in try await workload.contestants(at: place, names.contains) {
      // What is done once is not counted: preparing statements, filling caches, growing the heap.
      for _ in 0..<2 {
        try await contestant.prepare()
        try await contestant.run(.timed)
      }
      for _ in 0..<count {
        try await contestant.prepare()
        counting_begin()
        try await contestant.run(.timed)
        counting_end("\(workload.id)/\(name)")
      }
    }
  }
}
