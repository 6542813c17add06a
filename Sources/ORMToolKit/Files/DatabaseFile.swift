import ORMCore
import ORMSQLite

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A database that a command was given.
package struct DatabaseFile: Sendable {
  package let path: String
  package let database: Database
  /// Whether there was no such file before.
  package let isNew: Bool
  let isReadOnly: Bool

  /// Opens a file that is there, and leaves it as it is: its journal, too.
  ///
  /// - Parameters:
  ///   - writes: Whether the command may change it. If not, SQLite refuses whatever would.
  ///   - creates: Whether a file that is not there is created.
  ///   - readsOldSchemas: Whether SQL may have texts in double quotes, as schemas of other programs
  ///     do.
  /// - Throws: ``ToolError`` if there is no such file; ``DatabaseError`` if it is no database.
  package init(
    _ path: String, writes: Bool = false, creates: Bool = false, readsOldSchemas: Bool = false
  )
    throws
  {
    var facts = stat()
    let isThere = stat(path, &facts) == 0
    guard !path.isEmpty, isThere || creates else {
      throw ToolError.use("there is no file \(path)")
    }
    isNew = !isThere
    if isThere {
      if facts.st_mode & S_IFMT == S_IFDIR { throw ToolError.use("\(path) is a folder") }
      // SQLite would wait for a program to write into a pipe.
      if facts.st_mode & S_IFMT != S_IFREG { throw ToolError.use("\(path) is not a regular file") }
    }
    var configuration = Configuration(readerCount: 1)
    configuration.isReadOnly = !writes
    configuration.journalMode = nil
    // Files of any size are worked on in a little memory.
    configuration.cacheSize = 6 << 20
    // As sqlite3 does. No function of the tool does more than compute a value.
    configuration.trustsSchema = true
    configuration.allowsDoubleQuotedStrings = readsOldSchemas
    configuration.allowsUnknownCollations = true
    self.path = path
    isReadOnly = !writes
    database = try Database(path, configuration: configuration)
  }

  /// A new database that is gone with this value, in a file that nobody else sees.
  package init(temporaryFor path: String) throws {
    var configuration = Configuration(readerCount: 1)
    configuration.cacheSize = 6 << 20
    configuration.trustsSchema = true
    self.path = path
    isNew = false
    isReadOnly = false
    database = try Database.temporary(configuration: configuration)
  }

  /// Closes a file that was created for a command that failed, and removes it.
  package func discard() async {
    guard isNew else { return }
    try? await database.close()
    for suffix in ["", "-wal", "-shm", "-journal"] {
      unlink(path + suffix)
    }
  }

  /// Runs `body` on a connection, outside of a transaction, for statements that only read.
  package func reading<Result: Sendable>(
    _ body: @Sendable (Questions) throws -> Result
  ) async throws -> Result {
    try await database.reading { connection in
      let collations = connection.unknownCollations
      return try connection.withHandle { try body(Questions($0, collations)) }
    }
  }

  /// Runs `body` on the connection that writes, if the file was opened for that.
  package func running<Result: Sendable>(
    _ body: @Sendable (OpaquePointer) throws -> Result
  ) async throws -> Result {
    try await database.writing { connection in
      do {
        return try connection.withHandle { try body($0) }
      } catch let error as DatabaseError {
        throw connection.unknownCollations?.explaining(error) ?? error
      }
    }
  }
}
