import Dispatch
import Synchronization
import ORMCore

/// Runs a task on the thread that waits for it.
///
/// A task that prefers an executor takes it along to the actors that have none of their own, as a
/// ``Connection``
/// (<https://github.com/swiftlang/swift-evolution/blob/main/proposals/0417-task-executor-preference.md>).
/// So what a blocking call does needs no thread of Swift's own, be they all busy, and is what an
/// async call does. What ends a wait (a deadline, for one) would come from a timer, which a thread
/// of Swift's has to run: this one looks at the clock itself.
final class CallingThread: TaskExecutor {
  /// The thread in whose call this runs, or a task that was started there.
  @TaskLocal private static var caller: CallingThread?

  /// The thread whose task this is. One that was started in there has a thread of Swift's.
  static var current: CallingThread? {
    guard let caller else { return nil }
    let executor = caller.asUnownedTaskExecutor()
    return withUnsafeCurrentTask { $0?.unownedTaskExecutor == executor } ? caller : nil
  }

  /// What will be done at some time, unless something else was done by then.
  typealias Alarm = (time: ContinuousClock.Instant, ring: @Sendable () -> Void)

  private struct State {
    var jobs: [UnownedJob] = []
    var alarm: Alarm?
    /// Whether the task has come to its end.
    var isDone = false
    /// Whether nobody waits here any more.
    var isLeft = false
  }

  private enum Step {
    case run(UnownedJob)
    case ring(Alarm)
    case wait(until: ContinuousClock.Instant?)
    case leave
  }

  private let database: Database
  /// The thread in whose task this one was called.
  private let outer: CallingThread?
  private let state = Mutex(State())
  private let signal = DispatchSemaphore(value: 0)

  private init(for database: Database, outer: CallingThread?) {
    self.database = database
    self.outer = outer
  }

  /// Does some work for a database, and waits for it.
  ///
  /// - Throws: what `work` throws; ``DatabaseError`` if this thread may not wait;
  ///   `CancellationError`.
  static func run<Result: Sendable>(
    for database: Database, _ work: @Sendable () async throws -> Result
  ) throws -> Result {
    try checkMayWait(for: database)
    let thread = CallingThread(for: database, outer: current)
    // Where the result goes: of a generic class for it, Swift's runtime would look up the type, and
    // those of its properties, at each call.
    let place = UnsafeMutablePointer<Result>.allocate(capacity: 1)
    defer { place.deallocate() }
    // Safe: the task writes there before it says that it is done, under the thread's lock, and the
    // thread reads there when it has seen that.
    nonisolated(unsafe) let result = place
    // Nobody has `work` when this returns: the task has come to its end, and the call has let go of
    // it.
    try withoutActuallyEscaping(work) { work in
      let call = BlockedCall { result.initialize(to: try await work()) }
      $caller.withValue(thread) {
        _ = Task(executorPreference: thread) {
          await call.run()
          thread.finish()
        }
      }
      thread.runUntilDone()
      try call.check()
    }
    return place.move()
  }

  private static func checkMayWait(for database: Database) throws {
    try Task.checkCancellation()
    var thread = current
    while let outer = thread {
      guard outer.database !== database else { throw DatabaseError.nested(database.path) }
      thread = outer.outer
    }
    guard !isOfTasks else { throw DatabaseError.wouldBlock(database.path) }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isLeft = state.withLock { state in
      if !state.isLeft { state.jobs.append(job) }
      return state.isLeft
    }
    if isLeft { globalConcurrentExecutor.enqueue(job) } else { signal.signal() }
  }

  /// Sets what the thread does at some time, in place of what was set before.
  func setAlarm(_ alarm: Alarm?) { state.withLock { $0.alarm = alarm } }

  /// Waits for so long: on a thread that waits for the task anyway, there.
  static func pause(_ length: Duration) async throws {
    guard current != nil else { return try await Task.sleep(for: length) }
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + length / .seconds(1))
  }

  private func finish() {
    state.withLock { $0.isDone = true }
    signal.signal()
  }

  private func runUntilDone() {
    while true {
      switch nextStep() {
      case .run(let job): job.runSynchronously(on: asUnownedTaskExecutor())
      case .ring(let alarm): alarm.ring()
      case .wait(let end):
        guard let end else {
          signal.wait()
          continue
        }
        let seconds = min(max(.zero, end - .now), .seconds(3600)) / .seconds(1)
        _ = signal.wait(timeout: .now() + seconds)
      case .leave: return
      }
    }
  }

  private func nextStep() -> Step {
    state.withLock { state in
      if !state.jobs.isEmpty { return .run(state.jobs.removeFirst()) }
      if state.isDone {
        state.isLeft = true
        return .leave
      }
      guard let alarm = state.alarm, alarm.time <= .now else {
        return .wait(until: state.alarm?.time)
      }
      state.alarm = nil
      return .ring(alarm)
    }
  }
}

/// What a blocking call does, and whether it was done.
private final class BlockedCall: Sendable {
  typealias Work = @Sendable () async throws -> Void

  private let work: Mutex<Work?>
  /// Why it was not done.
  private let error = Mutex<(any Error)?>(CancellationError())

  init(_ work: @escaping Work) { self.work = Mutex(work) }

  func run() async {
    guard let work = takeWork() else { return }
    do {
      try await work()
      error.withLock { $0 = nil }
    } catch let thrown {
      error.withLock { $0 = thrown }
    }
  }

  private func takeWork() -> Work? {
    work.withLock { work in
      defer { work = nil }
      return work
    }
  }

  /// - Throws: what the work threw.
  func check() throws {
    if let error = error.withLock({ $0 }) { throw error }
  }
}

extension DatabaseError {
  fileprivate static func nested(_ path: String) -> DatabaseError {
    DatabaseError(
      extendedCode: .deadlock,
      message: "a blocking call stands in another one of the same database: use the connection"
        + " that its closure gets", path: path)
  }

  fileprivate static func wouldBlock(_ path: String) -> DatabaseError {
    DatabaseError(
      extendedCode: .wouldBlock,
      message: "a blocking call would keep a thread that all tasks share: use the database's own"
        + " verbs, with await", path: path)
  }
}
