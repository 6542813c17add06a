import Dispatch
import Synchronization
import ORMCore

/// Runs a task on the thread that waits for it.
///
/// A task that prefers an executor also uses it for actors without an executor of their own, such
/// as a ``Connection``
/// (<https://github.com/swiftlang/swift-evolution/blob/main/proposals/0417-task-executor-preference.md>).
/// So a blocking call needs none of Swift's threads, which may all be busy, and otherwise works
/// like an async call. A wait is usually ended by a timer (for a deadline, say), which one of
/// Swift's threads has to run; here, the waiting thread checks the clock itself.
final class CallingThread: TaskExecutor {
  /// The thread whose blocking call runs this code, or has started this task.
  @TaskLocal private static var caller: CallingThread?

  /// The thread that runs the current task. A task that was started in a blocking call runs on
  /// Swift's threads.
  static var current: CallingThread? {
    guard let caller else { return nil }
    let executor = caller.asUnownedTaskExecutor()
    return withUnsafeCurrentTask { $0?.unownedTaskExecutor == executor } ? caller : nil
  }

  /// An action at a certain time, unless it was replaced before.
  typealias Alarm = (time: ContinuousClock.Instant, ring: @Sendable () -> Void)

  private struct State {
    var jobs: [UnownedJob] = []
    var alarm: Alarm?
    /// Whether the task has ended.
    var isDone = false
    /// Whether the thread no longer waits here.
    var isLeft = false
  }

  private enum Step {
    case run(UnownedJob)
    case ring(Alarm)
    case wait(until: ContinuousClock.Instant?)
    case leave
  }

  private let database: Database
  /// The thread whose task made this blocking call.
  private let outer: CallingThread?
  private let state = Mutex(State())
  private let signal = DispatchSemaphore(value: 0)

  private init(for database: Database, outer: CallingThread?) {
    self.database = database
    self.outer = outer
  }

  /// Runs `work` for a database, and waits for it.
  ///
  /// - Throws: The errors of `work`; ``DatabaseError`` if this thread may not wait;
  ///   `CancellationError`.
  static func run<Result: Sendable>(
    for database: Database, _ work: @Sendable () async throws -> Result
  ) throws -> Result {
    try checkMayWait(for: database)
    let thread = CallingThread(for: database, outer: current)
    // The storage of the result: for a generic class, Swift's runtime would look up the type, and
    // the types of its properties, at each call.
    let place = UnsafeMutablePointer<Result>.allocate(capacity: 1)
    defer { place.deallocate() }
    // Safe: the task writes the result before it reports its end, under the thread's lock, and the
    // thread reads the result after it has seen that.
    nonisolated(unsafe) let result = place
    // No reference to `work` is left when this returns: the task has ended, and the call has
    // released it.
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

  /// Sets the action of the thread at a certain time, and replaces the previous one.
  func setAlarm(_ alarm: Alarm?) { state.withLock { $0.alarm = alarm } }

  /// Waits for this time; a thread that waits for the task is blocked for it.
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

/// The work of a blocking call, and whether it was done.
private final class BlockedCall: Sendable {
  typealias Work = @Sendable () async throws -> Void

  private let work: Mutex<Work?>
  /// The reason that it was not done.
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

  /// - Throws: The error of the work.
  func check() throws {
    if let error = error.withLock({ $0 }) { throw error }
  }
}

extension DatabaseError {
  fileprivate static func nested(_ path: String) -> DatabaseError {
    DatabaseError(
      extendedCode: .deadlock,
      message: "blocking calls to one database can't be nested: use the connection that is passed"
        + " to the closure", path: path)
  }

  fileprivate static func wouldBlock(_ path: String) -> DatabaseError {
    DatabaseError(
      extendedCode: .wouldBlock,
      message: "a blocking call would block a thread that runs Swift's tasks: use the database's"
        + " own methods, with await", path: path)
  }
}
