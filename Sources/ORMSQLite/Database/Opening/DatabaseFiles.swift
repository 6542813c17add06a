#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import ORMCore

extension Database {
  /// Deletes the file of a database, with what SQLite keeps beside it: the write-ahead log, its
  /// index and a journal.
  ///
  /// ```swift
  /// try Database.delete(at: path)          // music.sqlite, music.sqlite-wal, -shm and -journal
  /// ```
  ///
  /// Close the database first. Who has it open, in this process or another, goes on with a file
  /// that has no name any more, and what is written there is lost; a database that is opened again
  /// at `path` may be damaged by it
  /// (<https://www.sqlite.org/howtocorrupt.html#_unlinking_or_renaming_a_database_file_while_in_use>).
  ///
  /// - Returns: whether there was a file at `path`.
  /// - Throws: ``DatabaseError`` with the code `cannotOpen` for a directory, and `inputOutput`
  ///   where a file can't be deleted.
  @discardableResult
  public static func delete(at path: String) throws -> Bool {
    try DatabaseError.checkHasNoNUL(path)
    let files = FileManager.default
    // SQLite follows links, and what it keeps lies beside the file that they lead to.
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

  /// Makes the folders, and looks whether the file can be opened as one that nobody changes.
  func prepareOpening(_ path: String) throws {
    if makesFolders && !onlyReads { Self.makeFolder(of: path) }
    if isImmutable && sizeOfFile(path + "-wal") > 0 {
      throw DatabaseError(
        extendedCode: .cannotOpen,
        message: "the file has a write-ahead log, which is not read where isImmutable is set",
        path: path)
    }
  }

  /// Makes the folders that the file is to lie in, for this user alone if they are new.
  static func makeFolder(of path: String) {
    // Characters: a path
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    // What hinders it is found out, and said, when the file is opened.
    try? FileManager.default.createDirectory(
      atPath: String(path[..<slash]), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
  }
}
