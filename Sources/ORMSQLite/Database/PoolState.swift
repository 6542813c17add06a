import ORMCore

/// What a task gets that asks for a connection: one, or the room to open one.
enum Grant: Sendable {
  case ready(Connection)
  case open
}

/// A task that waits, and since when.
struct Waiter: Sendable {
  let id: Int
  let rest: Rest
  let since: ContinuousClock.Instant
  /// How long it waits at most; nil for as long as it takes.
  let limit: Duration?
  /// Who wants to keep the connection; nil for a call.
  let keeper: Keeper?
  /// Where in the program it waits: who ends the wait does not know.
  let site: CallSite

  /// How the task rests until it gets what it waits for: nothing if that is the return of all
  /// connections.
  enum Rest: Sendable {
    case continuation(CheckedContinuation<Grant?, any Error>)
    /// It writes a row, which may be committed with those of others.
    case place(PlaceInLine)
  }

  /// When it waits no more.
  var end: ContinuousClock.Instant? { limit.map { since + $0 } }

  var place: PlaceInLine? { if case .place(let place) = rest { place } else { nil } }

  /// Why it does not wait at all.
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

/// Someone who keeps a connection for as long as he likes.
final class Keeper: Sendable {
  let activity: ConnectionTimeoutError.Activity
  /// What it is kept for, written when an error says so.
  let sql: @Sendable () -> String?
  let since = ContinuousClock.now
  /// What tells the task from others as long as both run; nil outside of tasks.
  let task: Int?

  init(
    _ activity: ConnectionTimeoutError.Activity, sql: @escaping @Sendable () -> String?
  ) {
    self.activity = activity
    self.sql = sql
    task = withUnsafeCurrentTask { $0?.hashValue }
  }
}

/// The connections of a pool, and who has and who awaits them.
struct PoolState {
  var idle: [Connection]
  /// How many connections there are, lent ones included.
  var count: Int
  let capacity: Int
  /// Whether there is one connection, and never another.
  let isSingle: Bool
  /// Those who keep a connection.
  var keepers: [Keeper] = []
  var waiting: [Waiter] = []
  /// Those who wait until every connection is back.
  var closing: [Waiter] = []
  var nextID = 0
  /// Whether nothing is lent, but to those who wait already: it is closed, or someone is about to
  /// close it.
  private(set) var refuses = false
  private var closerCount = 0
  private(set) var isClosed = false
  /// Who has the connection across suspensions, if a task has.
  var hold: HeldConnection?
  /// A time at which the one connection was in the hands that it is in now.
  var busySince: ContinuousClock.Instant?
  /// Whether someone looks at times for those who have waited too long.
  var isWatched = false
  /// Since when connections were lent without a suspension, and how often, to look at the time now
  /// and then. The first call lets others run: who opens one database after the other, for a few
  /// calls each, does not suspend either.
  var turnStart = ContinuousClock.now - .seconds(1)
  var calls: UInt8 = 3
  /// When the time was looked at, and whether calls follow each other closely since.
  private var lastLook = ContinuousClock.now
  private var isBusy = false
  /// Whether someone looks at times for reads that stand open.
  var isStandingWatched = false
  /// How often someone has: reads that began before end with the calls that have them.
  private var standingLooks = 0
  /// Whether someone lets go, in a moment, of what was left on connections.
  private var isLeftWatched = false
  /// How many wait for a lock that reads may be in the way of, so that none stands open.
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

  /// How many connections there may be: one more than are kept.
  var allowed: Int { isSingle ? 1 : max(capacity, keepers.count + 1) }

  /// Finds out now and then whether others should run.
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

  /// Takes the connection for a call that was used last.
  mutating func popIdle() -> Connection? {
    let connection = idle.popLast()
    if let standing = connection?.standing {
      standing.isWanted = isBusy && standingBans == 0
      if !standing.isOpen { standing.looksBefore = standingLooks }
    }
    return connection
  }

  /// Takes a read back with its connection, which may go on standing.
  ///
  /// - Returns: whether someone has to look after it from now on.
  mutating func watches(_ standing: StandingRead?) -> Bool {
    guard let standing, standing.isOpen else { return false }
    if standingBans > 0 || standing.looksBefore != standingLooks {
      standing.end()
      return false
    }
    defer { isStandingWatched = true }
    return !isStandingWatched
  }

  /// Ends the reads that stand open on connections that nobody has.
  mutating func endStandingReads() {
    if isStandingWatched { for connection in idle { connection.standing?.end() } }
  }

  /// The connections that nobody has, whose reads that stood open are at their end, and which no
  /// one looks after.
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

  /// Takes note of a connection that came back with what was read on it.
  ///
  /// - Returns: whether someone has to look after it from now on.
  mutating func watchesLeft() -> Bool {
    defer { isLeftWatched = true }
    return !isLeftWatched
  }

  /// The connections that nobody has, and on which something was left.
  func leftIdle() -> [Connection] {
    isLeftWatched ? idle.filter { $0.isLeft.load(ordering: .relaxed) } : []
  }

  /// The same, after which no one looks after them.
  mutating func leaveLeftAlone() -> [Connection] {
    defer { isLeftWatched = false }
    return leftIdle()
  }

  /// Takes those out of the line who wait for all connections, where these are back.
  mutating func drained() -> [Waiter] {
    if closing.isEmpty || !isDrained { return [] }
    defer { closing = [] }
    return closing
  }

  /// Lends a connection, or the room to open one, if there is one for a call, or for a caller
  /// that keeps it.
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

  /// Takes those out of the line who get a connection now.
  mutating func grants() -> [(Waiter, Grant)] {
    var granted: [(Waiter, Grant)] = []
    var place = 0
    while place < waiting.count {
      if let grant = grant(for: waiting[place].keeper) {
        granted.append((waiting.remove(at: place), grant))
      } else if waiting[place].keeper != nil {
        // Calls behind it may go on.
        place += 1
      } else {
        break
      }
    }
    return granted
  }

  /// Takes one out of the line who does not wait any longer.
  mutating func removeWaiter(_ id: Int) -> Waiter? {
    var waiter: Waiter?
    if let place = waiting.firstIndex(where: { $0.id == id }) { waiter = waiting.remove(at: place) }
    if let place = closing.firstIndex(where: { $0.id == id }) { waiter = closing.remove(at: place) }
    // From here on nobody looks whose hands the connection is in.
    if waiting.isEmpty && closing.isEmpty { busySince = nil }
    return waiter
  }

  /// Whether the connection is the task's that has this hold.
  func isHeld(by task: HeldConnection?) -> Bool { hold.map { task?.isWithin($0) == true } ?? false }

  /// Whether the next one in line writes a row, and may do so with others.
  var isPlaceNext: Bool { waiting.first?.place?.isAlone == false }

  /// Takes the next one out of the line if it writes a row, for who has the connection to have it
  /// written.
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
