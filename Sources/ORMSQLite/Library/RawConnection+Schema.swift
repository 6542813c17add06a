import ORMCore

extension RawConnection {
  /// Makes SQLite read the current schema of the files.
  ///
  /// SQLite looks for a name in the schema that it read last. If it does not find the name, it
  /// checks whether the file has a newer schema, but not while another connection holds the lock:
  /// then it reports "no such table" (`schemaIsValid` in prepare.c).
  ///
  /// - Throws: ``DatabaseError``, also for a lock.
  func readSchemaAgain() throws {
    let databases = try texts("PRAGMA database_list").map { $0[1] }
    for name in databases where !name.isSameName(as: "temp") {
      // The statement runs only on the current schema of the file.
      try execute("SELECT 1 FROM \(name.quotedIdentifier).sqlite_master LIMIT 1")
    }
  }

  /// Whether to prepare a statement again that could not be prepared: its error may come from an
  /// old schema.
  ///
  /// - Throws: ``DatabaseError`` if another connection's lock prevents reading the schema.
  func hasReadSchemaAgain(after error: DatabaseError) throws -> Bool {
    // A syntax error does not depend on the schema.
    guard error.code == .error,
      error.message.contains(bytes: "no such") || error.message.contains(bytes: "has no column")
    else { return false }
    do {
      try readSchemaAgain()
      return true
    } catch var lock as DatabaseError where lock.isOfLock {
      lock.sql = error.sql
      throw lock
    } catch {
      return false
    }
  }
}
