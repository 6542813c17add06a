import ORMCore

extension RawConnection {
  /// Makes SQLite read the current schema of the files.
  ///
  /// SQLite looks up a name in the schema that it read last. If it does not find the name, it
  /// checks whether the file has a newer schema, but not while another connection holds the lock:
  /// then it reports "no such table" (`schemaIsValid` in prepare.c).
  ///
  /// - Throws: ``DatabaseError``, including for a lock.
  func readSchemaAgain() throws {
    for name in try databaseNames() {
      // The statement runs only on the current schema of the file.
      try execute("SELECT 1 FROM \(name.quotedIdentifier).sqlite_master LIMIT 1")
    }
  }

  /// Returns the versions of the files' schemas.
  fileprivate func schemaVersions() throws -> [String?] {
    try databaseNames().map { name in
      try texts("PRAGMA \(name.quotedIdentifier).schema_version").first?.first
    }
  }

  private func databaseNames() throws -> [String] {
    try texts("PRAGMA database_list").map { $0[1] }.filter { !$0.isSameName(as: "temp") }
  }
}

/// The retries of preparing one statement, whose errors may come from an old schema.
///
/// SQLite itself prepares a statement twice. If other connections change the schema both times, it
/// reports `SQLITE_SCHEMA`, or a missing table.
struct StaleSchema {
  private var versions: [String?]?
  private var repetitions = 0

  /// Whether to prepare the statement again, on the current schema.
  ///
  /// - Throws: ``DatabaseError`` if another connection's lock prevents reading the schema.
  mutating func isRead(
    again connection: RawConnection, after error: DatabaseError
  ) throws -> Bool {
    // A syntax error does not depend on the schema.
    guard repetitions < 100,
      error.code == .schemaChanged
        || error.code == .error
          && (error.message.contains(bytes: "no such")
            || error.message.contains(bytes: "has no column"))
    else { return false }
    repetitions += 1
    do {
      try connection.readSchemaAgain()
      let current = try connection.schemaVersions()
      defer { versions = current }
      // Characters: numbers
      return error.code == .schemaChanged || versions != current
    } catch var lock as DatabaseError where lock.isOfLock {
      lock.sql = error.sql
      throw lock
    } catch {
      return false
    }
  }
}
