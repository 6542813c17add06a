import CSQLite
import ORMCore

/// The content of a database file as bytes; see <https://www.sqlite.org/c3ref/serialize.html>.
package enum DatabaseContent {
  /// Returns the bytes of a connection's main database; empty if nothing was created in it.
  ///
  /// - Throws: ``DatabaseError`` if there is no memory for them.
  package static func read(of connection: OpaquePointer) throws -> [UInt8] {
    var size: sqlite3_int64 = 0
    guard let bytes = sqlite3_serialize(connection, "main", &size, 0) else {
      // A database in which nothing was created has no pages.
      if size == 0 { return [] }
      throw outOfMemory
    }
    defer { sqlite3_free(bytes) }
    return Array(UnsafeRawBufferPointer(start: bytes, count: Int(size)))
  }

  /// Replaces the content of an in-memory database with these bytes; see
  /// <https://www.sqlite.org/c3ref/deserialize.html>.
  ///
  /// - Throws: ``DatabaseError`` if there is no memory for them, or the connection is in use.
  package static func replace(of connection: OpaquePointer, with content: [UInt8]) throws {
    if content.isEmpty { return }
    let size = sqlite3_int64(content.count)
    guard let memory = sqlite3_malloc64(sqlite3_uint64(content.count)) else { throw outOfMemory }
    UnsafeMutableRawBufferPointer(start: memory, count: content.count).copyBytes(from: content)
    let flags = SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE
    // SQLite frees the memory, also if it fails.
    let code = sqlite3_deserialize(
      connection, "main", memory.assumingMemoryBound(to: UInt8.self), size, size, UInt32(flags))
    guard code == SQLITE_OK else {
      throw DatabaseError(
        extendedCode: ResultCode(rawValue: code), message: "the database can't be copied")
    }
  }

  private static var outOfMemory: DatabaseError {
    DatabaseError(extendedCode: .outOfMemory, message: "no memory for a copy of the database")
  }
}
