import ORMCore

/// The answer to a request for a connection: a connection, or permission to open one.
enum Grant: Sendable {
  case ready(Connection)
  case open
}

/// A waiting task, and the start of its wait.
struct Waiter: Sendable {
  let id: Int
  let rest: Rest
  let since: ContinuousClock.Instant
  /// The maximum time to wait; nil if it is not limited.
  let limit: Duration?
  /// The long-lived borrower that wants the connection; nil for a call.
  let keeper: Keeper?
  /// The place in the program that waits: the code that ends the wait can't find it.
  let site: CallSite

  /// The means of resuming the waiting task. A task that waits until every connection is back gets
  /// none.
  enum Rest: Sendable {
    case continuation(CheckedContinuation<Grant?, any Error>)
    /// It writes a row, which may become part of a group commit.
    case place(PlaceInLine)
  }

  /// The end of the wait.
  var end: ContinuousClock.Instant? { limit.map { since + $0 } }

  var place: PlaceInLine? { if case .place(let place) = rest { place } else { nil } }

  /// The reason not to wait at all.
  var refusal: (any Error)? {
    switch rest {
    case .continuation: Task.isCancelled ? CancellationError() : nil
    case .place(let place): place.refusal
    }
  }

  func resume(returning grant: Grant?) {
    switch rest {
    case .continuation(let continuation): continuation.resume(returning: grant)
    case .place(let place): place.leave(with: .success(grant))
    }
  }

  func resume(throwing error: any Error) {
    switch rest {
    case .continuation(let continuation): continuation.resume(throwing: error)
    case .place(let place): place.leave(with: .failure(error))
    }
  }
}

/// A long-lived borrower: a stream, a snapshot or a backup.
final class Keeper: Sendable {
  let activity: ConnectionTimeoutError.Activity
  /// Returns the SQL of a stream, when an error needs it.
  let sql: @Sendable () -> String?
  let since = ContinuousClock.now
  /// The identity of the task while it runs; nil outside of tasks.
  let task: Int?

  init(
    _ activity: ConnectionTimeoutError.Activity, sql: @escaping @Sendable () -> String?
  ) {
    self.activity = activity
    self.sql = sql
    task = withUnsafeCurrentTask { $0?.hashValue }
  }
}

/// The connections of a pool, their borrowers and the waiting tasks.
struct PoolState {
  var idle: [Connection]
  /// The number of connections, including lent ones.
  var count: Int
  let capacity: Int
  /// Whether the pool has a single connection, and never opens another.
  let isSingle: Bool
  /// The long-lived borrowers.
  var keepers: [Keeper] = []
  var waiting: [Waiter] = []
  /// The tasks that wait until every connection has returned.
  var closing: [Waiter] = []
  var nextID = 0
  /// Whether connections are lent only to tasks that wait already: the pool is closed, or a task is
  /// about to close it.
  private(set) var refuses = false
  private var closerCount = 0
  private(set) var isClosed = false
  /// The hold of the task that has the connection across suspensions, if any.
  var hold: HeldConnection?
  /// A time at which the single connection already had its current borrower.
  var busySince: ContinuousClock.Instant?
  /// Whether a timer looks for tasks that have waited too long.
  var isWatched = false
  /// The time since which connections were lent without a suspension, and a counter of the calls,
  /// so that the clock is read only now and then. The first call lets other tasks run: a task that
  /// opens one database after another, for a few calls each, does not suspend otherwise.
  var turnStart = ContinuousClock.now - .seconds(1)
  var calls: UInt8 = 3
  /// The time at which the clock was last read, and whether calls have followed each other closely
  /// since.
  private var lastLook = ContinuousClock.now
  private var isBusy = false
  /// Whether a timer looks for open read transactions.
  var isStandingWatched = false
  /// The number of times that the timer has looked: read transactions that began earlier end with
  /// their calls.
  private var standingLooks = 0
  /// Whether a timer will release what was abandoned on connections.
  private var isLeftWatched = false
  /// The number of tasks that wait for a lock that read transactions may block, so that none stays
  /// open.
  var standingBans = 0
  /// Whether it is time for other tasks to run.
  var isTurnOver = false

  init(idle: [Connection], capacity: Int, isSingle: Bool) {
    self.idle = idle
    count = idle.count
    self.capacity = capacity
    self.isSingle = isSingle
  }

  var isDrained: Bool { idle.count == count && waiting.isEmpty }

  /// The number of connections allowed: one more than are kept.
  var allowed: Int { isSingle ? 1 : max(capacity, keepers.count + 1) }

  /// Determines, at every fourth call, whether other tasks should run.
  mutating func endTurn(after length: Duration) -> Bool {
    calls &+= 1
    guard calls % 4 == 0 else { return false }
    let now = ContinuousClock.now
    isBusy = now - lastLook < length
    lastLook = now
    isTurnOver = now - turnStart > length
    if isTurnOver { turnStart = now }
    return isTurnOver
  }

  /// Takes the most recently used idle connection, for a call.
  mutating func popIdle() -> Connection? {
    let connection = idle.popLast()
    if let standing = connection?.standing {
      standing.isWanted = isBusy && standingBans == 0
      if !standing.isOpen { standing.looksBefore = standingLooks }
    }
    return connection
  }

  /// Decides whether the read transaction of a returned connection may stay open.
  ///
  /// - Returns: Whether a timer has to be started to end it.
  mutating func watches(_ standing: StandingRead?) -> Bool {
    guard let standing, standing.isOpen else { return false }
    if standingBans > 0 || standing.looksBefore != standingLooks {
      standing.end()
      return false
    }
    defer { isStandingWatched = true }
    return !isStandingWatched
  }

  /// Ends the open read transactions of idle connections.
  mutating func endStandingReads() {
    if isStandingWatched { for connection in idle { connection.standing?.end() } }
  }

  /// Ends the read transactions of the idle connections, stops the timer for them, and returns the
  /// connections.
  mutating func leaveIdleAlone() -> [Connection] {
    endStandingReads()
    isStandingWatched = false
    standingLooks += 1
    return idle
  }

  /// Removes the idle connections from the pool, which may then open new ones.
  mutating func removeIdle() -> [Connection] {
    let removed = leaveIdleAlone()
    idle = []
    count -= removed.count
    return removed
  }

  /// Records that a connection came back abandoned.
  ///
  /// - Returns: Whether a timer has to be started to release it.
  mutating func watchesLeft() -> Bool {
    defer { isLeftWatched = true }
    return !isLeftWatched
  }

  /// The idle connections with abandoned rows or snapshots.
  func leftIdle() -> [Connection] {
    isLeftWatched ? idle.filter { $0.isLeft.load(ordering: .relaxed) } : []
  }

  /// The same connections; the timer for them stops.
  mutating func leaveLeftAlone() -> [Connection] {
    defer { isLeftWatched = false }
    return leftIdle()
  }

  /// Removes the tasks that wait for all connections from the queue, if all have returned.
  mutating func drained() -> [Waiter] {
    if closing.isEmpty || !isDrained { return [] }
    defer { closing = [] }
    return closing
  }

  /// Lends a connection, or grants permission to open one, if one is available for a call or for
  /// this long-lived borrower.
  mutating func grant(for keeper: Keeper?) -> Grant? {
    guard let keeper else {
      if let connection = popIdle() { return .ready(connection) }
      if count >= allowed { return nil }
      count += 1
      return .open
    }
    let isNested = keeper.task != nil && keepers.contains { $0.task == keeper.task }
    guard keepers.count < capacity || isNested else { return nil }
    if let connection = idle.popLast() {
      connection.standing?.end()
      connection.standing?.isWanted = false
      keepers.append(keeper)
      return .ready(connection)
    }
    guard count < max(capacity, keepers.count + 1) else { return nil }
    keepers.append(keeper)
    count += 1
    return .open
  }

  /// Removes the tasks that get a connection now from the queue.
  mutating func grants() -> [(Waiter, Grant)] {
    var granted: [(Waiter, Grant)] = []
    var place = 0
    while place < waiting.count {
      if let grant = grant(for: waiting[place].keeper) {
        granted.append((waiting.remove(at: place), grant))
      } else if waiting[place].keeper != nil {
        // Calls after it may be served.
        place += 1
      } else {
        break
      }
    }
    return granted
  }

  /// Removes a task from the queue that no longer waits.
  mutating func removeWaiter(_ id: Int) -> Waiter? {
    var waiter: Waiter?
    if let place = waiting.firstIndex(where: { $0.id == id }) { waiter = waiting.remove(at: place) }
    if let place = closing.firstIndex(where: { $0.id == id }) { waiter = closing.remove(at: place) }
    // As long as no task waits, nothing reads how long the connection was in use.
    if waiting.isEmpty && closing.isEmpty { busySince = nil }
    return waiter
  }

  /// Whether the connection is held by the task with this hold.
  func isHeld(by task: HeldConnection?) -> Bool { hold.map { task?.isWithin($0) == true } ?? false }

  /// Whether the next task in the queue writes a row that may become part of a group commit.
  var isPlaceNext: Bool { waiting.first?.place?.isAlone == false }

  /// Removes the next task from the queue if it writes a row, so that the task that has the
  /// connection can run its write.
  mutating func nextPlace() -> (Waiter, PlaceInLine)? {
    guard let first = waiting.first, let place = first.place, !place.isAlone else { return nil }
    _ = removeWaiter(first.id)
    return (first, place)
  }

  mutating func refuse() {
    closerCount += 1
    refuses = true
  }

  mutating func stopRefusing() {
    closerCount -= 1
    refuses = isClosed || closerCount > 0
  }

  mutating func setClosed() {
    isClosed = true
    refuses = true
  }
}
