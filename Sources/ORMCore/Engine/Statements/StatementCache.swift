/// An LRU cache of the prepared statements of a connection.
///
/// A statement is found by its text, and by the keys of the queries, the writes and the raw SQL for
/// which it has run: a key is the tree of the query without its values, as bytes. All keys are in
/// one hash table, so finding a statement takes the same time for any number of different queries.
///
/// Which statements are cached:
///
/// | statement | found by |
/// | --- | --- |
/// | a typed query, asked for its rows, first row, number of rows or existence | its key |
/// | an update or a delete whose rows are given by a condition | its key |
/// | an insert of one row, or of a query's rows | its key |
/// | raw SQL | its key, and its text |
/// | a prepared query, and all other SQL | its text |
/// | the usual statements of a table | the table's type and the operation, outside of this cache |
///
/// A query whose SQL depends on its values has no key, and is found by its text.
///
/// A connection removes all statements if something that they depend on changes, such as SQLite's
/// authorizer. If the cache is full, the least recently used statement is removed.
@_documentation(visibility: internal)
public final class StatementCache<Prepared: PreparedSQL> {
  /// The statements by their keys.
  // Only the connection's actor uses it. Nothing else of the connection runs while a key is written
  // or looked up, so no two accesses overlap.
  @exclusivity(unchecked) @usableFromInline package var table: StatementTable

  /// Creates an empty cache.
  ///
  /// - Parameter capacity: The maximum number of statements.
  public init(capacity: Int) { table = StatementTable(capacity: max(1, capacity)) }

  /// The number of statements.
  public var count: Int { table.count }

  /// The kind of statement that a key leads to.
  @usableFromInline
  package enum Kind: Sendable {
    case reading, writing, any

    @inlinable
    func contains(_ statement: Prepared) -> Bool {
      switch self {
      case .reading: statement.isReadOnly
      case .writing: !statement.isReadOnly
      case .any: true
      }
    }
  }

  // MARK: By keys

  /// Returns the statement whose key `write` writes, with its arguments bound; nil if it is not
  /// cached.
  ///
  /// Only debug builds of this package, in which all tests run, check the statement: rendering
  /// takes several times as long as finding the key.
  ///
  /// - Parameters:
  ///   - kind: The kind of statement that is returned.
  ///   - write: Writes the key, and returns whether there is one.
  ///   - render: Renders the query to run.
  /// - Throws: The errors of ``PreparedSQL/bind(_:)-(UnsafeBufferPointer<SQLValue>)``.
  @inlinable
  @inline(__always)
  package func bound(
    _ kind: Kind = .any, by write: (inout StatementKeyWriter) -> Bool,
    checkedBy render: () throws -> Statement?
  ) throws -> Prepared? {
    defer { table.writer.releaseArguments() }
    guard write(&table.writer), let entry = table.entryOfKey() else { return nil }
    return try entry._withUnsafeGuaranteedRef { entry in
      let statement = unsafeDowncast(entry.statement, to: Prepared.self)
      guard kind.contains(statement) else { return nil }
      table.use(entry)
      try statement.bind(table.writer.arguments)
      #if CHECKS_KEYS
        try statement.check(Array(table.writer.arguments), render)
      #endif
      return statement
    }
  }

  /// Returns whether the statement whose key `write` writes is cached.
  @usableFromInline
  package func contains(_ write: (inout StatementKeyWriter) -> Bool) -> Bool {
    defer { table.writer.releaseArguments() }
    return write(&table.writer) && table.entryOfKey() != nil
  }

  /// Adds the key that `write` writes to a cached statement, if the values of its tree are the
  /// statement's arguments.
  ///
  /// - Parameters:
  ///   - statement: The text and the arguments that were rendered for the tree.
  ///   - kind: The kind of statement that may be found by the key.
  @usableFromInline
  package func insert(
    _ statement: Statement, _ kind: Kind, by write: (inout StatementKeyWriter) -> Bool
  ) {
    defer { table.writer.releaseArguments() }
    table.writer.write(text: statement.sql)
    guard let entry = table.entryOfKey()?.takeUnretainedValue(), write(&table.writer),
      table.writer.arguments.elementsEqual(statement.arguments), table.entryOfKey() == nil,
      kind.contains(unsafeDowncast(entry.statement, to: Prepared.self))
    else { return }
    table.add(table.writer.key, to: entry)
  }

  // MARK: By texts

  /// Returns the statement with this text, prepared if it is not cached.
  @inlinable
  public func statement(for sql: String, prepare: () throws -> Prepared) throws -> Prepared {
    table.writer.write(text: sql)
    if let entry = table.entryOfKey() {
      return entry._withUnsafeGuaranteedRef { entry in
        table.use(entry)
        return unsafeDowncast(entry.statement, to: Prepared.self)
      }
    }
    let key = table.writer.key
    let statement = try prepare()
    table.insert(statement, key)
    return statement
  }

  /// Removes all statements.
  public func removeAll() { table.removeAll() }
}
