import ORMCore

/// An error for a database that does not match a schema.
///
/// ```swift
/// do {
///   try await db.verify(schema)
/// } catch let error as SchemaMismatchError {
///   for change in error.changes { print(change) }     // album: column lastPlayed is added
/// }
/// ```
public struct SchemaMismatchError: Error, Sendable, Hashable {
  /// The changes that the database needs.
  public var changes: [Schema.Change]
  /// The place in the program that caused the error, if known; see `Configuration.callSites`.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  /// Creates an error with these changes.
  public init(changes: [Schema.Change]) {
    self.changes = changes
  }
}

@_documentation(visibility: internal)
extension SchemaMismatchError: CustomStringConvertible {
  /// The changes, one on each line; names that look the same are escaped, as in
  /// ``Schema/Change/description``.
  public var description: String {
    let names = Lookalikes(changes.flatMap(\.texts))
    return "the database does not match the schema\(site.suffix):\n"
      + changes.map { change in
        "- \(change.sentence(names))" + (change.isStayingConstraint ? "; \(change.cure)" : "")
      }.joined(separator: "\n")
  }
}

extension Schema {
  /// Checks that a database matches the schema.
  ///
  /// A note is not a mismatch. An object that only the database has is not a mismatch either, with
  /// two exceptions: a column that is `NOT NULL` and has no default, because no row can be inserted
  /// without a value for it; and a constraint or a unique index on a column of the schema, because
  /// it can refuse or delete rows that the schema allows.
  ///
  /// - Throws: ``SchemaMismatchError`` if it does not match.
  public func verify(_ found: Schema) throws {
    let changes = changes(from: found).filter {
      switch $0.action {
      case .note: false
      case .extra:
        $0.property == .notNull || $0.isStayingConstraint && hasColumn(of: $0, in: found)
      case .added, .changed, .unreadable: true
      }
    }
    if !changes.isEmpty { throw SchemaMismatchError(changes: changes) }
  }
}
