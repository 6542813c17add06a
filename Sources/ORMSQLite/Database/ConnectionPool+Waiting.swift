import Synchronization
import ORMCore

extension ConnectionPool {
  /// Waits for a connection, or for permission to open one.
  func wait(for borrower: PoolBorrower?) async throws -> Grant {
    try await wait(for: borrower.map { .loan($0) } ?? .call, limit: limit) ?? .open
  }

  /// Waits until every connection is back.
  ///
  /// - Parameter isPatient: Whether it waits without a time limit.
  /// - Throws: `CancellationError`; ``DeadlineError``; ``ConnectionTimeoutError``, unless
  ///   `isPatient`; ``DatabaseError`` if the task itself has a connection.
  func drain(isPatient: Bool = false) async throws {
    if state.withLock({ $0.isDrained }) { return }
    _ = try await wait(for: .all, limit: isPatient ? nil : limit)
  }

  private func wait(for request: PoolRequest, limit: Duration?) async throws -> Grant? {
    try await inLine(limit: limit) { ticket in
      try await withCheckedThrowingContinuation { continuation in
        do {
          let waiter = ticket.waiter(.continuation(continuation), for: request)
          if let grant = try enter(waiter, ticket) { continuation.resume(returning: grant) }
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
  }

  /// The data of a task that is about to wait.
  struct Ticket: Sendable {
    let id: Int
    let since: ContinuousClock.Instant
    let limit: Duration?
    /// The place in the program that waits: the code that ends the wait can't find it.
    let site: CallSite
    let hold: HeldConnection?
    let deadline: Deadline?

    func waiter(_ rest: WaitingTask.Rest, for request: PoolRequest) -> Waiter {
      Waiter(
        id: id, WaitingTask(rest: rest, site: site), for: request, since: since, limit: limit)
    }
  }

  /// Runs a wait that ends at a timeout, at a deadline, or when the task is cancelled.
  ///
  /// - Parameters:
  ///   - place: The slot of a task that waits to write a row.
  ///   - wait: Makes the task ``enter(_:_:)`` the queue.
  func inLine<Result: Sendable>(
    limit: Duration?, at place: PlaceInLine? = nil, _ wait: (Ticket) async throws -> Result
  ) async throws -> Result {
    let id = state.withLock { $0.makeID() }
    let leave: @Sendable (any Error) -> Void = { [weak self] error in
      let waiter = self?.state.withLock { state in
        let waiter = state.leave(id)
        if waiter == nil { place?.refuse(error) }
        return waiter
      }
      waiter?.resume(throwing: error)
    }
    let deadline = Deadline.current
    let ticket = Ticket(
      id: id, since: .now, limit: limit, site: .current, hold: .current, deadline: deadline)
    let thread = CallingThread.current
    let timer = thread == nil ? timer(at: ticket.site, leave) : nil
    thread?.setAlarm(alarm(for: id, at: limit.map { ticket.since + $0 }))
    defer {
      timer?.cancel()
      thread?.setAlarm(nil)
    }
    return try await withTaskCancellationHandler {
      try await wait(ticket)
    } onCancel: {
      leave(CancellationError())
    }
  }

  /// Enters the queue.
  ///
  /// - Returns: A grant if the waiter was not added to the queue, because a connection is available
  ///   by now, or all have returned.
  /// - Throws: The reason not to wait; the waiter was not added then, either.
  func enter(_ waiter: Waiter, _ ticket: Ticket) throws -> Grant? {
    let entry = try state.withLock { state in
      if let error = waiter.refusal { throw error }
      let entry = state.enter(waiter, hold: ticket.hold, deadline: ticket.deadline, at: .now)
      if case .granted(let grant) = entry { grant.handOver() }
      return entry
    }
    switch entry {
    case .granted(let grant): return grant
    case .drained: return .open
    case .waits(let timer):
      if let timer { watch(timer) }
      return nil
    case .refused(.closed): throw DatabaseError.closed(path)
    case .refused(.deadlock): throw deadlock
    case .refused(.deadline(var error)):
      error.path = path
      throw error
    case .refused(.timeout(let holders)): throw timeout(of: waiter, now: waiter.since, holders)
    }
  }

  /// Requeues tasks at the front that were taken out of the queue to write a row each, and have to
  /// repeat that.
  func returnToLine(_ waiters: [Waiter]) {
    let (refused, timer) = state.withLock { state -> ([(Waiter, any Error)], Int?) in
      var back: [Waiter] = []
      var refused: [(Waiter, any Error)] = []
      for waiter in waiters where waiter.place?.waitAlone() == true {
        // The task was cancelled, or its time was up, while it was not in the queue.
        if let error = waiter.refusal {
          refused.append((waiter, error))
        } else {
          back.append(waiter)
        }
      }
      return (refused, state.requeue(back))
    }
    for (waiter, error) in refused { waiter.resume(throwing: error) }
    if let timer { watch(timer) }
  }

  /// The numbers of tasks that wait for a connection, and of tasks that wait until every connection
  /// is back.
  var line: (waiting: Int, closing: Int) {
    state.withLock { $0.line }
  }

  /// Marks the lent connection of a pool with a single one as held by the task across suspensions.
  func hold() -> HeldConnection {
    let hold = HeldConnection(outer: .current, since: .now)
    state.withLock { $0.setHold(hold) }
    isHeld.store(true, ordering: .relaxed)
    return hold
  }

  /// Whether the calling task itself has the connection.
  var isHeldByTask: Bool { state.withLock { $0.isHeld(by: .current) } }

  /// - Throws: ``DatabaseError`` if the task is in a transaction of its own, whose writes another
  ///   connection would not see.
  @inline(__always)
  func checkNotHeldByTask() throws {
    if isHeld.load(ordering: .relaxed), isHeldByTask { throw deadlock }
  }

  var deadlock: DatabaseError {
    DatabaseError(
      extendedCode: .deadlock,
      message: "the task is in a transaction of this database: use the connection that is passed to"
        + " its body instead of the database",
      path: path)
  }

  /// Calls `expire` when the task's time is up, if it has a deadline.
  private func timer(
    at site: CallSite, _ expire: @escaping @Sendable (DeadlineError) -> Void
  ) -> Task<Void, any Error>? {
    Deadline.current.map { deadline in
      Task { [path] in
        try await Task.sleep(until: deadline.end, clock: .continuous)
        guard var error = Deadline.error(.waitingForConnection, path: path) else { return }
        error.site = site
        expire(error)
      }
    }
  }
}

// MARK: - Waiting too long

extension ConnectionPool {
  /// Ends overdue waits as long as tasks wait, with one timer for all of them, since most wait for
  /// microseconds.
  private func watch(_ timer: Int) {
    Task.detached { [weak self] in
      while let next = self?.endOverdue(timer) {
        try? await Task.sleep(until: next, clock: .continuous)
      }
    }
  }

  /// - Returns: The time to look again; nil if no task waits, or another timer has replaced this.
  private func endOverdue(_ timer: Int) -> ContinuousClock.Instant? {
    let now = ContinuousClock.now
    let (late, holders, next) = state.withLock { $0.endOverdue(timer: timer, at: now) }
    for waiter in late { waiter.resume(throwing: timeout(of: waiter, now: now, holders)) }
    return next
  }

  /// Returns the alarm that ends the wait of a blocking call, whose thread looks at the clock
  /// itself.
  private func alarm(
    for id: Int, at end: ContinuousClock.Instant?
  ) -> CallingThread.Alarm? {
    let deadline = Deadline.current
    let ends = [deadline?.end, end].compactMap(\.self)
    return ends.min().map { end in
      (end, { [weak self] in self?.endOverdue(id, deadline: deadline) })
    }
  }

  private func endOverdue(_ id: Int, deadline: Deadline?) {
    let now = ContinuousClock.now
    guard let (waiter, holders) = state.withLock({ $0.endOverdue(id, at: now) }) else { return }
    let error: any Error =
      deadline?.error(.waitingForConnection, path: path) ?? timeout(of: waiter, now: now, holders)
    waiter.resume(throwing: error)
  }

  private func timeout(
    of waiter: Waiter, now: ContinuousClock.Instant, _ holders: [ConnectionTimeoutError.Holder]
  ) -> ConnectionTimeoutError {
    var error = ConnectionTimeoutError(
      limit: waiter.limit ?? .zero, waited: now - waiter.since, path: path, holders: holders)
    error.site = waiter.task.site
    return error
  }
}
