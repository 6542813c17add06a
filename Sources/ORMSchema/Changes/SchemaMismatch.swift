import ORMCore

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
  /// Where in the program it was made, if that is known; see `Configuration.callSites`.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  /// An error with these changes.
  public init(changes: [Schema.Change]) {
    self.changes = changes
  }
}

@_documentation(visibility: internal)
extension SchemaMismatch: CustomStringConvertible {
  /// The changes, each in a line; names that read the same have escapes, as in
  /// ``Schema/Change/description``.
  public var description: String {
    let names = Lookalikes(changes.flatMap(\.texts))
    return "the database is not as the schema says\(site.suffix):\n"
      + changes.map { change in
        "- \(change.sentence(names))" + (change.isStayingConstraint ? "; \(change.cure)" : "")
      }.joined(separator: "\n")
  }
}

extension Schema {
  /// Checks that a database is as the schema says.
  ///
  /// A note is not a mismatch, nor is an object that only the database has, with two exceptions: a
  /// column without which no row can be inserted, and a constraint or a unique index of a column
  /// that the schema has, which can refuse or delete rows that the schema allows.
  ///
  /// - Throws: ``SchemaMismatch`` if there are any.
  public func verify(_ found: Schema) throws {
    let changes = changes(from: found).filter {
      switch $0.action {
      case .note: false
      case .extra:
        $0.property == .notNull || $0.isStayingConstraint && hasColumn(of: $0, in: found)
      case .added, .changed, .unreadable: true
      }
    }
    if !changes.isEmpty { throw SchemaMismatch(changes: changes) }
  }
}
