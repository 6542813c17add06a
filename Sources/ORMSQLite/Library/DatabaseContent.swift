import CSQLite
import ORMCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The content of a database file as bytes; see <https://www.sqlite.org/c3ref/serialize.html>.
package enum DatabaseContent {
  /// Returns the bytes of a connection's main database; empty if nothing was created in it.
  ///
  /// - Throws: ``DatabaseError`` if there is no memory for them.
  package static func read(of connection: OpaquePointer) throws -> [UInt8] {
    try withBytes(of: connection) { Array($0) }
  }

  /// Returns the bytes of a connection's main database; empty if nothing was created in it.
  ///
  /// - Throws: ``DatabaseError`` if there is no memory for them.
  static func data(of connection: OpaquePointer) throws -> Data {
    try withBytes(of: connection) { Data($0) }
  }

  private static func withBytes<Result>(
    of connection: OpaquePointer, _ body: (UnsafeRawBufferPointer) -> Result
  ) throws -> Result {
    var size: sqlite3_int64 = 0
    guard let bytes = sqlite3_serialize(connection, "main", &size, 0) else {
      // A database in which nothing was created has no pages.
      if size == 0 { return body(UnsafeRawBufferPointer(start: nil, count: 0)) }
      throw outOfMemory
    }
    defer { sqlite3_free(bytes) }
    return body(UnsafeRawBufferPointer(start: bytes, count: Int(size)))
  }

  /// Replaces the content of an in-memory database with these bytes; see
  /// <https://www.sqlite.org/c3ref/deserialize.html>.
  ///
  /// - Throws: ``DatabaseError`` if there is no memory for them, or the connection is in use.
  package static func replace(of connection: OpaquePointer, with content: [UInt8]) throws {
    try content.withUnsafeBytes { try replace(of: connection, with: $0) }
  }

  /// Replaces the content of an in-memory database with the bytes of a database file.
  ///
  /// - Throws: ``DatabaseError``, including if the bytes are not a database.
  static func replace(of connection: OpaquePointer, withFile content: Data) throws {
    try content.withUnsafeBytes { try replace(of: connection, with: $0) }
    guard !content.isEmpty else { return }
    // By default, a database from bytes does not grow beyond 1 GiB.
    var limit = sqlite3_int64.max
    sqlite3_file_control(connection, "main", SQLITE_FCNTL_SIZE_LIMIT, &limit)
    do {
      try RawConnection(connection).readSchemaAgain()
    } catch var error as DatabaseError {
      error.sql = nil
      throw error
    }
  }

  private static func replace(
    of connection: OpaquePointer, with content: UnsafeRawBufferPointer
  ) throws {
    if content.isEmpty { return }
    let size = sqlite3_int64(content.count)
    guard let memory = sqlite3_malloc64(sqlite3_uint64(content.count)) else { throw outOfMemory }
    let copy = UnsafeMutableRawBufferPointer(start: memory, count: content.count)
    copy.copyBytes(from: content)
    // A database in memory has no write-ahead log, and SQLite would not open one that uses it
    // (<https://www.sqlite.org/fileformat2.html#file_format_version_numbers>).
    if content.count > 19, copy[18] == 2, copy[19] == 2 {
      copy[18] = 1
      copy[19] = 1
    }
    let flags = SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE
    // SQLite frees the memory, even if it fails.
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
