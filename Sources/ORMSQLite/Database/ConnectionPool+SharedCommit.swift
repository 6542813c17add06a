import ORMCore
import Synchronization

/// The rows of others that a task commits with its own.
private final class RowsOfOthers: Sendable {
  /// How many: a commit is little beside them.
  private static let limit = 128

  private let pool: ConnectionPool
  /// Who has written waits for those behind him as well, so there is an end to that.
  private let end: ContinuousClock.Instant
  private let waiters = Mutex<[Waiter]>([])

  init(of pool: ConnectionPool) {
    self.pool = pool
    end = .now + pool.sharedCommitTime
  }

  /// Has the next one write his row.
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

  /// Has each write his row again, alone, before all who came later.
  func undo() { pool.returnToLine(waiters.withLock { $0 }) }
}

extension ConnectionPool {
  /// Writes a row when the connection is free, or has it written by a task that has it before,
  /// and commits it with its own.
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

  /// Whether another task's thread may run this one for a while: one that prefers an executor runs
  /// on that.
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

  /// Writes a row together with those of others who wait behind.
  ///
  /// - Returns: what it came to; nil if it has to be written alone, and nothing was done.
  private func writeShared<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result, on writer: Connection
  ) async throws -> Swift.Result<Result, any Error>? {
    guard state.withLock({ $0.isPlaceNext }) else { return nil }
    let others = RowsOfOthers(of: self)
    // Why a transaction can't begin is found out again, by the row alone.
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
