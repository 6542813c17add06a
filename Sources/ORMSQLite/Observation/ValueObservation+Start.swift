import ORMCore

extension ValueObservation {
  /// Reads the value now, and returns it with an observation of later values.
  ///
  /// ```swift
  /// let (albums, changes) = try await db.observe(Album.all).start()
  /// list.show(albums)
  /// for try await albums in changes { list.show(albums) }
  /// ```
  ///
  /// No change is missed in between: an iteration over `rest` begins with the value at that time,
  /// if it differs from `first`. `rest` may be iterated over several times, or never.
  ///
  /// - Returns: The current value, and an observation of later values.
  /// - Throws: The errors of the query or the closure; `CancellationError`; ``DeadlineError``;
  ///   ``ConnectionTimeoutError``.
  @inlinable
  public func start() async throws -> (first: Value, rest: ValueObservation) {
    let body = read.body
    return try started(with: try await database.reading { try body($0) })
  }

  /// Reads the value now, without `await`, and returns it with an observation of later values.
  ///
  /// ```swift
  /// @MainActor @Observable final class AlbumList {
  ///   private(set) var albums: [Album]
  ///   private let changes: ValueObservation<[Album]>
  ///
  ///   init(_ db: Database) throws {
  ///     (albums, changes) = try db.observe(Album.order { $0.title }).startBlocking()
  ///   }
  ///
  ///   func follow() async throws { for try await albums in changes { self.albums = albums } }
  /// }
  /// ```
  ///
  /// See ``start()``, and ``BlockingDatabase`` for the threads that may call it.
  ///
  /// - Returns: The current value, and an observation of later values.
  /// - Throws: The errors of ``start()``; ``DatabaseError`` with the code ``ResultCode/wouldBlock``
  ///   on a thread that runs Swift's tasks.
  public func startBlocking() throws -> (first: Value, rest: ValueObservation) {
    let body = read.body
    return try started(
      with: try CallingThread.run(for: database) { try await database.reading { try body($0) } })
  }

  @inlinable
  func started(with value: ObservedValue<Value>) throws -> (Value, ValueObservation) {
    // The value is set until it is forgotten, below.
    guard let first = value.value else { throw CancellationError() }
    var (rest, known) = (self, value)
    known.forgetValue()
    rest.known = known
    return (first, rest)
  }
}
