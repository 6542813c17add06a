import ORMCore
import Synchronization

/// A task queued to write one row (group commit).
///
/// The task that holds the connection may run this one on its own thread, for the time that it
/// takes to write the row, and commit the row with its own: a commit takes longer than writing a
/// row, and so does waking a thread. The queued task runs its own code, with its own values,
/// cancellation and deadline. It only waits on this actor, whose executor decides when it runs
/// here; otherwise it runs elsewhere. See
/// <https://github.com/swiftlang/swift-evolution/blob/main/proposals/0392-custom-actor-executors.md>.
///
/// Only this task ever runs on the actor, so it has the actor to itself on any thread.
actor PlaceInLine: SerialExecutor {
  /// The outcome of a commit by another task.
  enum Commit: Sendable {
    case done
    /// It is unknown whether the row is committed.
    case failed(any Error)
  }

  /// The outcome of the wait.
  enum Written<Result: Sendable>: Sendable {
    /// A connection for the task itself; `isAlone` if its row was rolled back, and must be written
    /// alone.
    case granted(Grant, isAlone: Bool)
    /// Its row was written, or could not be written, and the transaction was committed.
    case committed(Swift.Result<Result, any Error>)
    /// The task has to begin again.
    case undone
  }

  private enum Turn {
    /// The task has not arrived yet; it enters the queue when it does.
    case expected(arrive: (@Sendable () -> Void)?)
    case waiting(UnownedJob)
    /// The task has the connection for its row.
    case writing(Connection)
    /// The row is written but not yet committed.
    case written(UnownedJob)
    /// The task continues elsewhere, with or without the result of its wait.
    case left(Swift.Result<Grant?, any Error>?)
  }

  private struct State {
    var turn = Turn.expected(arrive: nil)
    var refusal: (any Error)?
    var commit: Commit?
    /// Whether the row could not be written, for a reason that is not the task's own.
    var isUnwritten = false
    /// Whether the task writes its row alone.
    var isAlone = false
  }

  private let state = Mutex(State())

  nonisolated var unownedExecutor: UnownedSerialExecutor { asUnownedSerialExecutor() }

  nonisolated func enqueue(_ job: consuming ExecutorJob) {
    enum Arrival {
      case arrive(@Sendable () -> Void)
      case rest
      case goOn
    }
    let job = UnownedJob(job)
    let step = state.withLock { state -> Arrival in
      switch state.turn {
      case .expected(let arrive?):
        state.turn = .waiting(job)
        return .arrive(arrive)
      case .writing:
        state.turn = .written(job)
        return .rest
      case .expected(nil), .waiting, .written, .left:
        return .goOn
      }
    }
    switch step {
    case .arrive(let arrive): arrive()
    case .rest: break
    case .goOn: globalConcurrentExecutor.enqueue(job)
    }
  }
}

// MARK: - The queued task

extension PlaceInLine {
  /// Sets the action that enters the task into the queue, once it waits here.
  nonisolated func whenArrived(_ enter: @escaping @Sendable () -> Void) {
    state.withLock { $0.turn = .expected(arrive: enter) }
  }

  /// Waits until the task gets the connection, or until another task has run its write and
  /// committed it.
  ///
  /// - Throws: The error that has ended the wait.
  func write<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) async throws -> Written<Result> {
    guard let connection = try connectionForRow() else { return try grant() }
    // The other task runs this one on the connection's actor, so this call does not switch actors.
    let result = await connection.writeRow(
      body, if: { self.isWriting }, otherwise: { self.setUnwritten() })
    // Returning to this actor waits for the commit.
    return try ended(result)
  }

  private func connectionForRow() throws -> Connection? {
    try state.withLock { state in
      switch state.turn {
      case .writing(let connection): connection
      case .left(.failure(let error)): throw error
      case .expected, .waiting, .written, .left: nil
      }
    }
  }

  private func grant<Result>() throws -> Written<Result> {
    try state.withLock { state in
      guard case .left(let end?) = state.turn else { return .undone }
      return .granted(try end.get() ?? .open, isAlone: state.isAlone)
    }
  }

  private func ended<Result>(
    _ result: Swift.Result<Result, any Error>?
  ) throws -> Written<Result> {
    // The task was requeued, and has left the queue again.
    if state.withLock({ $0.isAlone }) { return try grant() }
    guard let result, let commit = state.withLock({ $0.commit }) else { return .undone }
    if case .failed(let error) = commit, case .success = result { throw error }
    return .committed(result)
  }

  /// Whether the task has the connection for its row now.
  nonisolated var isWriting: Bool {
    state.withLock { if case .writing = $0.turn { true } else { false } }
  }

  private nonisolated func setUnwritten() { state.withLock { $0.isUnwritten = true } }
}

// MARK: - Other tasks

extension PlaceInLine {
  /// The error that prevents the wait, if it occurred before the task arrived.
  nonisolated var refusal: (any Error)? { state.withLock { $0.refusal } }

  /// Ends the wait before it begins.
  nonisolated func refuse(_ error: any Error) { state.withLock { $0.refusal = error } }

  /// Makes the task continue elsewhere.
  nonisolated func leave(with end: Result<Grant?, any Error>) {
    let job = state.withLock { state -> UnownedJob? in
      guard case .waiting(let job) = state.turn else { return nil }
      state.turn = .left(end)
      return job
    }
    if let job { globalConcurrentExecutor.enqueue(job) }
  }

  /// Runs the task's write on this thread.
  ///
  /// - Returns: Whether it was run, so that the task waits for the commit.
  static func run(_ place: PlaceInLine, on connection: isolated Connection) -> Bool {
    guard let job = place.beginWriting(on: connection) else { return false }
    job.runSynchronously(on: connection.unownedExecutor)
    return place.endWriting()
  }

  private nonisolated func beginWriting(on connection: Connection) -> UnownedJob? {
    state.withLock { state in
      guard case .waiting(let job) = state.turn else { return nil }
      state.turn = .writing(connection)
      return job
    }
  }

  private nonisolated func endWriting() -> Bool {
    state.withLock { state in
      if case .written = state.turn { return true }
      state.turn = .left(nil)
      return false
    }
  }

  /// Whether the row could not be written, for a reason that is not the task's own.
  nonisolated var isUnwritten: Bool { state.withLock { $0.isUnwritten } }

  /// Makes the task wait for the connection again, to write its row alone.
  ///
  /// - Returns: Whether it waits.
  nonisolated func waitAlone() -> Bool {
    state.withLock { state in
      guard case .written(let job) = state.turn else { return false }
      state.turn = .waiting(job)
      state.isAlone = true
      return true
    }
  }

  /// Makes the task continue elsewhere, once the outcome of its row is known.
  nonisolated func end(with commit: Commit) {
    let job = state.withLock { state -> UnownedJob? in
      guard case .written(let job) = state.turn else { return nil }
      state.commit = commit
      state.turn = .left(nil)
      return job
    }
    if let job { globalConcurrentExecutor.enqueue(job) }
  }
}
