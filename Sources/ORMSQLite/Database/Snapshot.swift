import Synchronization
import ORMCore

/// One state of a database, which stays the same for any number of reads; see
/// ``Database/snapshot()``.
public final class Snapshot: Sendable {
  private let lent: BorrowedConnection
  /// The queue of tasks that read the snapshot.
  private let line: ConnectionPool
  private let isClosed = Atomic(false)
  private let callSites: CallSiteFinder?

  fileprivate init(_ lent: BorrowedConnection, path: String, _ configuration: Configuration) {
    self.lent = lent
    line = ConnectionPool(path: path, configuration, only: lent.connection)
    callSites = configuration.callSites
  }

  /// Runs `body` on the state of the database at the time of the snapshot.
  ///
  /// Reads by several tasks run one at a time, in the order of the calls.
  ///
  /// - Throws: The errors of `body`; ``DatabaseError`` with the code `readOnly` if `body` writes,
  ///   and with ``ResultCode/closed`` if the snapshot is closed; `CancellationError`;
  ///   ``DeadlineError``.
  public func read<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) async throws -> Result {
    if let callSites, CallSiteFinder.current == nil {
      return try await CallSiteFinder.$current.withValue(callSites) { try await read(body) }
    }
    guard !isClosed.load(ordering: .relaxed) else {
      throw closed
    }
    let reader: Connection
    do {
      reader = try await line.take()
    } catch let error as DatabaseError where error.extendedCode == .closed {
      throw closed
    }
    defer { line.give(back: reader) }
    return try await reader.readSnapshot(body)
  }

  private var closed: DatabaseError {
    DatabaseError(extendedCode: .closed, message: "the snapshot is closed", path: line.path)
  }

  /// Waits for running reads, and returns the connection.
  ///
  /// A snapshot that is released is closed automatically. Closing it again is allowed.
  ///
  /// - Throws: `CancellationError`, ``DeadlineError`` or ``ConnectionTimeoutError`` if the wait
  ///   ends before the running reads do. The snapshot then stays open.
  public func close() async throws {
    line.refuse()
    defer { line.stopRefusing() }
    try await line.drain()
    isClosed.store(true, ordering: .relaxed)
    line.setClosed()
    await lent.giveBack()
  }
}

extension Database {
  /// Returns a snapshot of the current state of the database, which can be read several times.
  ///
  /// ```swift
  /// let snapshot = try await db.snapshot()                  // BEGIN
  /// let albums = try await snapshot.read { try $0.fetch(Album.self) }
  /// try await upload(albums)
  /// let artists = try await snapshot.read { try $0.fetch(Artist.self) }
  /// try await snapshot.close()                              // ROLLBACK
  /// ```
  ///
  /// The snapshot occupies one reader until it is closed or released. Streams and snapshots can
  /// occupy ``Configuration/readerCount`` readers; if all are occupied, a further one waits for its
  /// turn, unless its task occupies a reader already: then it gets another one at once. As long as
  /// the snapshot is open, the write-ahead log can't be emptied
  /// (<https://www.sqlite.org/wal.html#avoiding_excessively_large_wal_files>).
  ///
  /// For a database in memory or a temporary one, whose only connection continues to write, the
  /// snapshot is a copy, which takes as much space as the database.
  ///
  /// - Throws: ``DatabaseError``; `CancellationError`; ``DeadlineError``.
  public func snapshot() async throws -> Snapshot {
    try writers.checkNotHeldByTask()
    if let readers {
      let lent = try await readers.lend(for: .snapshot)
      do {
        try await readers.waitingForLock { try await lent.connection.beginSnapshot() }
      } catch {
        await lent.giveBack()
        throw error
      }
      return Snapshot(lent, path: path, configuration)
    }
    let writer = try await writers.take()
    defer { writers.give(back: writer) }
    let copy = try await writer.copied()
    try await copy.beginSnapshot()
    return Snapshot(BorrowedConnection(copy, of: nil), path: path, configuration)
  }
}

extension Connection {
  /// Begins a transaction that sees the current state.
  ///
  /// - Throws: ``DatabaseLocked``.
  func beginSnapshot() throws {
    try begin(.deferred)
    state = .writing(savepoints: 0)
    do {
      // The first read determines the state.
      try mappingBusyToLocked {
        isLent = true
        defer { isLent = false }
        _ = try statement(SchemaReader.smallestReadSQL).scalar(Int.self)
      }
    } catch {
      rollBack()
      throw error
    }
  }

  fileprivate func readSnapshot<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) throws -> Result {
    try registerExtensions()
    // A disk error may have ended the transaction. A new one would see another state.
    guard isInTransaction else { throw endedTransaction() }
    isLent = true
    defer { isLent = false }
    // Nothing is committed here, so actions wait for the closure only.
    defer { commitActions = [] }
    let result = try read { try body(self) }
    for action in commitActions { action() }
    return result
  }

  /// A connection to a copy of this database, which is in memory or a temporary one.
  fileprivate func copied() throws -> Connection {
    // Safe: only the closure has the pointer. The initializer calls the closure before it returns,
    // and does not keep it. Until then, this connection waits here, so nothing else uses it.
    nonisolated(unsafe) let source = handle
    return try Connection(
      path: path, role: .alone, configuration: configuration, extensions: extensions
    ) { copy in
      do {
        try BackupCopy.copyAll(of: source, to: copy)
      } catch let error as DatabaseError {
        throw error.explainingOpening(copy.path, isReadOnly: false)
      }
    }
  }
}
