/// An `INSERT`, an `UPDATE` or a `DELETE` as a value: made anywhere, stored, composed, rendered to
/// text without a database, run by any connection that writes.
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

  /// Calls `body` with what is written, in its place, if that is an update or a delete that says no
  /// more than what is set and which rows are meant.
  @_documentation(visibility: internal)
  func withRows<Value>(_ body: (RowsWrite) throws -> Value?) rethrows -> Value?

  /// The same, if it is an insert.
  @_documentation(visibility: internal)
  func withInsert<Value>(_ body: (InsertNode) throws -> Value?) rethrows -> Value?

  /// The text and its arguments.
  ///
  /// - Throws: ``MissingConditionError`` if an update or a delete without a condition is not
  ///   declared to be of all rows; ``MissingAssignmentError`` if an update sets no column;
  ///   ``StatementCountError`` if the write is several statements, or none; ``ValueEncodingError``;
  ///   ``DatabaseError`` if a column is read-only.
  func statement() throws -> Statement
}

extension WriteStatement {
  @_documentation(visibility: internal)
  public func withRows<Value>(_ body: (RowsWrite) throws -> Value?) rethrows -> Value? { nil }

  @_documentation(visibility: internal)
  public func withInsert<Value>(_ body: (InsertNode) throws -> Value?) rethrows -> Value? { nil }

  public func statement() throws -> Statement { try node.statement(of: Target.self) }

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

/// A write was asked for its statement, and has none, or more than one.
///
/// An insert of no rows has none.
/// ``WriteStatement/statements()`` gives them all.
public struct StatementCountError: Error, Sendable, Hashable {  // Characters: an error's words
  /// The table that was to be written.
  public var table: String
  /// How many statements the write takes.
  public var count: Int

  public init(table: String, count: Int) {
    self.table = table
    self.count = count
  }
}

@_documentation(visibility: internal)
extension StatementCountError: CustomStringConvertible {
  public var description: String { "\"\(table)\": the write takes \(count) statements and not one" }
}
