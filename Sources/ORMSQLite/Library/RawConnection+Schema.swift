import ORMCore

extension RawConnection {
  /// Has SQLite read the schema that the files have now.
  ///
  /// SQLite looks for a name in the schema that it read last. If it does not find it, it asks the
  /// file whether there is a newer schema, but not while another connection holds the lock: it says
  /// "no such table" then (`schemaIsValid` in prepare.c).
  ///
  /// - Throws: ``DatabaseError``, of a lock too.
  func readSchemaAgain() throws {
    let databases = try texts("PRAGMA database_list").map { $0[1] }
    for name in databases where !name.isSameName(as: "temp") {
      // It runs only on the schema that the file has.
      try execute("SELECT 1 FROM \(name.quotedIdentifier).sqlite_master LIMIT 1")
    }
  }

  /// Whether a statement that could not be prepared should be prepared again: its error may come
  /// from an old schema.
  ///
  /// - Throws: ``DatabaseError`` if another connection's lock keeps the schema from being read.
  func hasReadSchemaAgain(after error: DatabaseError) throws -> Bool {
    // Of a mistake in the text, the schema says nothing.
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
