import Synchronization
import ORMCore

extension ConnectionPool {
  /// Waits for a connection, or for permission to open one.
  func wait(for keeper: Keeper?) async throws -> Grant {
    try await wait(keeper, limit: limit) { $0.grant(for: keeper) } ?? .open
  }

  /// Waits until every connection is back.
  ///
  /// - Parameter isPatient: Whether it waits without a time limit.
  /// - Throws: `CancellationError`; ``DeadlineError``; ``ConnectionTimeoutError``, unless
  ///   `isPatient`; ``DatabaseError`` if the task itself has a connection.
  func drain(isPatient: Bool = false) async throws {
    if state.withLock({ $0.isDrained }) { return }
    _ = try await wait(nil, limit: isPatient ? nil : limit, isClosing: true) {
      $0.isDrained ? .open : nil
    }
  }

  /// - Parameter look: Returns the awaited connection, if it is available by now.
  private func wait(
    _ keeper: Keeper?, limit: Duration?, isClosing: Bool = false,
    _ look: (inout PoolState) -> Grant?
  ) async throws -> Grant? {
    try await inLine(limit: limit) { ticket in
      try await withCheckedThrowingContinuation { continuation in
        do {
          let waiter = ticket.waiter(.continuation(continuation), keeper: keeper)
          if let grant = try enter(waiter, ticket, isClosing: isClosing, look) {
            continuation.resume(returning: grant)
          }
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

    func waiter(_ rest: Waiter.Rest, keeper: Keeper? = nil) -> Waiter {
      Waiter(id: id, rest: rest, since: since, limit: limit, keeper: keeper, site: site)
    }
  }

  /// Runs a wait that ends at a timeout, at a deadline, or when the task is cancelled.
  ///
  /// - Parameters:
  ///   - place: The slot of a task that waits to write a row.
  ///   - wait: Makes the task ``enter(_:_:isClosing:_:)`` the queue.
  func inLine<Result: Sendable>(
    limit: Duration?, at place: PlaceInLine? = nil, _ wait: (Ticket) async throws -> Result
  ) async throws -> Result {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    let leave: @Sendable (any Error) -> Void = { [weak self] error in
      let waiter = self?.state.withLock { state in
        let waiter = state.removeWaiter(id)
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
  /// - Parameter look: Returns the awaited connection, if it is available by now.
  /// - Returns: The result of `look`; if it is not nil, the waiter was not added to the queue.
  /// - Throws: The reason not to wait; the waiter was not added then, either.
  func enter(
    _ waiter: Waiter, _ ticket: Ticket, isClosing: Bool = false,
    _ look: (inout PoolState) -> Grant?
  ) throws -> Grant? {
    let (grant, watches) = try state.withLock { state -> (Grant?, Bool) in
      if let error = waiter.refusal { throw error }
      if state.refuses && !isClosing { throw DatabaseError.closed(path) }
      // A connection may have returned in the meantime.
      if let grant = look(&state) { return (grant, false) }
      if state.isHeld(by: ticket.hold) { throw deadlock }
      // A timer that has fired by now has found no task in the queue, and does not fire again.
      if let error = ticket.deadline?.error(.waitingForConnection, path: path) { throw error }
      if state.isSingle && state.busySince == nil { state.busySince = waiter.since }
      if let limit = waiter.limit, limit <= .zero {
        throw timeout(state, of: waiter, now: waiter.since)
      }
      if isClosing { state.closing.append(waiter) } else { state.waiting.append(waiter) }
      defer { state.isWatched = state.isWatched || waiter.limit != nil }
      return (nil, waiter.limit != nil && !state.isWatched)
    }
    if watches { watch() }
    return grant
  }

  /// Requeues tasks at the front that were taken out of the queue to write a row each, and have to
  /// repeat that.
  func returnToLine(_ waiters: [Waiter]) {
    let (refused, watches) = state.withLock { state -> ([(Waiter, any Error)], Bool) in
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
      state.waiting.insert(contentsOf: back, at: 0)
      if let first = back.first, state.busySince == nil { state.busySince = first.since }
      let isLimited = back.contains { $0.limit != nil }
      defer { state.isWatched = state.isWatched || isLimited }
      return (refused, isLimited && !state.isWatched)
    }
    for (waiter, error) in refused { waiter.resume(throwing: error) }
    if watches { watch() }
  }

  /// The numbers of tasks that wait for a connection, and of tasks that wait until every connection
  /// is back.
  var line: (waiting: Int, closing: Int) {
    state.withLock { ($0.waiting.count, $0.closing.count) }
  }

  /// Marks the lent connection of a pool with a single one as held by the task across suspensions.
  func hold() -> HeldConnection {
    let hold = HeldConnection(outer: .current, since: .now)
    state.withLock { $0.hold = hold }
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
  private func watch() {
    Task.detached { [weak self] in
      while let next = self?.endOverdue() {
        try? await Task.sleep(until: next, clock: .continuous)
      }
    }
  }

  /// - Returns: The time to look again; nil if no task waits.
  private func endOverdue() -> ContinuousClock.Instant? {
    let now = ContinuousClock.now
    let (late, first) = state.withLock { state in
      let late = (state.waiting + state.closing).filter { $0.end.map { $0 <= now } ?? false }
      let errors = late.map { timeout(state, of: $0, now: now) }
      for waiter in late { _ = state.removeWaiter(waiter.id) }
      let first = (state.waiting + state.closing).compactMap(\.end).min()
      state.isWatched = first != nil
      return (zip(late, errors), first)
    }
    for (waiter, error) in late { waiter.resume(throwing: error) }
    return first
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
    let ended = state.withLock { state -> (Waiter, any Error)? in
      let now = ContinuousClock.now
      guard let waiter = (state.waiting + state.closing).first(where: { $0.id == id }) else {
        return nil
      }
      let error: any Error =
        deadline?.error(.waitingForConnection, path: path) ?? timeout(state, of: waiter, now: now)
      _ = state.removeWaiter(id)
      return (waiter, error)
    }
    if let (waiter, error) = ended { waiter.resume(throwing: error) }
  }

  private func timeout(
    _ state: PoolState, of waiter: Waiter, now: ContinuousClock.Instant
  ) -> ConnectionTimeoutError {
    var holders = state.keepers.map {
      ConnectionTimeoutError.Holder(activity: $0.activity, sql: $0.sql(), duration: now - $0.since)
    }
    if let hold = state.hold {
      holders.append(.init(activity: .transaction, duration: now - hold.since))
    } else if state.count - state.idle.count > state.keepers.count {
      holders.append(.init(activity: .call, duration: state.busySince.map { now - $0 }))
    }
    var error = ConnectionTimeoutError(
      limit: waiter.limit ?? .zero, waited: now - waiter.since, path: path, holders: holders)
    error.site = waiter.site
    return error
  }
}
