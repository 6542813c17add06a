import ORMCore

/// The changes that one commit made to the rows of a table.
public struct TableChanges<Key: Sendable>: Sendable {
  /// The keys of the rows that did not exist before.
  public let inserted: [Key]
  /// The keys of the rows that still exist, but have other values or were replaced.
  public let updated: [Key]
  /// The keys of the rows that no longer exist.
  public let deleted: [Key]
  /// Whether the changes are complete. If not, other rows may have changed, too: another process
  /// has committed, or the schema has changed. If you keep a copy of the table, read it again.
  public let isComplete: Bool
}

/// The changes of a table's rows, one element for each commit, in the order of the commits.
///
/// ```swift
/// for try await changes in try await db.changes(of: Album.self) {
///   index.remove(changes.deleted + changes.updated)
///   index.add(changes.inserted + changes.updated)
/// }
/// ```
///
/// An element contains the net effect of a commit. It does not contain a row that was inserted and
/// deleted again, or a row that was set to the values it already had; a row that was deleted and
/// inserted again counts as updated. A row whose key has changed counts as deleted under the old
/// key and inserted under the new one. Changes that a savepoint or a statement rolls back are not
/// included.
///
/// The stream keeps any number of commits until they are consumed. Commits that follow each other
/// in less than a millisecond may be delivered up to four milliseconds later. The stream is for one
/// consumer. It ends with `CancellationError` when its task is cancelled, with an error if a table
/// of this name and key no longer exists, and without an error when the database is closed.
///
/// The element of a commit is not ``TableChanges/isComplete`` in these cases:
///
/// - Another process, or another ``Database`` value of the same file, made the commit. It is
///   noticed within ``Configuration/observationInterval``.
/// - The commit changes the schema, or writes a BLOB in place.
/// - A statement in it failed after it had changed rows of the table.
/// - C code used the connection in it, and such code rolls back to its own savepoints.
public struct ChangeStream<Key: Sendable>: AsyncSequence, Sendable {
  public typealias Element = TableChanges<Key>
  public typealias Failure = any Error

  let subscription: ChangeSubscription
  let decode: @Sendable ([SQLValue]) throws -> Key

  public func makeAsyncIterator() -> Iterator {
    Iterator(subscription: subscription, decode: decode)
  }

  public struct Iterator: AsyncIteratorProtocol {
    private let subscription: ChangeSubscription
    private let decode: @Sendable ([SQLValue]) throws -> Key
    private var pace = ListenerPace()

    fileprivate init(
      subscription: ChangeSubscription, decode: @escaping @Sendable ([SQLValue]) throws -> Key
    ) {
      self.subscription = subscription
      self.decode = decode
    }

    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> TableChanges<Key>? {
      guard let batch = try await batch(isolation: actor) else { return nil }
      return TableChanges(
        inserted: try keys(batch.inserted), updated: try keys(batch.updated),
        deleted: try keys(batch.deleted), isComplete: batch.isComplete)
    }

    private mutating func batch(isolation: isolated (any Actor)?) async throws -> KeyChanges? {
      let queue = subscription.queue
      do {
        // This is checked even if there are changes to take: commits may never pause.
        try Task.checkCancellation()
        if queue.count == 0 && pace.pauses() {
          try await CallingThread.pause(ListenerPace.pause)
          pace.found(queue.count)
        }
        if let batch = try await queue.next() { return batch }
        try Task.checkCancellation()
        return nil
      } catch {
        subscription.end()
        throw error
      }
    }

    private func keys(_ rows: [[SQLValue]]) throws -> [Key] {
      rows.isEmpty ? [] : try rows.map(decode)
    }
  }
}

/// A stream's registration with the writer, until it is released.
final class ChangeSubscription: Sendable {
  let queue: ChangeQueue
  private let id: Int
  private let connection: Connection

  init(_ queue: ChangeQueue, id: Int, of connection: Connection) {
    self.queue = queue
    self.id = id
    self.connection = connection
  }

  deinit { end() }

  /// Ends the stream, for all its iterators, and unregisters it. It may have ended before.
  func end() {
    queue.finish()
    let (connection, id) = (connection, id)
    Task { await connection.endObserving(id) }
  }
}

extension Database {
  /// Returns a stream of all later changes of a table's rows, which are identified by their keys.
  ///
  /// - Throws: ``DatabaseError`` if the table does not exist or has another key, or if SQLite was
  ///   built without `SQLITE_ENABLE_PREUPDATE_HOOK`.
  public func changes<T: KeyedTable>(
    of table: T.Type
  ) async throws -> ChangeStream<T.Key> where T.Key: ColumnRepresentation, T.Key.Value == T.Key {
    try await keyChanges(of: table) { try T.Key.read(from: $0, at: 0) }
  }

  /// Returns a stream of all later changes of a table's rows, for a key of two columns; see
  /// ``changes(of:)-(T.Type)``.
  public func changes<T: KeyedTable, A: ColumnValue, B: ColumnValue>(
    of table: T.Type
  ) async throws -> ChangeStream<T.Key> where T.Key == (A, B) {
    try await keyChanges(of: table) { (try A.read(from: $0, at: 0), try B.read(from: $0, at: 1)) }
  }

  /// Returns a stream of all later changes of a table's rows, for a key of three columns; see
  /// ``changes(of:)-(T.Type)``.
  public func changes<T: KeyedTable, A: ColumnValue, B: ColumnValue, C: ColumnValue>(
    of table: T.Type
  ) async throws -> ChangeStream<T.Key> where T.Key == (A, B, C) {
    try await keyChanges(of: table) {
      (try A.read(from: $0, at: 0), try B.read(from: $0, at: 1), try C.read(from: $0, at: 2))
    }
  }

  /// Returns a stream of all later changes of a table's rows, which are identified by their rowids,
  /// for a table without a key; see ``changes(of:)-(T.Type)`` and
  /// <https://www.sqlite.org/rowidtable.html>.
  @_disfavoredOverload
  public func changes<T: DatabaseTable>(of table: T.Type) async throws -> ChangeStream<Int64> {
    try await changes(of: T.tableName, naming: .rowID, keyColumns: []) { values in
      try Int64.read(from: Row(columnNames: ["rowid"], values: values), at: 0)
    }
  }

  private func keyChanges<T: KeyedTable>(
    of table: T.Type, _ decode: @escaping @Sendable (Row) throws -> T.Key
  ) async throws -> ChangeStream<T.Key> {
    let columns = T.primaryKeyColumns
    return try await changes(of: T.tableName, naming: .key, keyColumns: columns) { values in
      let key = try decode(Row(columnNames: columns, values: values))
      // The key may be stored in a representation that is not its type's.
      var stored = ValueCollector()
      try T.bind(key: key, to: &stored, at: 1)
      guard stored.values == values else {
        throw RowDecodingError(
          table: T.tableName, column: columns.joined(separator: ", "),
          reason: .invalid(
            type: "\(T.Key.self)", description: "the stored key has another representation"))
      }
      return key
    }
  }

  private func changes<Key: Sendable>(
    of table: String, naming: RowIdentity, keyColumns: [String],
    decode: @escaping @Sendable ([SQLValue]) throws -> Key
  ) async throws -> ChangeStream<Key> {
    let interval = readers == nil ? nil : configuration.observationInterval
    let queue = ChangeQueue()
    let writer = writer
    let id = try await writers.waitingForLock {
      try await writer.runBetween { connection in
        try connection.beginStream(
          queue, of: table, naming: naming, keyColumns: keyColumns, interval: interval)
      }
    }
    return ChangeStream(
      subscription: ChangeSubscription(queue, id: id, of: writer), decode: decode)
  }
}
