import ORMCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Database {
  /// Opens the file at `path`, which is a copy of `seed` if there was no file before.
  ///
  /// ```swift
  /// let (db, wasCopied) = try Database.open(copying: bundledPath, to: path)
  /// ```
  ///
  /// The copy is SQLite's own (<https://www.sqlite.org/backup.html>): what is in the seed's
  /// write-ahead log is in it. It grows beside `path` under another name and takes its own when it
  /// is whole, so that no one ever opens half of it. Of several tasks or processes that open the
  /// same path at once, one makes the copy and all open it. The folders of `path` are made. The
  /// thread waits for the copy, a second for some hundred megabytes.
  ///
  /// A seed that a connection has open with a write-ahead log, or that was left with one, needs a
  /// folder that can be written. An encrypted seed is copied with the key of
  /// ``Configuration/prepareConnection``, which is that of the copy then.
  ///
  /// - Parameters:
  ///   - seed: The path of the file to copy. It is not looked at if there is a file at `path`.
  ///   - path: Where the copy goes. A file that is there is left as it is.
  /// - Returns: the database, and whether the copy was made by this call.
  /// - Throws: ``DatabaseError`` with the seed's path if it is missing, empty, not a database or
  ///   locked for longer than the configuration waits, and with the copy's if that can't be
  ///   written, or if the log of an earlier database lies there, which ``delete(at:)`` removes;
  ///   what opening `path` throws. Nothing is at `path` where the copy failed.
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

  /// - Returns: false if there is a file already.
  func make() throws -> Bool {
    // Characters: a path
    if path.isEmpty || path == ":memory:" || files.fileExists(atPath: path) { return false }
    let source = try Seed(path: seed, configuration: configuration).open()
    for name in [path + "-wal", path + "-journal"] where files.fileExists(atPath: name) {
      // Who made the file in the meantime made it before its log.
      if files.fileExists(atPath: path) { return false }
      throw DatabaseError(
        extendedCode: .cannotOpen,
        message: "the log of an earlier database would be taken for the copy's", path: name)
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

  /// Gives the copy its name, which no one else has taken.
  private func name(_ unfinished: String) throws -> Bool {
    do {
      // A second name overwrites nothing, unlike a new one.
      try files.linkItem(atPath: unfinished, toPath: path)
      return true
    } catch {
      if files.fileExists(atPath: path) { return false }
    }
    do {
      // Some file systems have no second names.
      try files.moveItem(atPath: unfinished, toPath: path)
      return true
    } catch {
      if files.fileExists(atPath: path) { return false }
      throw DatabaseError(
        extendedCode: .cannotOpen, message: "the finished copy can't be given its name", path: path)
    }
  }
}
