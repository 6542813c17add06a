import ORMCore
import Synchronization

/// Where a task rests that waits for the connection to write one row.
///
/// Who gets the connection before may run the task there, on his own thread, for as long as it
/// takes to write the row, and commit it with his own: a commit takes longer than the row, and to
/// wake a thread does, too. The task runs its own code, with its own values, cancellation and
/// deadline; it only waits on this actor, whose executor knows when, and has its other turns
/// elsewhere. See
/// <https://github.com/swiftlang/swift-evolution/blob/main/proposals/0392-custom-actor-executors.md>.
///
/// The task is the only one that ever comes here, so that it has the actor to itself wherever it is
/// run.
actor PlaceInLine: SerialExecutor {
  /// What became of a row that someone else was to commit.
  enum Commit: Sendable {
    case done
    /// Nobody knows whether it is committed.
    case failed(any Error)
  }

  /// What a task has waited for.
  enum Written<Result: Sendable>: Sendable {
    /// A connection for itself; where its row was undone, to write that alone.
    case granted(Grant, isAlone: Bool)
    /// Its row was written, or could not be, and that was committed.
    case committed(Swift.Result<Result, any Error>)
    /// It has to begin again.
    case undone
  }

  private enum Turn {
    /// The task has not come yet, which enters the line when it does.
    case expected(arrive: (@Sendable () -> Void)?)
    case waiting(UnownedJob)
    /// It has the connection for a row.
    case writing(Connection)
    /// The row is written, and not yet committed.
    case written(UnownedJob)
    /// It goes on elsewhere, with what it has waited for or without.
    case left(Swift.Result<Grant?, any Error>?)
  }

  private struct State {
    var turn = Turn.expected(arrive: nil)
    var refusal: (any Error)?
    var commit: Commit?
    /// Whether the row could not be written, for no reason that is the task's.
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

// MARK: - The task

extension PlaceInLine {
  /// Says how the task enters the line once it is at rest here.
  nonisolated func whenArrived(_ enter: @escaping @Sendable () -> Void) {
    state.withLock { $0.turn = .expected(arrive: enter) }
  }

  /// Waits until the connection is the task's, or someone has had it write its row and committed
  /// that.
  ///
  /// - Throws: why the wait has ended without.
  func write<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) async throws -> Written<Result> {
    guard let connection = try connectionForRow() else { return try grant() }
    // Who runs the task runs it on the connection's actor, which is not left for this.
    let result = await connection.writeRow(
      body, if: { self.isWriting }, otherwise: { self.setUnwritten() })
    // To come back to this actor is to wait for the commit.
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
    // It was back in the line, if it has left that.
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

// MARK: - Others

extension PlaceInLine {
  /// Why the task does not wait, if something has happened before it came.
  nonisolated var refusal: (any Error)? { state.withLock { $0.refusal } }

  /// Ends the wait before it begins.
  nonisolated func refuse(_ error: any Error) { state.withLock { $0.refusal = error } }

  /// Has the task go on elsewhere.
  nonisolated func leave(with end: Result<Grant?, any Error>) {
    let job = state.withLock { state -> UnownedJob? in
      guard case .waiting(let job) = state.turn else { return nil }
      state.turn = .left(end)
      return job
    }
    if let job { globalConcurrentExecutor.enqueue(job) }
  }

  /// Has the task write its row, here and now.
  ///
  /// - Returns: whether it has done so and waits for the commit.
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

  /// Whether the row could not be written, for no reason that is the task's.
  nonisolated var isUnwritten: Bool { state.withLock { $0.isUnwritten } }

  /// Whether the task writes its row alone.
  nonisolated var isAlone: Bool { state.withLock { $0.isAlone } }

  /// Has the task wait for the connection again, for its row alone.
  ///
  /// - Returns: whether it does.
  nonisolated func waitAlone() -> Bool {
    state.withLock { state in
      guard case .written(let job) = state.turn else { return false }
      state.turn = .waiting(job)
      state.isAlone = true
      return true
    }
  }

  /// Has the task go on elsewhere, now that it is known what became of its row.
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
