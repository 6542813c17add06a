/// An `INSERT`, an `UPDATE` or a `DELETE` as a value: it can be built anywhere, stored, composed,
/// rendered to text without a database, and run on any connection that writes.
///
/// ```swift
/// let played = Album.where { $0.artistID == 1 }.update { $0.plays += 1 }
/// let count = try await db.run(played)
/// let rows = try await db.fetch(played.returning { ($0.id, $0.plays) })
/// ```
public protocol WriteStatement<Target>: StatementConvertible {
  /// The table whose rows are written.
  associatedtype Target: DatabaseTable

  /// The statement as a tree.
  @_documentation(visibility: internal)
  var node: WriteNode { get }

  /// Calls `body` with the write, without a copy, if it is a delete, or an update that has only
  /// rows and assignments; otherwise returns nil.
  @_documentation(visibility: internal)
  func withRows<Value>(_ body: (RowsWrite) throws -> Value?) rethrows -> Value?

  /// Calls `body` with the write, without a copy, if it is an insert; otherwise returns nil.
  @_documentation(visibility: internal)
  func withInsert<Value>(_ body: (InsertNode) throws -> Value?) rethrows -> Value?

  /// The SQL and its arguments.
  ///
  /// - Throws: ``MissingConditionError`` if an update or a delete has no condition and was not made
  ///   by `updateAll` or `deleteAll`; ``MissingAssignmentError`` if an update sets no column;
  ///   ``StatementCountError`` if the write has several statements, or none;
  ///   ``ValueEncodingError``; ``DatabaseError`` if a column is read-only.
  func statement() throws -> Statement
}

extension WriteStatement {
  @_documentation(visibility: internal)
  public func withRows<Value>(_ body: (RowsWrite) throws -> Value?) rethrows -> Value? { nil }

  @_documentation(visibility: internal)
  public func withInsert<Value>(_ body: (InsertNode) throws -> Value?) rethrows -> Value? { nil }

  public func statement() throws -> Statement { try node.statement(of: Target.self) }

  @_documentation(visibility: internal)
  public func statement(in dialect: SQLDialect) throws -> Statement {
    try node.statement(of: Target.self, in: dialect)
  }

  /// The text and the arguments of each statement of the write. An insert of no rows has no
  /// statement. An insert has several statements if it has more values than one statement can have
  /// parameters, or if its rows leave different columns to the database.
  ///
  /// - Throws: ``MissingConditionError``, ``MissingAssignmentError``, ``ValueEncodingError``, and
  ///   ``DatabaseError`` if a column is read-only.
  public func statements() throws -> [Statement] {
    try node.batches(of: Target.self).map(\.statement)
  }
}

/// The write does not consist of exactly one statement.
///
/// An insert of no rows has no statement. ``WriteStatement/statements()`` returns all statements.
public struct StatementCountError: Error, Sendable, Hashable {  // Characters: an error's words
  /// The table of the write.
  public var table: String
  /// The number of statements of the write.
  public var count: Int

  public init(table: String, count: Int) {
    self.table = table
    self.count = count
  }
}

@_documentation(visibility: internal)
extension StatementCountError: CustomStringConvertible {
  public var description: String {
    "\"\(table)\": the write has \(count) statements, not one; use statements()"
  }
}
