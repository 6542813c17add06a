import ORMCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file that a database is made a copy of.
struct Seed {
  let path: String
  let configuration: Configuration

  /// Opens it to be read.
  ///
  /// - Throws: ``DatabaseError`` with its path, also if it is empty or no database.
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

  /// Makes a database, which is empty, a copy of the file.
  func copy(to destination: ConnectionHandle) throws {
    let source = try open()
    // The pointer does not keep it open.
    try withExtendedLifetime(source) {
      try BackupCopy.copyAll(of: source.pointer, to: destination)
    }
  }

  /// Whether the seed is read as a file that nobody changes: one that uses a write-ahead log and
  /// has none, beside which SQLite would make one to read it.
  private func isImmutable() throws -> Bool {
    guard let content = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped) else {
      // Why it can't be read is said by what opens it.
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
