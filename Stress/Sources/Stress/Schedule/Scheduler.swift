import Scheduling

/// Runs all tasks of the process on one thread, one job at a time, in an order that is drawn from a
/// seed, by a clock that goes on when nobody can run.
///
/// Between two of its `await`s a task can't be told from one that runs beside others, as actors and
/// locks let nobody look; so what can go wrong by an order of these can be found here, and found
/// again.
final class Scheduler {
  private enum Job {
    /// What Swift has handed to Dispatch.
    case dispatched(scheduling_job)
    /// What tasks have handed to ``SeededExecutor``.
    case preferred(UnownedJob)
  }

  private struct Timer {
    let time: Int64
    let job: scheduling_job
  }

  /// The executor that tasks prefer: with one, a task stops behind each call of an actor, and
  /// without, where the actor is idle, nowhere.
  private final class SeededExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      Scheduler.current?.ready.append(.preferred(UnownedJob(job)))
    }
  }

  /// The one that is at work: C has no other way to find it.
  // Set and read by the one thread that runs everything.
  nonisolated(unsafe) private static var current: Scheduler?

  private var random: SeededGenerator
  private let executor = SeededExecutor()
  private var ready: [Job] = []
  /// The earliest last; of those with the same time, the one that came last.
  private var timers: [Timer] = []
  private var trace = Trace()
  private(set) var steps = 0
  private let stepLimit: Int

  init(seed: UInt64, stepLimit: Int = 100_000) {
    random = SeededGenerator(seed: seed)
    self.stepLimit = stepLimit
  }

  /// What has happened, in a number.
  var fingerprint: UInt64 { trace.hash }
  /// What happened last.
  var recent: [String] { trace.recent }

  /// Adds to what has happened, where someone is at work.
  static func note(_ event: @autoclosure () -> String) { current?.trace.add(event()) }

  /// Runs `body` and all that it starts, until it has ended.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    try promise(Self.current == nil, "one runs at a time")
    Self.current = self
    scheduling_begin(
      1_000_000_000_000, { Scheduler.current?.ready.append(.dispatched($0)) },
      { Scheduler.current?.add($0, at: $1) })
    defer {
      scheduling_end()
      Self.current = nil
    }
    let outcome = TaskEnd<Value>()
    Task.detached(executorPreference: executor) {
      do {
        outcome.result = .success(try await body())
      } catch {
        outcome.result = .failure(error)
      }
    }
    while outcome.result == nil { try step() }
    let result = outcome.result
    // What was let go of gives connections back in tasks of its own.
    while !ready.isEmpty { try step() }
    guard let result else { throw BrokenPromise("it has come to its end") }
    return try result.get()
  }

  private func step() throws {
    steps += 1
    try promise(steps < stepLimit, "it ends: \(steps) steps were not enough")
    // A job takes its time, and so other jobs meet timers before, behind and between them.
    scheduling_advance(Int64.random(in: 0..<20_000, using: &random))
    if ready.isEmpty {
      guard let next = timers.last else {
        throw BrokenPromise("somebody waits for something that nobody does")
      }
      scheduling_advance(max(0, next.time - scheduling_clock()))
    }
    while let next = timers.last, next.time <= scheduling_clock() {
      timers.removeLast()
      ready.append(.dispatched(next.job))
    }
    let place = Int.random(in: 0..<ready.count, using: &random)
    trace.add("\(place)/\(ready.count)")
    switch ready.remove(at: place) {
    case .dispatched(let job): job.work(job.context)
    case .preferred(let job): job.runSynchronously(on: executor.asUnownedTaskExecutor())
    }
  }

  private func add(_ job: scheduling_job, at time: Int64) {
    if time <= scheduling_clock() { return ready.append(.dispatched(job)) }
    let place = timers.firstIndex { $0.time <= time } ?? timers.endIndex
    timers.insert(Timer(time: time, job: job), at: place)
  }
}

/// What a task has come to.
private final class TaskEnd<Value: Sendable>: @unchecked Sendable {
  // Written and read on the one thread that runs everything.
  var result: Result<Value, any Error>?
}

/// What has happened, as a hash of all of it, and the last of it in words.
struct Trace {
  private(set) var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  private var lines: [String] = []

  var recent: [String] { Array(lines.suffix(60)) }

  mutating func add(_ line: String) {
    // FNV-1a
    for byte in line.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    hash = (hash ^ 10) &* 0x100_0000_01b3
    lines.append(line)
    if lines.count > 4096 { lines.removeFirst(2048) }
  }
}
