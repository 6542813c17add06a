/// A pool of connections as a value: its methods are the events, and their results the actions.
///
/// The machine lends each connection to one borrower at a time. It reads no clock, takes no lock
/// and starts no timer or task: its owner reports each event with the time at which it occurs, one
/// event at a time, and carries out the actions in this table.
///
/// | Event | Method | Actions |
/// | --- | --- | --- |
/// | a call begins | `takeIdle`, `takeIdleAfterTurn` | use this connection |
/// | a request | `request` | use a connection, open one, or wait |
/// | a task waits | `enter` | resume or refuse it; start a timer |
/// | a wait is cancelled | `leave` | resume the task with the error |
/// | the timer of the waits fires | `endOverdue` | fail these tasks; fire again at this time |
/// | a connection returns | `giveBack` | end its read; start a timer; resume tasks; close it |
/// | a connection can't be opened | `failedToOpen` | resume tasks |
/// | a group commit | `beginGroup` to `requeue` | run these writes; resume tasks |
/// | a task waits for a lock | `banReads`, `allowReads` | end the reads of idle connections |
/// | the timer of the reads fires | `readTimerFired` | end the reads of idle connections |
/// | a connection was abandoned | `watchAbandoned` | start a timer; release idle connections |
/// | the pool is closed | `refuse`, `closed`, `setClosed`, `stopRefusing` | |
@usableFromInline
package struct PoolStateMachine<
  PooledConnection: AnyObject & Sendable, WaitingTask: Sendable
>:
  Sendable
{
  @usableFromInline package typealias Waiter = PoolWaiter<WaitingTask>
  @usableFromInline package typealias Lease = PoolLease<PooledConnection>
  @usableFromInline package typealias Grant = PoolGrant<PooledConnection>
  @usableFromInline package typealias Resumptions = PoolResumptions<PooledConnection, WaitingTask>

  /// The idle connections, the most recently used one last.
  @usableFromInline package var idle: [PooledConnection]
  /// The number of connections, including connections that are lent or being opened.
  @usableFromInline package var count: Int
  @usableFromInline package let capacity: Int
  /// Whether the pool has a single connection, and never opens another.
  @usableFromInline package let isSingle: Bool
  /// The long-lived borrowers.
  @usableFromInline package var borrowers: [PoolBorrower] = []
  @usableFromInline package var waiting: [Waiter] = []
  /// The tasks that wait until every connection has returned.
  @usableFromInline package var closing: [Waiter] = []
  private var nextID = 0
  /// Whether connections are lent only to tasks that wait already: the pool is closed, or a task is
  /// about to close it.
  @usableFromInline package var refuses = false
  private var closerCount = 0
  package private(set) var isClosed = false
  /// The hold of the task that has the connection across suspensions, if any.
  @usableFromInline package var hold: HeldConnection?
  /// A time at which the single connection already had its current borrower.
  @usableFromInline package var busySince: ContinuousClock.Instant?
  /// The timer that ends overdue waits, and the time at which it fires next.
  @usableFromInline package var timer: (id: Int, time: ContinuousClock.Instant)?
  /// Whether a timer will release the rows and snapshots that borrowers have abandoned.
  @usableFromInline package var isAbandonedWatched = false
  @usableFromInline package var turns: TurnTaking
  @usableFromInline package var reads = PersistentReads()
  @usableFromInline package var group = GroupCommit<WaitingTask>()

  /// - Parameters:
  ///   - idle: The open connections.
  ///   - capacity: The maximum number of connections. If long-lived borrowers have them all, one
  ///     more is opened for calls.
  ///   - isSingle: Whether the pool has a single connection, and never opens another.
  ///   - turn: The time for which tasks may call without a pause before other tasks run.
  @usableFromInline package init(
    idle: [PooledConnection], capacity: Int, isSingle: Bool, turn: Duration,
    at now: ContinuousClock.Instant
  ) {
    self.idle = idle
    count = idle.count
    self.capacity = capacity
    self.isSingle = isSingle
    turns = TurnTaking(length: turn, at: now)
  }

  /// An identity for a task that is about to wait, or for a timer.
  @usableFromInline package mutating func makeID() -> Int {
    nextID += 1
    return nextID
  }

  /// The numbers of tasks that wait for a connection, and for the return of all connections.
  @usableFromInline package var line: (waiting: Int, closing: Int) {
    (waiting.count, closing.count)
  }

  /// Whether all connections are idle, and no task waits for one.
  @inlinable package var isDrained: Bool { idle.count == count && waiting.isEmpty }

  /// The maximum number of connections now: at least one more than long-lived borrowers have.
  @inlinable package var allowed: Int { isSingle ? 1 : max(capacity, borrowers.count + 1) }
}

// MARK: - Lending

extension PoolStateMachine {
  /// Lends a connection to a call if one is idle; in that case no other call waits.
  ///
  /// - Parameter now: Reads the clock. Called at every fourth call.
  /// - Returns: Nil if no connection is idle, or if a turn is over: the caller lets other tasks
  ///   run, and calls ``takeIdleAfterTurn()``.
  @inlinable
  package mutating func takeIdle(at now: () -> ContinuousClock.Instant) -> Lease? {
    // If other calls wait, this one waits after them, which lets other tasks run.
    if refuses || idle.isEmpty { return nil }
    if turns.count(at: now) { return nil }
    return popIdle()
  }

  /// Lends a connection to a call if one is idle, after other tasks have run.
  @inlinable
  package mutating func takeIdleAfterTurn() -> PoolAnswer<PooledConnection> {
    if refuses { return .closed }
    return popIdle().map { .granted(.ready($0)) } ?? .none
  }

  /// Lends a connection, or permits the owner to open one.
  ///
  /// - Parameter borrower: The long-lived borrower; nil for a call.
  @inlinable
  package mutating func request(for borrower: PoolBorrower?) -> PoolAnswer<PooledConnection> {
    if refuses { return .closed }
    return grant(for: borrower).map { .granted($0) } ?? .none
  }

  /// Takes the most recently used idle connection, for a call.
  @inlinable
  package mutating func popIdle() -> Lease? {
    guard let connection = idle.popLast() else { return nil }
    return Lease(connection, reads.terms(isBusy: turns.isBusy))
  }

  @inlinable
  package mutating func grant(for borrower: PoolBorrower?) -> Grant? {
    guard let borrower else {
      if let lease = popIdle() { return .ready(lease) }
      if count >= allowed { return nil }
      count += 1
      return .open
    }
    let isNested = borrower.task != nil && borrowers.contains { $0.task == borrower.task }
    guard borrowers.count < capacity || isNested else { return nil }
    if let connection = idle.popLast() {
      borrowers.append(borrower)
      return .ready(Lease(connection, reads.termsOfLoan))
    }
    // A task that keeps a connection must not wait for calls, which may wait for the task.
    guard count < max(capacity, borrowers.count + (isNested ? 2 : 1)) else { return nil }
    borrowers.append(borrower)
    count += 1
    return .open
  }
}

// MARK: - Returning

extension PoolStateMachine {
  /// Takes a call's connection back, unless a task waits for it.
  ///
  /// - Parameter openRound: The round in which the connection's open read transaction began.
  /// - Returns: The actions; nil if the connection was not taken back. In that case, call
  ///   ``giveBack(_:of:openSince:)``.
  @inlinable
  package mutating func giveBack(
    _ connection: PooledConnection, openSince openRound: @autoclosure () -> Int?
  ) -> PoolReturn? {
    // No waiter is accessed: to look up its type, the runtime takes longer than this function.
    if !waiting.isEmpty || !closing.isEmpty || count > capacity { return nil }
    let endsHold = hold != nil
    if endsHold { hold = nil }
    idle.append(connection)
    return PoolReturn(endsHold: endsHold, reads: reads.returned(openSince: openRound()))
  }

  /// Takes a connection back, and lends it to the task that has waited longest.
  ///
  /// - Parameter borrower: The long-lived borrower; nil for a call.
  /// - Returns: The actions, the tasks to resume, and a surplus connection to close.
  @inlinable
  package mutating func giveBack(
    _ connection: PooledConnection, of borrower: PoolBorrower?, openSince openRound: Int?
  ) -> (action: PoolReturn, resumptions: Resumptions, surplus: PooledConnection?) {
    if let borrower { borrowers.removeAll { $0 === borrower } }
    let endsHold = hold != nil
    hold = nil
    busySince = nil
    let action = PoolReturn(endsHold: endsHold, reads: reads.returned(openSince: openRound))
    idle.append(connection)
    let granted = grants()
    var surplus: PooledConnection?
    if idle.count > 0 && count > allowed {
      surplus = idle.removeLast()
      count -= 1
    }
    return (action, Resumptions(granted: granted, drained: drained()), surplus)
  }

  /// Records that a connection could not be opened.
  ///
  /// - Parameter borrower: The long-lived borrower; nil for a call.
  package mutating func failedToOpen(for borrower: PoolBorrower?) -> Resumptions {
    if let borrower { borrowers.removeAll { $0 === borrower } }
    count -= 1
    return Resumptions(granted: grants(), drained: drained())
  }

  /// Records that the lent connection is held across suspensions.
  @inlinable
  package mutating func setHold(_ hold: HeldConnection) { self.hold = hold }

  /// Whether the connection is held by the task with this hold.
  @inlinable
  package func isHeld(by task: HeldConnection?) -> Bool {
    hold.map { task?.isWithin($0) == true } ?? false
  }

  /// Grants connections to waiting tasks, and removes these tasks from the queue.
  @inlinable
  package mutating func grants() -> [(waiter: Waiter, grant: Grant)] {
    var granted: [(waiter: Waiter, grant: Grant)] = []
    var place = 0
    while place < waiting.count {
      let borrower = waiting[place].request.borrower
      if let grant = grant(for: borrower) {
        granted.append((waiting.remove(at: place), grant))
      } else if borrower != nil {
        // Calls after it may be served.
        place += 1
      } else {
        break
      }
    }
    return granted
  }

  /// Removes the tasks that wait for the return of all connections, if all have returned.
  @inlinable
  package mutating func drained() -> [Waiter] {
    if closing.isEmpty || !isDrained { return [] }
    defer { closing = [] }
    return closing
  }
}

// MARK: - Read transactions and abandoned connections

extension PoolStateMachine {
  /// Whether idle connections may have open read transactions. The owner ends them before anything
  /// is written.
  @inlinable package var mayHaveReads: Bool { reads.isWatched }

  /// Lets no read transaction stay open until ``allowReads()``. The owner ends the read
  /// transactions of idle connections.
  @inlinable
  package mutating func banReads() { reads.bans += 1 }

  @inlinable
  package mutating func allowReads() { reads.bans -= 1 }

  /// Records that the timer has fired, and that the owner has ended the read transactions of idle
  /// connections.
  @inlinable
  package mutating func readTimerFired() { reads.endRound() }

  /// Records that a connection was returned with abandoned rows, or an abandoned snapshot.
  ///
  /// - Returns: Whether a timer has to be started, which releases them.
  @inlinable
  package mutating func watchAbandoned() -> Bool {
    defer { isAbandonedWatched = true }
    return !isAbandonedWatched
  }

  /// Whether idle connections may have abandoned rows or snapshots, which the owner releases.
  @inlinable package var mayBeAbandoned: Bool { isAbandonedWatched }

  /// Records that the timer has fired, and that the owner releases abandoned rows and snapshots.
  @inlinable
  package mutating func abandonedTimerFired() { isAbandonedWatched = false }
}

// MARK: - Closing

extension PoolStateMachine {
  /// Lends no more connections, except to tasks that wait for one already.
  package mutating func refuse() {
    closerCount += 1
    refuses = true
  }

  /// Lends connections again, unless the pool is closed or another task is about to close it.
  package mutating func stopRefusing() {
    closerCount -= 1
    refuses = isClosed || closerCount > 0
  }

  /// Refuses every request from now on.
  package mutating func setClosed() {
    isClosed = true
    refuses = true
  }

  /// Records that an idle connection was closed. The pool may open another.
  package mutating func closed(_ connection: PooledConnection) {
    if isSingle { return }
    if let place = idle.firstIndex(where: { $0 === connection }) {
      idle.remove(at: place)
      count -= 1
    }
  }

  /// Removes the idle connections from the pool, which may then open others. The owner closes them.
  package mutating func removeIdle() -> [PooledConnection] {
    let removed = idle
    readTimerFired()
    idle = []
    count -= removed.count
    return removed
  }
}
