import ORMCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Database {
  /// Opens the file at `path`, and copies it from `seed` first if it does not exist.
  ///
  /// ```swift
  /// let (db, wasCopied) = try Database.open(copying: bundledPath, to: path)
  /// ```
  ///
  /// SQLite copies the seed, including the content of its write-ahead log
  /// (<https://www.sqlite.org/backup.html>). The copy is written next to `path` under another name
  /// and renamed when it is complete, so that an incomplete copy is never opened. If several tasks
  /// or processes open the same path at once, one makes the copy and all open it. Missing
  /// directories of `path` are created. The thread is blocked while the file is copied, which takes
  /// about a second for a few hundred megabytes.
  ///
  /// If the seed has a write-ahead log, because it is open or was not closed, its directory must be
  /// writable. An encrypted seed is copied with the key that ``Configuration/prepareConnection``
  /// sets, which is then the key of the copy.
  ///
  /// - Parameters:
  ///   - seed: The path of the file to copy. It is not read if there is a file at `path`.
  ///   - path: The path of the copy. An existing file is left unchanged.
  /// - Returns: The database, and whether this call made the copy.
  /// - Throws: ``DatabaseError`` with the seed's path if it is missing, empty, not a database or
  ///   locked for longer than the configuration waits; with the copy's path if it can't be written,
  ///   or if the log of an earlier database is there, which ``delete(at:)`` removes; the errors of
  ///   opening `path`. If the copy fails, there is no file at `path`.
  public static func open(
    copying seed: String, to path: String, configuration: Configuration = Configuration()
  ) throws -> (database: Database, wasCopied: Bool) {
    try DatabaseError.checkHasNoNUL(path)
    let wasCopied = try SeedCopy(seed: seed, path: path, configuration: configuration).make()
    return (try Database(path, configuration: configuration), wasCopied)
  }
}

/// The copy of a database to a path without a file.
private struct SeedCopy {
  let seed: String
  let path: String
  let configuration: Configuration
  private var files: FileManager { .default }

  init(seed: String, path: String, configuration: Configuration) {
    self.seed = seed
    self.path = path
    self.configuration = configuration
  }

  /// - Returns: False if there is a file already.
  func make() throws -> Bool {
    // Characters: a path
    if path.isEmpty || path == ":memory:" || files.fileExists(atPath: path) { return false }
    let source = try Seed(path: seed, configuration: configuration).open()
    for name in [path + "-wal", path + "-journal"] where files.fileExists(atPath: name) {
      // A program that created the file in the meantime created it before its log.
      if files.fileExists(atPath: path) { return false }
      throw DatabaseError(
        extendedCode: .cannotOpen,
        message: "a log or journal of an earlier database is at the destination: remove it with"
          + " Database.delete(at:)", path: name)
    }
    Configuration.makeFolder(of: path)
    let unfinished = "\(path).\(UUID().uuidString)"
    defer {
      for suffix in ["", "-wal", "-shm", "-journal"] {
        try? files.removeItem(atPath: unfinished + suffix)
      }
    }
    try copy(source, to: unfinished)
    return try name(unfinished)
  }

  private func copy(_ source: ConnectionHandle, to path: String) throws {
    do {
      let copy = try ConnectionHandle(path: path, for: .creating, vfs: configuration.vfs)
      try configuration.prepare(copy.pointer)
      try BackupCopy.copyAll(of: source.pointer, to: copy)
    } catch let error as DatabaseError {
      var error = error.explainingOpening(path, isReadOnly: false)
      error.path = self.path
      throw error
    }
  }

  /// Names the copy, unless the name is taken.
  private func name(_ unfinished: String) throws -> Bool {
    do {
      // A link never overwrites a file, unlike a rename.
      try files.linkItem(atPath: unfinished, toPath: path)
      return true
    } catch {
      if files.fileExists(atPath: path) { return false }
    }
    do {
      // Some file systems have no hard links.
      try files.moveItem(atPath: unfinished, toPath: path)
      return true
    } catch {
      if files.fileExists(atPath: path) { return false }
      throw DatabaseError(
        extendedCode: .cannotOpen, message: "the finished copy can't be renamed to this path",
        path: path)
    }
  }
}
