import ORMCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file that a database is copied from.
struct Seed {
  let path: String
  let configuration: Configuration

  /// Opens the file for reading.
  ///
  /// - Throws: ``DatabaseError`` with the file's path if the file can't be read, is empty, or is
  ///   not a database.
  func open() throws -> ConnectionHandle {
    try DatabaseError.checkHasNoNUL(path)
    do {
      let handle = try ConnectionHandle(
        path: path, for: .reading, vfs: configuration.vfs,
        isImmutable: try isImmutable())
      try configuration.prepare(handle.pointer)
      let connection = RawConnection(handle.pointer)
      connection.setBusyTimeout(configuration.busyTimeout)
      // Opening has not looked into the file yet.
      try connection.execute("SELECT count(*) FROM sqlite_master")
      return handle
    } catch let error as DatabaseError {
      var error = error.explainingOpening(path, isReadOnly: true)
      error.sql = nil
      throw error
    }
  }

  /// Copies the file into an empty database.
  func copy(to destination: ConnectionHandle) throws {
    let source = try open()
    // The pointer alone does not keep the connection open.
    try withExtendedLifetime(source) {
      try BackupCopy.copyAll(of: source.pointer, to: destination)
    }
  }

  /// Whether the seed is opened as immutable: if it uses a write-ahead log but has none, SQLite
  /// would create one to read it.
  private func isImmutable() throws -> Bool {
    guard let content = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped) else {
      // Opening the file reports the reason that it can't be read.
      return false
    }
    if content.isEmpty {
      throw DatabaseError(extendedCode: .notADatabase, message: "", path: path)
    }
    let usesLocks =
      content.starts(with: "SQLite format 3\0".utf8) && content.dropFirst(18).first == 1
    let hasLog = ["-wal", "-journal"].contains { FileManager.default.fileExists(atPath: path + $0) }
    return !usesLocks && !hasLog
  }
}
