import ORMCore

/// A table's name and the name of its database: `main`, `temp`, the name of an attached database,
/// or an empty one if it is not known.
@usableFromInline
struct TableName: Hashable, Sendable {
  var database: String
  var table: String

  @usableFromInline
  static func == (left: Self, right: Self) -> Bool {
    left.table.isSameName(as: right.table) && left.database.isSameName(as: right.database)
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) {
    SQLName(table).hash(into: &hasher)
    SQLName(database).hash(into: &hasher)
  }
}

/// The columns that a query reads, as SQLite reports them while it compiles the query.
@usableFromInline
struct ReadRegion: Hashable, Sendable {
  /// The columns that are read from each table; empty if only the number of rows matters.
  var columns: [TableName: Set<SQLName>] = [:]
  /// Whether the query may read further columns.
  var isUnknown = false
}

/// Collects the columns that statements read.
///
/// SQLite calls the authorizer for each column that a statement refers to, including through views
/// and in triggers, and with an empty name for a table whose columns don't matter
/// (<https://www.sqlite.org/c3ref/c_alter_table.html>).
final class ReadRecorder {
  private(set) var region = ReadRegion()

  func add(
    table: UnsafePointer<CChar>?, column: UnsafePointer<CChar>?, of database: UnsafePointer<CChar>?
  ) {
    guard let table else {
      region.isUnknown = true
      return
    }
    let name = TableName(
      database: database.map { String(cString: $0) } ?? "", table: String(cString: table))
    let column = column.map { String(cString: $0) } ?? ""
    region.columns[name, default: []].formUnion(column.isEmpty ? [] : [SQLName(column)])
  }
}
