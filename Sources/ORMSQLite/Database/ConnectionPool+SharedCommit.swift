import ORMCore
import Synchronization

/// The other tasks' rows in a group commit.
private final class RowsOfOthers: Sendable {
  /// The maximum number of rows: the commit itself costs little in comparison.
  private static let limit = 128

  private let pool: ConnectionPool
  /// Earlier writers in the group wait for later ones, so the group accepts no rows after this
  /// time.
  private let end: ContinuousClock.Instant
  private let waiters = Mutex<[Waiter]>([])

  init(of pool: ConnectionPool) {
    self.pool = pool
    end = .now + pool.sharedCommitTime
  }

  /// Runs the next waiter's write.
  func writeNext(on connection: isolated Connection) -> Bool {
    guard waiters.withLock({ $0.count }) < Self.limit, .now < end,
      let (waiter, place) = pool.state.withLock({ $0.nextPlace() })
    else { return false }
    if PlaceInLine.run(place, on: connection) { waiters.withLock { $0.append(waiter) } }
    return true
  }

  func end(with commit: PlaceInLine.Commit) {
    let waiters = waiters.withLock { $0 }
    pool.returnToLine(waiters.filter { $0.place?.isUnwritten == true })
    for waiter in waiters { waiter.place?.end(with: commit) }
  }

  /// Requeues all waiters at the front, each to commit alone.
  func undo() { pool.returnToLine(waiters.withLock { $0 }) }
}

extension ConnectionPool {
  /// Writes a row when the connection is free. Another task that gets the connection earlier may
  /// run the write, and commit it with its own.
  func writeInTurn<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) async throws -> Result {
    let writer: Connection
    var isAlone = false
    switch Self.canBeRunByOthers ? try await waitInPlace(body) : .undone {
    case .granted(let grant, let alone): (writer, isAlone) = (try await connection(grant), alone)
    case .committed(let result): return try result.get()
    case .undone: writer = try await takeInTurn()
    }
    readers?.endStandingReads()
    defer { give(back: writer) }
    if !isAlone, let result = try await writeShared(body, on: writer) { return try result.get() }
    return try await run(body, on: writer)
  }

  /// Whether another task's thread may run this task for a while: a task with an executor
  /// preference runs on its executor.
  private static var canBeRunByOthers: Bool {
    withUnsafeCurrentTask { $0.map { $0.unownedTaskExecutor == nil } ?? false }
  }

  private func waitInPlace<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) async throws -> PlaceInLine.Written<Result> {
    let place = PlaceInLine()
    return try await inLine(limit: limit, at: place) { ticket in
      place.whenArrived { [self] in
        do {
          let waiter = ticket.waiter(.place(place))
          if let grant = try enter(waiter, ticket, { $0.grant(for: nil) }) {
            place.leave(with: .success(grant))
          }
        } catch {
          place.leave(with: .failure(error))
        }
      }
      return try await place.write(body)
    }
  }

  /// Writes a row together with the rows of the tasks that wait next.
  ///
  /// - Returns: The result; nil if the row has to be written alone, and nothing was done.
  private func writeShared<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result, on writer: Connection
  ) async throws -> Swift.Result<Result, any Error>? {
    guard state.withLock({ $0.isPlaceNext }) else { return nil }
    let others = RowsOfOthers(of: self)
    // If the transaction can't begin, the error is found again when the row is written alone.
    guard let written = try? await writer.writeShared(body, { others.writeNext(on: $0) }) else {
      return nil
    }
    switch written.end {
    case .committed: others.end(with: .done)
    case .undone:
      others.undo()
      return nil
    case .unknown(let error):
      others.end(with: .failed(error))
      if case .failure? = written.result { return written.result }
      throw error
    }
    return written.result
  }
}
