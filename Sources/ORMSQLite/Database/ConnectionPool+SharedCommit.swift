import ORMCore

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
          if let grant = try enter(ticket.waiter(.place(place), for: .row), ticket) {
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
    guard state.withLock({ $0.beginGroup(until: .now + sharedCommitTime) }) else { return nil }
    // If the transaction can't begin, the error is found again when the row is written alone.
    let written = try? await writer.writeShared(body, { self.writeNext(on: $0) })
    let others = state.withLock { $0.endGroup() }
    switch written?.end {
    case .committed: end(others, with: .done)
    case .undone, nil:
      returnToLine(others)
      return nil
    case .unknown(let error):
      end(others, with: .failed(error))
      if case .failure? = written?.result { return written?.result }
      throw error
    }
    return written?.result
  }

  /// Runs the next waiting task's write as part of the group commit.
  ///
  /// - Returns: Whether a task was next.
  private func writeNext(on writer: isolated Connection) -> Bool {
    guard let waiter = state.withLock({ $0.nextRow(at: .now) }), let place = waiter.place else {
      return false
    }
    if PlaceInLine.run(place, on: writer) { state.withLock { $0.join(waiter) } }
    return true
  }

  /// Resumes the tasks of a group commit, and requeues those whose rows were not written.
  private func end(_ waiters: [Waiter], with commit: PlaceInLine.Commit) {
    returnToLine(waiters.filter { $0.place?.isUnwritten == true })
    for waiter in waiters { waiter.place?.end(with: commit) }
  }
}
