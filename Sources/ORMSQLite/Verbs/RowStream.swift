import ORMCore

/// The rows of a statement, read in small batches while they are iterated over.
///
/// ```swift
/// for try await album in db.stream(Album.order { $0.title }) { try await upload(album) }
/// ```
///
/// At most 256 rows are in memory, and fewer if their values are large: after 1 MiB of texts and
/// BLOBs of 4 KiB or more, no further row is prefetched. If a row can't be read, for example
/// because a value is not of the expected type, the loop gets every row before it, and then the
/// error.
///
/// The stream takes a reader from the pool when the first row is read, and returns it at the end,
/// at an error, at a `break`, or when the task is cancelled. All rows are from the state of the
/// database when the first row is read: later writes are not included. Rows that a `break` leaves
/// unread are released by the next reader, by the next write, or after two milliseconds. If a
/// stream is iterated over again, its statement runs again.
///
/// The lists that a query selects in addition to its rows (``ToMany``) are read for each batch of
/// rows, by a statement for each list, on the same connection and from the same state.
///
/// While it is iterated over, a stream occupies one of the ``Configuration/readerCount`` readers,
/// for which other streams and snapshots may have to wait, and keeps the write-ahead log from being
/// emptied. Calls such as `fetch` do not wait for the stream.
///
/// A database in memory, or a temporary one, has a single connection, on which a write could run
/// between two batches. So all rows are read at once, whatever their size.
public struct RowStream<Output: Sendable>: AsyncSequence, Sendable {
  public typealias Element = Output
  public typealias Failure = any Error

  fileprivate let database: Database
  fileprivate let statement: @Sendable () throws -> StreamedStatement<Output>

  fileprivate init(
    database: Database, statement: @escaping @Sendable () throws -> StreamedStatement<Output>
  ) {
    self.database = database
    self.statement = statement
  }

  @usableFromInline
  init<Query: SelectStatement>(
    _ query: Query, of database: Database, _ decoding: RowDecoding<Output>
  ) where Query.Output == Output {
    self.init(database: database) { try StreamedStatement(query, decoding) }
  }

  public func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

  public struct Iterator: AsyncIteratorProtocol {
    /// The maximum number of rows in a batch. The first batches are smaller, so that the first row
    /// of a slow query does not wait for many others.
    private static var largestBatch: Int { 256 }

    private enum State {
      case new
      case reading(BorrowedConnection)
      case ended
    }

    private let stream: RowStream
    private var state = State.new
    /// The prefetched rows, from the first one on. Copies of an iterator that has begun share them,
    /// as they share the connection.
    @usableFromInline var batch: RowBatch<Output>?
    private var batchSize = 8

    fileprivate init(stream: RowStream) { self.stream = stream }

    /// The next row; nil after the last one.
    @inlinable
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> Output? {
      // Only this is compiled in the loop: everything that waits is in the called function.
      if !Task.isCancelled, let row = batch?.take() { return row }
      if batch == nil { batch = RowBatch() }
      return try await nextOfBatch(isolation: actor)
    }

    @usableFromInline
    mutating func nextOfBatch(isolation actor: isolated (any Actor)?) async throws -> Output? {
      do {
        try Task.checkCancellation()
        try batch?.checkEnd()
        let database = stream.database
        try await database.findingCallSites { try await readBatch(isolation: actor) }
      } catch {
        await end(isolation: actor)
        throw error
      }
      if let row = batch?.take() { return row }
      await end(isolation: actor)
      return nil
    }

    private mutating func readBatch(isolation: isolated (any Actor)?) async throws {
      // If a copy of the iterator waits for the rows of the batch, this one uses another.
      let batch: RowBatch<Output>
      if let known = self.batch, !known.isLent { batch = known } else { batch = RowBatch() }
      self.batch = batch
      batch.isLent = true
      defer { batch.isLent = false }
      switch state {
      case .new:
        let statement = try stream.statement()
        try stream.database.writers.checkNotHeldByTask()
        guard let readers = stream.database.readers else {
          state = .ended
          let writers = stream.database.writers
          let writer = try await writers.take()
          defer { writers.give(back: writer) }
          try await writers.waitingForLock {
            try await writer.run { try statement.open($0, false).fill(batch, .max, on: $0) }
          }
          return
        }
        let reader = try await readers.lend(for: .stream, sql: statement.sql)
        state = .reading(reader)
        let count = batchSize
        try await readers.waitingForLock {
          try await reader.connection.begin(
            statement, batch, count: count, for: ObjectIdentifier(reader))
        }
      case .reading(let reader):
        await stream.database.readers?.letOthersRun(isolation: isolation)
        batchSize = Swift.min(2 * batchSize, Self.largestBatch)
        try await reader.connection.fill(batch, batchSize, for: ObjectIdentifier(reader))
      case .ended: batch.empty()
      }
    }

    private mutating func end(isolation: isolated (any Actor)?) async {
      if case .reading(let reader) = state { await reader.giveBack() }
      state = .ended
      batch = nil
    }
  }
}

/// A statement whose rows are read in batches.
private struct StreamedStatement<Output: Sendable>: Sendable {
  /// Returns its SQL, for an error.
  let sql: @Sendable () -> String?
  /// Starts it, for rows in batches or for all at once.
  let open: @Sendable (isolated Connection, _ inBatches: Bool) throws -> any OpenBatches<Output>

  init(_ statement: Statement, _ decoding: RowDecoding<Output>) {
    sql = { statement.sql }
    open = { connection, _ in try connection.open(statement, decoding) }
  }

  init<Query: SelectStatement>(
    _ query: Query, _ decoding: RowDecoding<Output>
  ) throws where Query.Output == Output {
    if Query.hasLists {
      let statement = try query.listedRows(inBatches: true).statement()
      sql = { statement.sql }
      open = { try $0.open(query.listedRows(inBatches: $1)) }
    } else {
      sql = { try? query.statement().sql }
      open = { connection, _ in try connection.open(query, decoding) }
    }
  }
}

extension Connection {
  /// Begins to read rows, and reads the first batch.
  ///
  /// - Throws: ``DatabaseLocked`` if another connection's lock prevented it; nothing was done then.
  fileprivate func begin<Output: Sendable>(
    _ statement: StreamedStatement<Output>, _ batch: RowBatch<Output>, count: Int,
    for owner: ObjectIdentifier
  ) throws {
    try runUnlessLocked { connection in
      let rows = try statement.open(connection, true)
      connection.openRows = rows
      connection.rowsOwner = owner
      try rows.fill(batch, count, on: connection)
    }
  }

  /// - Throws: The errors of reading. It also throws if a copy of the iterator has released the
  ///   rows, so that another task may have the connection.
  fileprivate func fill<Output: Sendable>(
    _ batch: RowBatch<Output>, _ count: Int, for owner: ObjectIdentifier
  ) throws {
    guard rowsOwner == owner else { throw connectionExpired() }
    if let rows = openRows as? OpenRows<Output> { return try rows.fill(batch, count, on: self) }
    guard let lists = openRows as? OpenLists<Output> else { throw connectionExpired() }
    try lending { try lists.fill(batch, count, on: self) }
  }
}

extension Database {
  /// Streams the rows of a query: they are read during the iteration.
  ///
  /// ```swift
  /// for try await album in db.stream(Album.order { $0.title }) { try await upload(album) }
  /// ```
  ///
  /// Errors are thrown while iterating: ``DatabaseError``, ``RowDecodingError``,
  /// ``ValueEncodingError``, and `CancellationError` if the task is cancelled.
  @inlinable
  public func stream<Query: SelectStatement>(_ query: Query) -> RowStream<Query.Output> {
    RowStream(query, of: self, RowDecoding(query))
  }

  /// Streams the rows of raw SQL, whose columns are found by name; see ``stream(_:)``.
  public func stream<T: RowDecodable>(_ type: T.Type, sql: SQL) -> RowStream<T> {
    RowStream(database: self) { StreamedStatement(try sql.statement(), RowDecoding(byName: type)) }
  }

  /// Streams the values of raw SQL with one result column; see ``stream(_:)``.
  public func stream<Representation: ColumnRepresentation>(
    _ representation: Representation.Type, sql: SQL
  ) -> RowStream<Representation.Value> {
    RowStream(database: self) {
      StreamedStatement(try sql.statement(), RowDecoding(representation))
    }
  }
}
