import ORMCore

/// The values of a query, the first at once and then one after each commit that gives it another.
///
/// ```swift
/// for try await albums in db.observe(Album.where { $0.artistID == 7 }) {
///   show(albums)
/// }
/// ```
///
/// What a query reads is known from SQLite: the tables and columns, those behind views included. It
/// runs again after a commit that changes rows of these tables, or values in these columns,
/// whatever has changed them: this ``Database``, by any of its verbs and by SQL of your own,
/// cascades, triggers, `REPLACE`, another process. A value that is the one before is not told; what
/// is undone tells nothing.
///
/// A value is read when it is asked for. Who is slow to ask misses those in between, and gets the
/// newest. If commits follow each other by less than a millisecond, the value is read every four
/// milliseconds.
///
/// It can be iterated over by several, and more than once. It ends when the task is cancelled, by
/// `CancellationError`; at an error; and, without one, when the database is closed. Commits of
/// other processes, and of other ``Database`` values of the same file, are looked for every
/// ``Configuration/observationInterval``.
///
/// Every change concerns a query that reads from a virtual table. So does every commit where SQLite
/// was built without `SQLITE_ENABLE_PREUPDATE_HOOK`, and where ``Connection/withHandle(_:)`` was
/// used to set an authorizer: more queries run then, and observers get the same values.
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
    /// Whether changes to what was read last are being told.
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

    /// Reads the first value. It is there before anything is known of changes: it does not wait for
    /// who writes.
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
        // It was closed when there was a value to be read.
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
        // What was committed until now is read below, and later commits are reported.
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

/// How an observed value is read.
@usableFromInline
struct ObservedRead<Value: Sendable>: Sendable {
  @usableFromInline let body: @Sendable (isolated Connection) throws -> ObservedValue<Value>
  /// What it reads, where the value does not tell.
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

/// A value that was read, and what tells it from the next.
@usableFromInline
struct ObservedValue<Value: Sendable>: Sendable {
  @usableFromInline var value: Value?
  /// A hash of the rows as they are stored: one that each process seeds itself, with a chance
  /// of 1 in 2^64 that it takes two results for the same.
  @usableFromInline var hash: Int?
  /// What was read.
  @usableFromInline var region: ReadRegion?

  @inlinable
  init(_ value: Value, hash: Int? = nil, region: ReadRegion? = nil) {
    self.value = value
    self.hash = hash
    self.region = region
  }

  /// Lets go of a value that its hash tells from others.
  @inlinable
  mutating func forgetValue() { if hash != nil { value = nil } }
}

/// An observer as the connection that writes knows it, until it is let go of.
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
