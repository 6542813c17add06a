import ORMCore

/// A row that refers to one that is not there.
public struct BrokenReference: Sendable, Hashable {  // Characters: what a check found
  /// The table that refers.
  public let table: String
  /// The row's rowid; nil in a table `WITHOUT ROWID`.
  public let rowID: Int64?
  /// The columns that refer.
  public let columns: [String]
  /// The table that is referred to.
  public let parentTable: String

  /// A reference of a row.
  public init(table: String, rowID: Int64?, columns: [String], parentTable: String) {
    self.table = table
    self.rowID = rowID
    self.columns = columns
    self.parentTable = parentTable
  }
}

extension Database {
  /// Looks for damage in the file: pages that do not fit together, rows without their entry in an
  /// index, values that a constraint forbids.
  ///
  /// It reads by a connection of its own, beside all that others read and write. Rows that break a
  /// CHECK are not found in a database that was opened read-only: SQLite knows no CHECKs there.
  ///
  /// - Parameters:
  ///   - quick: Whether indexes are not compared with their tables: `PRAGMA quick_check`, which
  ///     takes much less time than `PRAGMA integrity_check`.
  ///   - limit: How many findings are enough.
  /// - Returns: what was found, in SQLite's words; nothing where all is well. See
  ///   <https://www.sqlite.org/pragma.html#pragma_integrity_check>.
  /// - Throws: ``DatabaseError`` where the damage keeps even that from being told;
  ///   `CancellationError`.
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

  /// Runs `body`, which reads, on a connection whose schema has the CHECKs, if the file can be
  /// opened for writing.
  private func checking<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) async throws -> Result {
    // One that also writes knows them.
    if readers == nil { return try await reading(body) }
    // A database that was closed checks nothing, either.
    try await reading { try $0.checkOpen() }
    let connection = try await openConnection(.checker)
    return try await writers.waitingForLock { try await connection.runUnlessLocked(body) }
  }

  /// Looks for rows that refer to none: `PRAGMA foreign_key_check`.
  ///
  /// There can be some where foreign keys were not enforced, by another program or by
  /// ``Configuration/enforcesForeignKeys``.
  ///
  /// - Returns: each such reference; nothing where all is well. See
  ///   <https://www.sqlite.org/pragma.html#pragma_foreign_key_check>.
  /// - Throws: ``DatabaseError``, also where a table refers to columns that are no key.
  public func checkForeignKeys() async throws -> [BrokenReference] {
    try await checkKnownForeignKeys().broken
  }

  /// Looks for rows that refer to none, as ``checkForeignKeys()`` does.
  ///
  /// - Returns: each such reference, and the tables whose rows refer to keys in the order of a
  ///   collation that is not known, so that they can't be looked for.
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
  /// - Parameter table: The table that refers; nil for all tables.
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
