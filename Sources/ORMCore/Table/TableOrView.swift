/// What has a name in the database and rows to be fetched: a table, a view, a virtual table.
///
/// Every ``DatabaseTable`` and every ``DatabaseView`` is one, and so is each other ``Selection``
/// that says so, to be read from what is there under its name:
///
/// ```swift
/// @Selection struct Sequence { let name: String; let seq: Int }
/// extension Sequence: TableOrView { static let tableName = "sqlite_sequence" }
///
/// let counters = try await db.fetch(Sequence.where { $0.seq > 100 })
/// // SELECT "name", "seq" FROM "sqlite_sequence" WHERE "seq" > $1
/// ```
public protocol TableOrView: Selection, NamedRows {
  /// The name in the database; without one of its own, the type's name with its first letters
  /// lowered (`ArtistTotal` is `artistTotal`).
  static var tableName: String { get }
  /// `SELECT` of every column that a fetch reads, in declared order, without a `WHERE`.
  static var selectSQL: String { get }
  /// The triggers that `create` makes with it; none, unless it says so.
  static var triggers: [Trigger] { get }
}

extension TableOrView {
  public static var triggers: [Trigger] { [] }

  public static var tableName: String { "\(Self.self)".withLoweredFirstLetters }

  public static var selectSQL: String {
    "SELECT \(selectedColumns.identifierList) FROM \(tableName.quotedIdentifier)"
  }
}
