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
    if FileFacts.exists(copy) { throw ToolError.use("\(copy) is there: a backup replaces nothing") }
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
  package static func compact(_ path: String, into copy: String?) async throws -> UpkeepReport {
    let before = FileFacts.size(path) ?? 0
    if let copy {
      if FileFacts.exists(copy) { throw ToolError.use("\(copy) is there: nothing is replaced") }
      let file = try DatabaseFile(path)
      do {
        try await file.database.vacuum(into: copy)
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

  /// Counts what SQLite's planner chooses indexes by, in all tables: `ANALYZE`.
  package static func optimize(_ path: String) async throws -> UpkeepReport {
    let file = try DatabaseFile(path, writes: true)
    let count = try await file.running { handle in
      let db = Questions(handle)
      _ = try db.rows("ANALYZE")
      // The table is there if any table has an index and rows.
      return (try? db.number("SELECT count(*) FROM sqlite_stat1")) ?? 0
    }
    try await file.database.close()
    return UpkeepReport(
      words: "the planner knows \(count == 1 ? "1 table or index" : "\(count) tables and indexes")",
      members: [("known", .integer(count))])
  }
}

/// What was done to a database.
package struct UpkeepReport: Sendable {
  let words: String
  let members: [(name: String, value: JSONValue)]

  package var text: String { SafeText.line(words) + "\n" }
  package var json: JSONValue { .object(members) }
}
