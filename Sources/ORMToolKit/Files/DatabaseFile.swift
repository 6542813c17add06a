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
  /// Whether the file did not exist before.
  package let isNew: Bool
  let isReadOnly: Bool

  /// Opens a database without changing its journal mode.
  ///
  /// - Parameters:
  ///   - writes: Whether the command may change the database. If not, SQLite refuses each write.
  ///   - creates: Whether to create the file if it does not exist.
  ///   - readsOldSchemas: Whether SQL may have strings in double quotes, as in schemas of other
  ///     programs.
  ///   - advice: The end of the error message if the file does not exist.
  /// - Throws: ``ToolError`` if there is no such file; ``DatabaseError`` if it is not a database.
  package init(
    _ path: String, writes: Bool = false, creates: Bool = false, readsOldSchemas: Bool = false,
    ifMissing advice: String = ""
  ) throws {
    var facts = stat()
    let isThere = stat(path, &facts) == 0
    guard !path.isEmpty, isThere || creates else {
      throw ToolError.use("there is no file \(path)\(advice)")
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
    // Files of any size are processed with little memory.
    configuration.cacheSize = 6 << 20
    // As in `sqlite3`. The functions of the tool have no side effects.
    configuration.trustedSchema = true
    configuration.allowsDoubleQuotedStrings = readsOldSchemas
    configuration.allowsUnknownCollations = true
    self.path = path
    isReadOnly = !writes
    database = try Database(path, configuration: configuration)
  }

  /// Creates a temporary database in a private file, which is deleted with this value.
  package init(temporaryFor path: String) throws {
    var configuration = Configuration(readerCount: 1)
    configuration.cacheSize = 6 << 20
    configuration.trustedSchema = true
    self.path = path
    isNew = false
    isReadOnly = false
    database = try Database.temporary(configuration: configuration)
  }

  /// Closes and removes a file that was created for a command that failed.
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

  /// Runs `body` on the writer connection, if the file was opened for writing.
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
