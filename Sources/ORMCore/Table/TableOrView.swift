/// A source of rows with a name in the database: a table, a view, or a virtual table.
///
/// Every ``DatabaseTable`` and every ``DatabaseView`` conforms to it. To read any other
/// ``Selection`` from an existing table or view, declare its conformance:
///
/// ```swift
/// @Selection struct Sequence { let name: String; let seq: Int }
/// extension Sequence: TableOrView { static let tableName = "sqlite_sequence" }
///
/// let counters = try await db.fetch(Sequence.where { $0.seq > 100 })
/// // SELECT "name", "seq" FROM "sqlite_sequence" WHERE "seq" > $1
/// ```
public protocol TableOrView: Selection, NamedRows {
  /// The name in the database. The default is the type's name with its first letters in lower case:
  /// `artistTotal` for `ArtistTotal`.
  static var tableName: String { get }
  /// The `SELECT` of every column that a fetch reads, in declared order, without a `WHERE`.
  static var selectSQL: String { get }
  /// The triggers that `create` creates with the table or view. The default is none.
  static var triggers: [Trigger] { get }
}

extension TableOrView {
  public static var triggers: [Trigger] { [] }

  public static var tableName: String { "\(Self.self)".withLoweredFirstLetters }

  public static var selectSQL: String {
    "SELECT \(selectedColumns.identifierList) FROM \(tableName.quotedIdentifier)"
  }
}
