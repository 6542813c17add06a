// MARK: - The queue

extension PoolStateMachine {
  /// Adds a task to the queue, unless what it waits for is available by now.
  ///
  /// - Parameters:
  ///   - hold: The hold that the task carries.
  ///   - deadline: The task's deadline. If its timer has fired by now, it has found no task in the
  ///     queue, and does not fire again.
  @inlinable
  package mutating func enter(
    _ waiter: Waiter, hold: HeldConnection?, deadline: Deadline?,
    at now: ContinuousClock.Instant
  ) -> PoolEntry<PooledConnection> {
    if waiter.request.isAll {
      if isDrained { return .drained }
    } else {
      if refuses { return .refused(.closed) }
      // A connection may have returned in the meantime.
      if let grant = grant(for: waiter.request.borrower) { return .granted(grant) }
    }
    if isHeld(by: hold) { return .refused(.deadlock) }
    if let error = deadline?.error(.waitingForConnection, at: now) {
      return .refused(.deadline(error))
    }
    if isSingle && busySince == nil { busySince = waiter.since }
    if let limit = waiter.limit, limit <= .zero {
      return .refused(.timeout(holders(at: waiter.since)))
    }
    if waiter.request.isAll { closing.append(waiter) } else { waiting.append(waiter) }
    return .waits(timer: watch(for: waiter.end))
  }

  /// Removes a task from the queue that no longer waits.
  ///
  /// - Returns: The task, which has to be resumed; nil if it has left the queue before, or has not
  ///   entered it yet.
  @inlinable
  package mutating func leave(_ id: Int) -> Waiter? {
    var waiter: Waiter?
    if let place = waiting.firstIndex(where: { $0.id == id }) { waiter = waiting.remove(at: place) }
    if let place = closing.firstIndex(where: { $0.id == id }) { waiter = closing.remove(at: place) }
    // As long as no task waits, nothing reads how long the connection was in use.
    if waiting.isEmpty && closing.isEmpty { busySince = nil }
    return waiter
  }

  /// Sees to it that a timer ends waits that end at this time. There is one for all of them, since
  /// most tasks wait for microseconds.
  ///
  /// - Returns: The timer to start, which replaces the one before.
  @inlinable
  package mutating func watch(for end: ContinuousClock.Instant?) -> Int? {
    guard let end else { return nil }
    if let timer, timer.time <= end { return nil }
    let id = makeID()
    timer = (id, end)
    return id
  }
}

// MARK: - Waiting too long

extension PoolStateMachine {
  /// Removes the tasks from the queue that have waited too long.
  ///
  /// - Parameter timer: The timer, which first calls this when it starts.
  /// - Returns: The tasks, the holders of the connections, and the time at which to call this
  ///   again; nil if the timer ends.
  package mutating func endOverdue(
    timer id: Int, at now: ContinuousClock.Instant
  ) -> (late: [Waiter], holders: [ConnectionTimeoutError.Holder], next: ContinuousClock.Instant?) {
    guard id == timer?.id else { return ([], [], nil) }
    let late = (waiting + closing).filter { $0.end.map { $0 <= now } ?? false }
    let holders = late.isEmpty ? [] : holders(at: now)
    for waiter in late { _ = leave(waiter.id) }
    let next = (waiting + closing).compactMap(\.end).min()
    timer = next.map { (id, $0) }
    return (late, holders, next)
  }

  /// Removes a task from the queue that looks at the clock itself, and whose time is up.
  package mutating func endOverdue(
    _ id: Int, at now: ContinuousClock.Instant
  ) -> (waiter: Waiter, holders: [ConnectionTimeoutError.Holder])? {
    let holders = holders(at: now)
    return leave(id).map { ($0, holders) }
  }

  /// The holders of the connections.
  @usableFromInline package func holders(at now: ContinuousClock.Instant) -> [ConnectionTimeoutError
    .Holder]
  {
    var holders = borrowers.map {
      ConnectionTimeoutError.Holder(activity: $0.activity, sql: $0.sql(), duration: now - $0.since)
    }
    if let hold {
      holders.append(.init(activity: .transaction, duration: now - hold.since))
    } else if count - idle.count > borrowers.count {
      holders.append(.init(activity: .call, duration: busySince.map { now - $0 }))
    }
    return holders
  }
}

// MARK: - Group commit

extension PoolStateMachine {
  /// Begins a group commit if the next task in the queue writes a row.
  ///
  /// - Parameter end: The time until which rows are accepted.
  @inlinable
  package mutating func beginGroup(until end: @autoclosure () -> ContinuousClock.Instant) -> Bool {
    guard let first = waiting.first, first.request.isRow else { return false }
    group.begin(until: end())
    return true
  }

  /// Removes the next task from the queue if it writes a row, so that the task that has the
  /// connection can run its write.
  @inlinable
  package mutating func nextRow(at now: ContinuousClock.Instant) -> Waiter? {
    guard let first = waiting.first, first.request.isRow, group.isOpen(at: now) else { return nil }
    return leave(first.id)
  }

  /// Takes note that the write of a task has run: the task waits for the commit.
  @inlinable
  package mutating func join(_ waiter: Waiter) { group.add(waiter) }

  /// Ends the group commit.
  ///
  /// - Returns: The tasks that wait for the commit. Each has to be resumed or requeued.
  @inlinable
  package mutating func endGroup() -> [Waiter] { group.finish() }

  /// Requeues tasks at the front of the queue that were taken out of it to write a row each, and
  /// have to write it alone.
  ///
  /// - Returns: The timer to start, if any.
  package mutating func requeue(_ waiters: [Waiter]) -> Int? {
    guard let first = waiters.first else { return nil }
    waiting.insert(contentsOf: waiters.lazy.map(\.alone), at: 0)
    if busySince == nil { busySince = first.since }
    return watch(for: waiters.compactMap(\.end).min())
  }
}
