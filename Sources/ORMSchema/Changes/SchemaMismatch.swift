/// A database that is not as a schema says.
///
/// ```swift
/// do {
///   try await db.verify(schema)
/// } catch let error as SchemaMismatch {
///   for change in error.changes { print(change) }     // album: column lastPlayed is added
/// }
/// ```
public struct SchemaMismatch: Error, Sendable, Hashable {
  /// What would have to happen to the database.
  public var changes: [Schema.Change]

  /// An error with these changes.
  public init(changes: [Schema.Change]) {
    self.changes = changes
  }
}

extension SchemaMismatch: CustomStringConvertible {
  /// The changes, each in a line.
  public var description: String {
    "the database is not as the schema says:\n"
      + changes.map { "- \($0)" }.joined(separator: "\n")
  }
}

extension Schema {
  /// The changes without which a database is not as the schema says: all but notes, and but what
  /// only the database has.
  ///
  /// - Throws: ``SchemaMismatch`` if there are any.
  public func verify(_ found: Schema) throws {
    let changes = changes(from: found).filter { $0.action != .note && $0.action != .extra }
    if !changes.isEmpty { throw SchemaMismatch(changes: changes) }
  }
}
