import ORMCore
import ORMSQLite

/// Work on a database as a whole, which leaves its rows as they are.
package enum Upkeep {
  /// Copies a database into a new file, while others read and write it.
  ///
  /// - Throws: ``ToolError`` if the copy's file is there; ``DatabaseError``; `CancellationError`.
  ///   Nothing is there then.
  package static func backup(
    _ path: String, to copy: String, _ progress: Progress
  ) async throws -> UpkeepReport {
    let file = try DatabaseFile(path)
    if FileFacts.exists(copy) { throw ToolError.use("\(copy) exists: a backup replaces no file") }
    try await file.database.backup(to: copy) { step in
      progress.begin(of: step.totalPages)
      progress.report(step.copiedPages)
    }
    let size = FileFacts.size(copy) ?? 0
    return UpkeepReport(
      words: "\(path) was copied to \(copy), \(size.byteSize)",
      members: [("copy", .text(copy)), ("size", .integer(size))])
  }

  /// Writes a database again, without its free pages: `VACUUM`.
  ///
  /// - Parameter copy: A new file that is written in its place; nil for the file itself.
  package static func compact(
    _ path: String, into copy: String?, _ progress: Progress = Progress()
  ) async throws -> UpkeepReport {
    let before = FileFacts.size(path) ?? 0
    if let copy {
      if FileFacts.exists(copy) { throw ToolError.use("\(copy) exists: no file is replaced") }
      let file = try DatabaseFile(path)
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
      let file = try DatabaseFile(path, writes: true)
      try await file.database.vacuum()
      // What a write-ahead log has is not in the file yet.
      try await file.database.checkpoint(.truncate)
      try await file.database.close()
    }
    let after = FileFacts.size(copy ?? path) ?? 0
    return UpkeepReport(
      words: "\(copy ?? path) has \(after.byteSize), and \(path) had \(before.byteSize)",
      members: [("before", .integer(before)), ("after", .integer(after))])
  }

  /// A connection that only reads can't copy a table with a CHECK and a virtual generated column by
  /// `VACUUM INTO`: SQLite 3.40 counts the column there. A backup has it, and is compacted itself.
  private static func writeCompactCopy(of file: DatabaseFile, to copy: String) async throws {
    do {
      try await file.database.vacuum(into: copy)
    } catch let error as DatabaseError where error.message.contains(bytes: "values were supplied") {
      FileFacts.remove(copy)
      try await file.database.backup(to: copy)
      let compact = try DatabaseFile(copy, writes: true)
      try await compact.database.vacuum()
      try await compact.database.checkpoint(.truncate)
      try await compact.database.close()
    }
  }

  /// Counts what SQLite's planner chooses indexes by, in all tables: `ANALYZE`.
  package static func optimize(
    _ path: String, _ progress: Progress = Progress()
  ) async throws -> UpkeepReport {
    let file = try DatabaseFile(path, writes: true)
    let schema = try await file.database.schema()
    // What its virtual tables keep their rows in has no indexes to choose.
    let names =
      schema.tables.map(\.name)
      + schema.unreadable.filter { $0.type.hasSameBytes(as: "table") }.map(\.name)
    let unknown = try await file.unknownCollations().orders
    let unsorted = Set(unknown.map { SQLName($0.table) })
    let count = try await file.running { handle in
      let db = Questions(handle)
      // SQLite reads all its numbers again after each statement.
      if names.count > manyTables, unsorted.isEmpty {
        _ = try db.rows("ANALYZE main")
        return (try? db.number("SELECT count(*) FROM sqlite_stat1")) ?? 0
      }
      // How long a table takes is in proportion to its rows, of which there are about as many.
      let tables = names.map { (name: $0, weight: db.rowCountGuess(of: $0)) }
      progress.begin(of: tables.reduce(0) { $0 + $1.weight })
      var done = 0
      for (table, weight) in tables where !unsorted.contains(SQLName(table)) {
        _ = try db.rows("ANALYZE main.\(table.quotedIdentifier)")
        done += weight
        progress.report(done)
      }
      // The table is there if any table has an index and rows.
      return (try? db.number("SELECT count(*) FROM sqlite_stat1")) ?? 0
    }
    try await file.database.close()
    let left = names.filter { unsorted.contains(SQLName($0)) }
    let words =
      left.isEmpty
      ? ""
      : "; not analyzed, because they use a collation that is not known here: "
        + left.joined(separator: ", ")
    return UpkeepReport(
      words: "the planner has statistics of "
        + "\(count == 1 ? "1 table or index" : "\(count) tables and indexes")" + words,
      members: [("known", .integer(count))]
        + (left.isEmpty ? [] : [("notCounted", .texts(left))]))
  }

  /// The number of tables above which all are counted by one statement, which shows no progress.
  private static let manyTables = 200
}

/// What was done to a database.
package struct UpkeepReport: Sendable {
  let words: String
  let members: [(name: String, value: JSONValue)]

  package var text: String { SafeText.line(words) + "\n" }
  package var json: JSONValue { .object(members) }
}

extension Questions {
  /// A number of rows that a table may have, found at once; 1 of one without rowids.
  fileprivate func rowCountGuess(of table: String) -> Int {
    let last = try? number("SELECT max(rowid) FROM main.\(table.quotedIdentifier)")
    return min(max(1, (last ?? nil) ?? 1), 1 << 40)
  }
}
