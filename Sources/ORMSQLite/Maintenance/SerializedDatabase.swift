import ORMCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Connection {
  /// Returns the content of the database as bytes, which are those of a database file.
  ///
  /// In a transaction, the content includes its changes.
  ///
  /// - Throws: ``DatabaseError`` with the code ``ResultCode/outOfMemory`` if the content does not
  ///   fit into memory; `CancellationError`.
  public func serialized() throws -> Data {
    try checkCanPrepare()
    try Task.checkCancellation()
    return try DatabaseContent.data(of: handle)
  }
}

extension Database {
  /// Returns the content of the database as bytes, which are those of a database file.
  ///
  /// ```swift
  /// let bytes = try await db.serialized()
  /// let copy = try Database.inMemory(serialized: bytes)
  /// ```
  ///
  /// The bytes are a snapshot, with everything that was committed, even if it is still in the
  /// write-ahead log. All of them are in memory; to copy a large database into a file, use
  /// ``backup(to:pagesPerStep:progress:)``. The bytes of a database in which nothing was created
  /// are empty. See <https://www.sqlite.org/c3ref/serialize.html>.
  ///
  /// - Throws: ``DatabaseError`` with the code ``ResultCode/outOfMemory`` if the content does not
  ///   fit into memory; `CancellationError`; ``DeadlineError``.
  public func serialized() async throws -> Data { try await reading { try $0.serialized() } }

  /// Opens a new database in memory that begins with this content, and is deleted when the returned
  /// `Database` is released.
  ///
  /// ```swift
  /// let db = try Database.inMemory(serialized: Data(contentsOf: download))
  /// ```
  ///
  /// The bytes come from ``serialized()``, or from a database file that is closed: while it has a
  /// write-ahead log (`-wal`), the newest changes are only in the log. The bytes are copied, and
  /// the database can be changed and grow without a limit. Like every database in memory, it has no
  /// write-ahead log. Empty bytes are an empty database.
  ///
  /// - Throws: ``DatabaseError``: `notADatabase` if the bytes are not a database, or an encrypted
  ///   one; `corrupt` if they are damaged, which later calls may report too; `outOfMemory`.
  public static func inMemory(
    serialized content: Data, configuration: Configuration = Configuration()
  ) throws -> Database {
    try inMemory(configuration: configuration) { handle in
      try DatabaseContent.replace(of: handle.pointer, withFile: content)
    }
  }
}
