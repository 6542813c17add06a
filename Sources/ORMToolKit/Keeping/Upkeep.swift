import ORMCore
import ORMSQLite

/// Maintenance of a database, which does not change its rows.
package enum Upkeep {
  /// Copies a database into a new file, while other connections read and write it.
  ///
  /// - Throws: ``ToolError`` if the file of the copy exists; ``DatabaseError``;
  ///   `CancellationError`. No copy is left then.
  package static func backup(
    _ path: String, to copy: String, _ progress: Progress
  ) async throws -> UpkeepReport {
    let file = try DatabaseFile(path)
    if FileFacts.exists(copy) {
      throw ToolError.use("\(copy) exists, and a backup does not replace a file")
    }
    try await file.database.backup(to: copy) { step in
      progress.begin(of: step.totalPages)
      progress.report(step.copiedPages)
    }
    let size = FileFacts.size(copy) ?? 0
    return UpkeepReport(
      words: "\(path) was copied to \(copy), \(size.byteSize)",
      members: [("copy", .text(copy)), ("size", .integer(size))])
  }

  /// Rebuilds a database without its free pages: `VACUUM`.
  ///
  /// - Parameter copy: The new file to write; nil to rebuild the database itself.
  package static func compact(
    _ path: String, into copy: String?, _ progress: Progress = Progress()
  ) async throws -> UpkeepReport {
    let before = FileFacts.size(path) ?? 0
    if let copy {
      if FileFacts.exists(copy) { throw ToolError.use("\(copy) exists, and is not replaced") }
      let file = try DatabaseFile(path, readsOldSchemas: true)
      let used = try await file.reading { db in
        let free = try db.number("PRAGMA main.freelist_count") ?? 0
        let pages = try db.number("PRAGMA main.page_count") ?? 0
        return (pages - free) * (try db.number("PRAGMA main.page_size") ?? 0)
      }
      progress.begin(of: used) { FileFacts.size(copy) ?? 0 }
      do {
        try await writeCompactCopy(of: file, to: copy)
      } catch {
        FileFacts.remove(copy)
        throw error
      }
    } else {
      let file = try DatabaseFile(path, writes: true, readsOldSchemas: true)
      try await file.database.vacuum()
      // The result may still be in the write-ahead log.
      try await file.database.checkpoint(.truncate)
      try await file.database.close()
    }
    let after = FileFacts.size(copy ?? path) ?? 0
    let words =
      copy.map { "\($0) has \(after.byteSize), and \(path) has \(before.byteSize)" }
      ?? "\(path) has \(after.byteSize); it had \(before.byteSize)"
    return UpkeepReport(
      words: words,
      members: [("before", .integer(before)), ("after", .integer(after))])
  }

  /// On a read-only connection, `VACUUM INTO` of SQLite 3.40 fails for a table with a CHECK and a
  /// virtual generated column, which it counts as a value. The database is copied and the copy is
  /// compacted then.
  private static func writeCompactCopy(of file: DatabaseFile, to copy: String) async throws {
    do {
      try await file.database.vacuum(into: copy)
    } catch let error as DatabaseError where error.message.contains(bytes: "values were supplied") {
      FileFacts.remove(copy)
      try await file.database.backup(to: copy)
      let compact = try DatabaseFile(copy, writes: true, readsOldSchemas: true)
      try await compact.database.vacuum()
      try await compact.database.checkpoint(.truncate)
      try await compact.database.close()
    }
  }

  /// Updates the statistics of the query planner for all tables: `ANALYZE`.
  package static func optimize(
    _ path: String, _ progress: Progress = Progress()
  ) async throws -> UpkeepReport {
    let file = try DatabaseFile(path, writes: true, readsOldSchemas: true)
    let schema = try await file.database.schema()
    // Shadow tables of virtual tables have no indexes to choose.
    let names =
      schema.tables.map(\.name)
      + schema.unreadable.filter { $0.type.hasSameBytes(as: "table") }.map(\.name)
    let unknown = try await file.unknownCollations().orders
    let unsorted = Set(unknown.map { SQLName($0.table) })
    let count = try await file.running { handle in
      let db = Questions(handle)
      // SQLite reloads all statistics after each statement.
      if names.count > manyTables, unsorted.isEmpty {
        _ = try db.rows("ANALYZE main")
        return (try? db.number("SELECT count(*) FROM sqlite_stat1")) ?? 0
      }
      // The time for a table is roughly proportional to its number of rows.
      let tables = names.map { (name: $0, weight: db.rowCountGuess(of: $0)) }
      progress.begin(of: tables.reduce(0) { $0 + $1.weight })
      var done = 0
      for (table, weight) in tables where !unsorted.contains(SQLName(table)) {
        _ = try db.rows("ANALYZE main.\(table.quotedIdentifier)")
        done += weight
        progress.report(done)
      }
      // `sqlite_stat1` does not exist if no table was analyzed.
      return (try? db.number("SELECT count(*) FROM sqlite_stat1")) ?? 0
    }
    try await file.database.close()
    let left = names.filter { unsorted.contains(SQLName($0)) }
    let words =
      left.isEmpty
      ? ""
      : "; not analyzed, because they use a collation that orm does not have: "
        + left.joined(separator: ", ")
    return UpkeepReport(
      words: "the planner has statistics of "
        + "\(count == 1 ? "1 table or index" : "\(count) tables and indexes")" + words,
      members: [("known", .integer(count))]
        + (left.isEmpty ? [] : [("notCounted", .texts(left))]))
  }

  /// The number of tables above which one statement analyzes all of them, without progress.
  private static let manyTables = 200
}

/// The report of a maintenance command.
package struct UpkeepReport: Sendable {
  let words: String
  let members: [(name: String, value: JSONValue)]

  package var text: String { SafeText.line(words) + "\n" }
  package var json: JSONValue { .object(members) }
}

extension Questions {
  /// A quick estimate of a table's number of rows; 1 for a table without rowids.
  fileprivate func rowCountGuess(of table: String) -> Int {
    let last = try? number("SELECT max(rowid) FROM main.\(table.quotedIdentifier)")
    return min(max(1, (last ?? nil) ?? 1), 1 << 40)
  }
}
