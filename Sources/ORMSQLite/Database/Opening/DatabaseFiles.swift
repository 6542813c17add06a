#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import ORMCore

extension Database {
  /// Deletes the file of a database, and the files that SQLite keeps next to it: the write-ahead
  /// log, its index and a journal.
  ///
  /// ```swift
  /// try Database.delete(at: path)          // music.sqlite, music.sqlite-wal, -shm and -journal
  /// ```
  ///
  /// Close the database first. A connection that has it open, in this process or another, continues
  /// with a file that no longer has a name, and its writes are lost. It may also damage a database
  /// that is opened at `path` later
  /// (<https://www.sqlite.org/howtocorrupt.html#_unlinking_or_renaming_a_database_file_while_in_use>).
  ///
  /// - Returns: Whether there was a file at `path`.
  /// - Throws: ``DatabaseError`` with the code `cannotOpen` for a directory, and `inputOutput` if a
  ///   file can't be deleted.
  @discardableResult
  public static func delete(at path: String) throws -> Bool {
    try DatabaseError.checkHasNoNUL(path)
    let files = FileManager.default
    // SQLite follows links, and keeps its other files next to the link's target.
    let target = URL(filePath: path).resolvingSymlinksInPath().path
    var isDirectory = false
    let exists = files.fileExists(atPath: target, isDirectory: &isDirectory)
    if isDirectory {
      throw DatabaseError(
        extendedCode: .cannotOpenDirectory, message: "the path is a directory, not a file",
        path: path)
    }
    // The file goes first: SQLite and `open(copying:to:)` recognize a log without one as a
    // remnant.
    for name in [target] + ["-wal", "-journal", "-shm"].map({ target + $0 }) + [path] {
      do {
        try files.removeItem(atPath: name)
      } catch let error as CocoaError where error.code == .fileNoSuchFile {
        continue
      } catch {
        throw DatabaseError(
          extendedCode: .inputOutput, message: "the file can't be deleted", path: name)
      }
    }
    return exists
  }
}

extension Configuration {
  /// Whether nothing is written.
  var onlyReads: Bool { isReadOnly || isImmutable }

  /// Creates missing directories, and checks whether the file can be opened as immutable.
  func prepareOpening(_ path: String) throws {
    if createsDirectories && !onlyReads { Self.makeFolder(of: path) }
    if isImmutable && sizeOfFile(path + "-wal") > 0 {
      throw DatabaseError(
        extendedCode: .cannotOpen,
        message: "the file has a write-ahead log, which can't be read with isImmutable: move it"
          + " into the file with checkpoint(.truncate)",
        path: path)
    }
  }

  /// Creates missing directories of a file's path, with access for the user only.
  static func makeFolder(of path: String) {
    // Characters: a path
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    // If this fails, opening the file reports the reason.
    try? FileManager.default.createDirectory(
      atPath: String(path[..<slash]), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
  }
}
