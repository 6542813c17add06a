/// A table by its name and that of its database: `main`, `temp`, what it was attached as, or nothing where
/// that is not known.
struct TableName: Hashable, Sendable {
  var database: String
  var table: String

  static func == (left: Self, right: Self) -> Bool {
    left.table.isSameName(as: right.table) && left.database.isSameName(as: right.database)
  }

  func hash(into hasher: inout Hasher) {
    SQLName(table).hash(into: &hasher)
    SQLName(database).hash(into: &hasher)
  }
}

/// What a query reads, as SQLite tells while it compiles it.
struct ReadRegion: Hashable, Sendable {
  /// The columns that are read of each table; none where only the number of its rows counts.
  var columns: [TableName: Set<SQLName>] = [:]
  /// Whether it is not known what is read.
  var isUnknown = false
}

/// The one row that a query reads, by its key.
struct ReadRow: Sendable {
  var table: String
  var keyColumns: [String]
  var key: [SQLValue]
}

/// Notes what statements read.
///
/// SQLite calls the authorizer for each column that a statement refers to, those behind views and in
/// triggers included, and with an empty name for a table whose columns don't matter
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

extension Connection {
  /// What a statement reads.
  ///
  /// - Throws: ``DatabaseError`` where it is none that only reads.
  func region(of sql: String) throws -> ReadRegion {
    let (_, region) = try recordingReads {
      try prepare(sql).checkObservable()
    }
    return region
  }

  /// Runs `body`, and gives what it has read.
  ///
  /// - Parameter compilesAnew: Whether statements that were compiled before are to be seen, too.
  func recordingReads<Result>(
    compilesAnew: Bool = false, _ body: () throws -> Result
  ) rethrows -> (result: Result, region: ReadRegion) {
    triggers.installUnlessReplaced(on: handle, again: compilesAnew)
    let recorder = ReadRecorder()
    triggers.reads = recorder
    defer { triggers.reads = nil }
    let result = try body()
    var region = recorder.region
    if !triggers.isPresent { region.isUnknown = true }
    return (result, region)
  }
}

extension PreparedStatement {
  /// - Throws: ``DatabaseError`` where the statement writes, or gives no rows.
  func checkObservable() throws {
    guard isReadOnly, !columnNames.isEmpty else {
      throw DatabaseError(
        extendedCode: .misuse, message: "what is observed is a statement that only reads", sql: sql)
    }
  }
}
