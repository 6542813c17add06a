import ORMCore

/// The values of a query: the current value at once, and a new one after each commit that changes
/// it.
///
/// ```swift
/// for try await albums in db.observe(Album.where { $0.artistID == 7 }) {
///   show(albums)
/// }
/// ```
///
/// SQLite reports the tables and columns that the query reads, including those of views. The query
/// runs again after a commit that changes rows of these tables, or values in these columns, however
/// they were changed: by any method of this ``Database``, raw SQL, cascades, triggers, `REPLACE` or
/// another process. A value that equals the previous one is not repeated, and changes that are
/// rolled back cause no value.
///
/// A value is read when the consumer asks for it, so a slow consumer skips values in between, and
/// gets the newest one. If commits follow each other in less than a millisecond, the value is read
/// every four milliseconds.
///
/// An observation can be iterated over by several tasks, and more than once. An iteration ends with
/// `CancellationError` when its task is cancelled, with an error if the value can't be read, and
/// without an error when the database is closed. Commits of other processes, and of other
/// ``Database`` values of the same file, are noticed within ``Configuration/observationInterval``.
///
/// A query that reads from a virtual table runs again after every change. So does every query if
/// SQLite was built without `SQLITE_ENABLE_PREUPDATE_HOOK`, or if ``Connection/withHandle(_:)`` was
/// used to set an authorizer; observers get the same values.
public struct ValueObservation<Value: Sendable>: AsyncSequence, Sendable {
  public typealias Element = Value
  public typealias Failure = any Error

  @usableFromInline let database: Database
  @usableFromInline let read: ObservedRead<Value>
  /// The value that was delivered last, if there is one.
  @usableFromInline var known: ObservedValue<Value>?

  @inlinable
  init(database: Database, read: ObservedRead<Value>, known: ObservedValue<Value>? = nil) {
    self.database = database
    self.read = read
    self.known = known
  }

  @inlinable
  public func makeAsyncIterator() -> Iterator {
    Iterator(database: database, read: read, last: known)
  }

  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline let database: Database
    @usableFromInline let read: ObservedRead<Value>
    @usableFromInline var last: ObservedValue<Value>?
    @usableFromInline var subscription: ObserverSubscription?
    /// Whether the observer is notified of changes to the values that it read last.
    @usableFromInline var isRegistered = false
    @usableFromInline var isEnded = false
    @usableFromInline var pace = ListenerPace()

    @inlinable
    init(database: Database, read: ObservedRead<Value>, last: ObservedValue<Value>?) {
      self.database = database
      self.read = read
      self.last = last
    }

    @inlinable
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> Value? {
      if last == nil && !isEnded { return try await firstValue(isolation: actor) }
      return try await nextValue(isolation: actor)
    }

    /// Reads the first value, before the observer is registered: this does not wait for a writer.
    @inlinable
    mutating func firstValue(isolation: isolated (any Actor)?) async throws -> Value? {
      let body = read.body
      do {
        try Task.checkCancellation()
        var value = try await database.reading { try body($0) }
        let first = value.value
        value.forgetValue()
        last = value
        return first
      } catch {
        end()
        throw error
      }
    }

    @usableFromInline
    mutating func nextValue(isolation actor: isolated (any Actor)?) async throws -> Value? {
      if isEnded { return nil }
      do {
        if let value = try await changedValue(isolation: actor) { return value }
      } catch let error as DatabaseError where error.extendedCode == .closed && last != nil {
        // The database was closed when a value was about to be read.
      } catch {
        end()
        throw error
      }
      end()
      return nil
    }

    private mutating func changedValue(isolation: isolated (any Actor)?) async throws -> Value? {
      try Task.checkCancellation()
      while true {
        if isRegistered, let subscription {
          try await pauseIfDue(subscription.mailbox, isolation: isolation)
          switch try await subscription.mailbox.next() {
          case .changed: break
          case .schemaChanged: isRegistered = false
          case .closed: return nil
          }
        }
        // Commits until now are read below, and later commits are reported.
        if !isRegistered { try await register(isolation: isolation) }
        if let value = try await readValue(isolation: isolation) { return value }
      }
    }

    private mutating func pauseIfDue(
      _ mailbox: ObserverMailbox, isolation: isolated (any Actor)?
    ) async throws {
      guard pace.pauses() else { return }
      let count = mailbox.count
      try await CallingThread.pause(ListenerPace.pause)
      pace.found(mailbox.count - count)
    }

    /// Reads the value, and returns it if it differs from the last.
    private mutating func readValue(isolation: isolated (any Actor)?) async throws -> Value? {
      let (body, isRepeat) = (read.body, read.isRepeat)
      var value = try await database.reading { try body($0) }
      if let last, value.region != last.region { isRegistered = false }
      defer {
        value.forgetValue()
        last = value
      }
      if let last, isRepeat(last, value) { return nil }
      return value.value
    }

    private mutating func register(isolation: isolated (any Actor)?) async throws {
      let interval = database.readers == nil ? nil : database.configuration.observationInterval
      let writer = database.writer
      let subscription: ObserverSubscription
      if let known = self.subscription {
        subscription = known
      } else {
        let mailbox = ObserverMailbox()
        let id = try await database.writers.waitingForLock {
          try await writer.runBetween { try $0.beginObserving(mailbox, interval: interval) }
        }
        subscription = ObserverSubscription(mailbox, id: id, of: writer)
        self.subscription = subscription
      }
      let scope = try last?.region.map(ObservedScope.region) ?? read.scope()
      let id = subscription.id
      try await database.writers.waitingForLock {
        try await writer.runBetween { try $0.setScope(scope, of: id) }
      }
      isRegistered = true
    }

    @usableFromInline
    mutating func end() {
      isEnded = true
      subscription = nil
      last = nil
    }
  }
}

/// The function that reads an observed value, and its region.
@usableFromInline
struct ObservedRead<Value: Sendable>: Sendable {
  @usableFromInline let body: @Sendable (isolated Connection) throws -> ObservedValue<Value>
  /// Returns the region, if the value does not contain it.
  @usableFromInline let scope: @Sendable () throws -> ObservedScope
  @usableFromInline let isRepeat: @Sendable (ObservedValue<Value>, ObservedValue<Value>) -> Bool

  @inlinable
  init(
    body: @escaping @Sendable (isolated Connection) throws -> ObservedValue<Value>,
    scope: @escaping @Sendable () throws -> ObservedScope,
    isRepeat: @escaping @Sendable (ObservedValue<Value>, ObservedValue<Value>) -> Bool
  ) {
    self.body = body
    self.scope = scope
    self.isRepeat = isRepeat
  }
}

/// A value that was read, with the data to compare it with the next.
@usableFromInline
struct ObservedValue<Value: Sendable>: Sendable {
  @usableFromInline var value: Value?
  /// A hash of the rows as they are stored, seeded in each process: different results have the same
  /// hash with a probability of 1 in 2^64.
  @usableFromInline var hash: Int?
  /// The region that was read.
  @usableFromInline var region: ReadRegion?

  @inlinable
  init(_ value: Value, hash: Int? = nil, region: ReadRegion? = nil) {
    self.value = value
    self.hash = hash
    self.region = region
  }

  /// Releases a value that is compared by its hash.
  @inlinable
  mutating func forgetValue() { if hash != nil { value = nil } }
}

/// An observer's registration with the writer, until it is released.
@usableFromInline
final class ObserverSubscription: Sendable {
  let mailbox: ObserverMailbox
  let id: Int
  private let connection: Connection

  init(_ mailbox: ObserverMailbox, id: Int, of connection: Connection) {
    self.mailbox = mailbox
    self.id = id
    self.connection = connection
  }

  deinit {
    let (connection, id) = (connection, id)
    Task { await connection.endObserving(id) }
  }
}
