import ORMCore
import ORMSQLite

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A database that a command was given.
package struct DatabaseFile: Sendable {
  package let path: String
  package let database: Database

  /// Opens a file that is there, and leaves it as it is: its journal, too.
  ///
  /// - Parameter writes: Whether the command may change it. If not, SQLite refuses whatever would.
  /// - Throws: ``ToolError`` if there is no such file; ``DatabaseError`` if it is no database.
  package init(_ path: String, writes: Bool = false) throws {
    var isFolder = false
    guard !path.isEmpty, FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw ToolError.use("there is no file \(path)")
    }
    if isFolder { throw ToolError.use("\(path) is a folder") }
    var configuration = Configuration(readerCount: 1)
    configuration.isReadOnly = !writes
    configuration.journalMode = nil
    self.path = path
    database = try Database(path, configuration: configuration)
  }

  /// Runs `body` on a connection, outside of a transaction, for statements that only read.
  package func reading<Result: Sendable>(
    _ body: @Sendable (Questions) throws -> Result
  ) async throws -> Result {
    try await database.reading { connection in
      try connection.withHandle { try body(Questions($0)) }
    }
  }

  /// Runs `body` on the connection that writes, if the file was opened for that.
  package func running<Result: Sendable>(
    _ body: @Sendable (OpaquePointer) throws -> Result
  ) async throws -> Result {
    try await database.writing { connection in try connection.withHandle { try body($0) } }
  }
}
