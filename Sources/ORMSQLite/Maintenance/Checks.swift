import ORMCore

/// A row whose foreign key refers to a row that does not exist.
public struct BrokenReference: Sendable, Hashable {  // Characters: what a check found
  /// The table that contains the row.
  public let table: String
  /// The row's rowid; nil in a table `WITHOUT ROWID`.
  public let rowID: Int64?
  /// The columns of the foreign key.
  public let columns: [String]
  /// The referenced table.
  public let parentTable: String

  /// Creates a broken reference.
  public init(table: String, rowID: Int64?, columns: [String], parentTable: String) {
    self.table = table
    self.rowID = rowID
    self.columns = columns
    self.parentTable = parentTable
  }
}

extension Database {
  /// Looks for damage in the file: inconsistent pages, rows without an index entry, values that a
  /// constraint forbids.
  ///
  /// The check uses its own connection, while other tasks read and write. In a database opened
  /// read-only, rows that violate a CHECK are not found, because SQLite does not evaluate CHECKs
  /// there.
  ///
  /// - Parameters:
  ///   - quick: Whether to skip the comparison of indexes with their tables: `PRAGMA quick_check`,
  ///     which is much faster than `PRAGMA integrity_check`. The default is `false`.
  ///   - limit: The maximum number of findings. The default is 100.
  /// - Returns: SQLite's messages; empty if nothing was found. See
  ///   <https://www.sqlite.org/pragma.html#pragma_integrity_check>.
  /// - Throws: ``DatabaseError`` if the damage prevents the check; `CancellationError` if the task
  ///   is cancelled.
  public func checkIntegrity(quick: Bool = false, limit: Int = 100) async throws -> [String] {
    let pragma = quick ? "quick_check" : "integrity_check"
    let findings = try await checking { connection in
      if let unknown = connection.unknownCollations {
        return try connection.withHandle { _ in
          try unknown.findings(of: pragma, limit: max(1, limit))
        }
      }
      let sql: SQL = "PRAGMA \(raw: "\(pragma)(\(max(1, limit)))")"
      return try connection.fetch(String.self, sql: sql)
    }
    return findings == ["ok"] ? [] : findings  // Characters: SQLite's own word
  }

  /// Runs a reading closure on a connection that evaluates CHECKs, if the file can be opened for
  /// writing.
  private func checking<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) async throws -> Result {
    // Without readers, the one connection also writes, so it evaluates CHECKs.
    if readers == nil { return try await reading(body) }
    // This throws if the database is closed.
    try await reading { try $0.checkOpen() }
    let connection = try await openConnection(.checker)
    return try await writers.waitingForLock { try await connection.runUnlessLocked(body) }
  }

  /// Looks for rows whose foreign keys refer to missing rows: `PRAGMA foreign_key_check`.
  ///
  /// Such rows can exist if foreign keys were not enforced, by another program or because of
  /// ``Configuration/enforcesForeignKeys``.
  ///
  /// - Returns: The broken references; empty if there are none. See
  ///   <https://www.sqlite.org/pragma.html#pragma_foreign_key_check>.
  /// - Throws: ``DatabaseError``, including if a foreign key refers to columns that are not a key.
  public func checkForeignKeys() async throws -> [BrokenReference] {
    try await checkKnownForeignKeys().broken
  }

  /// Looks for rows whose foreign keys refer to missing rows, as ``checkForeignKeys()`` does.
  ///
  /// - Returns: The broken references, and the tables that could not be checked because they refer
  ///   to keys with an unknown collation.
  package func checkKnownForeignKeys() async throws -> (
    broken: [BrokenReference], unchecked: [String]
  ) {
    try await read { db in
      guard let unknown = db.unknownCollations else { return (try db.brokenReferences(), []) }
      let tables = try db.fetch(
        String.self,
        sql: """
          SELECT name FROM main.sqlite_schema WHERE type = 'table' AND sql LIKE '%references%'
          """)
      var (broken, unchecked): ([BrokenReference], [String]) = ([], [])
      for table in tables {
        let pragma = "PRAGMA main.foreign_key_check(\(table.quotedIdentifier))"
        if try unknown.use(of: pragma).searched == nil {
          broken += try db.brokenReferences(of: table)
        } else {
          unchecked.append(table)
        }
      }
      return (broken, unchecked)
    }
  }
}

extension Connection {
  /// - Parameter table: The table whose foreign keys are checked; nil for all tables.
  fileprivate func brokenReferences(of table: String? = nil) throws -> [BrokenReference] {
    let findings = try fetch(
      Row.self,
      sql: """
        SELECT c."table", c.rowid, c.parent,
          (SELECT json_group_array("from") FROM (
            SELECT l."from" FROM pragma_foreign_key_list(c."table") l
            WHERE l.id = c.fkid ORDER BY l.seq)) AS columns
        FROM pragma_foreign_key_check(\(table)) c
        """)
    return try findings.map { row in
      BrokenReference(
        table: try row[0, as: String.self], rowID: try row[1, as: Int64?.self],
        columns: try row[3, as: JSON.Of<[String]>.self],
        parentTable: try row[2, as: String.self])
    }
  }
}
