// MARK: - The queue

extension PoolStateMachine {
  /// Adds a task to the queue, unless it need not wait any more, or may not wait.
  ///
  /// - Parameters:
  ///   - hold: The hold that the task carries.
  ///   - deadline: The task's deadline. If its timer fired before this call, it found no task in
  ///     the queue, and does not fire again.
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
      let holders = holders(at: waiter.since)
      if waiting.isEmpty && closing.isEmpty { busySince = nil }
      return .refused(.timeout(holders))
    }
    if waiter.request.isAll { closing.append(waiter) } else { waiting.append(waiter) }
    return .waits(timer: watch(for: waiter.end))
  }

  /// Removes a task that no longer waits from the queue.
  ///
  /// - Returns: The task, which has to be resumed; nil if it has left the queue already, or has not
  ///   entered it yet.
  @inlinable
  package mutating func leave(_ id: Int) -> Waiter? {
    var waiter: Waiter?
    if let place = waiting.firstIndex(where: { $0.id == id }) { waiter = waiting.remove(at: place) }
    if let place = closing.firstIndex(where: { $0.id == id }) { waiter = closing.remove(at: place) }
    // The time is read only while a task waits.
    if waiting.isEmpty && closing.isEmpty { busySince = nil }
    return waiter
  }

  /// Makes the timer fire at this time at the latest. All waits share one timer, since most tasks
  /// wait for microseconds.
  ///
  /// - Returns: The timer to start, which replaces the previous timer; nil if that one is enough.
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
  /// Removes the overdue tasks from the queue.
  ///
  /// - Parameter timer: The timer, which first calls this when it starts.
  /// - Returns: The tasks, the holders of the connections, and the time of the next call; nil if
  ///   the timer ends.
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

  /// Removes an overdue task, which looks at the clock itself, from the queue.
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

  /// Removes the next task from the queue if it writes a row. The task that has the connection runs
  /// this write.
  @inlinable
  package mutating func nextRow(at now: ContinuousClock.Instant) -> Waiter? {
    guard let first = waiting.first, first.request.isRow, group.isOpen(at: now) else { return nil }
    return leave(first.id)
  }

  /// Records that the write of a task has run. The task waits for the commit.
  @inlinable
  package mutating func join(_ waiter: Waiter) { group.add(waiter) }

  /// Ends the group commit.
  ///
  /// - Returns: The tasks that wait for the commit. Each has to be resumed or requeued.
  @inlinable
  package mutating func endGroup() -> [Waiter] { group.finish() }

  /// Requeues tasks of a group commit at the front of the queue. Each of them writes its row alone.
  ///
  /// - Returns: The timer to start, if any.
  package mutating func requeue(_ waiters: [Waiter]) -> Int? {
    guard let first = waiters.first else { return nil }
    waiting.insert(contentsOf: waiters.lazy.map(\.alone), at: 0)
    if busySince == nil { busySince = first.since }
    return watch(for: waiters.compactMap(\.end).min())
  }
}
