import ORMCore

/// A table by its name and that of its database: `main`, `temp`, the name that it was attached by,
/// or an empty one if that is not known.
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

/// The columns that a query reads, which SQLite names while it compiles it.
@usableFromInline
struct ReadRegion: Hashable, Sendable {
  /// The columns that are read of each table; none if only the number of its rows counts.
  var columns: [TableName: Set<SQLName>] = [:]
  /// Whether it may read others as well.
  var isUnknown = false
}

/// Collects the columns that statements read.
///
/// SQLite calls the authorizer for each column that a statement refers to, those behind views and
/// in triggers included, and with an empty name for a table whose columns don't matter
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
