#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import ORMCore

extension DatabaseError {
  /// - Throws: ``DatabaseError`` if SQLite would read the path as something other than a file (a
  ///   database that is deleted when its connection is closed), or as another file.
  static func checkNamesFile(_ path: String) throws {
    try checkHasNoNUL(path)
    guard path.isEmpty || path == ":memory:" else { return }  // Characters: a path
    throw DatabaseError(
      extendedCode: .cannotOpen,
      message: "the path does not name a file",
      hint: "see Database.inMemory() and Database.temporary()", path: path)
  }

  /// - Throws: ``DatabaseError`` if the path contains a NUL: SQLite and the system would read only
  ///   the part before it.
  static func checkHasNoNUL(_ path: String) throws {
    guard path.hasNUL else { return }
    throw DatabaseError(
      extendedCode: .cannotOpen, message: "the path contains a NUL",
      path: path)
  }

  /// Returns the error with a message that explains why the file can't be opened, in place of
  /// SQLite's "unable to open database file".
  ///
  /// - Parameters:
  ///   - isReadOnly: Whether the file was opened read-only.
  ///   - makesFile: Whether a missing file would have been created. The default is `true`.
  func explainingOpening(
    _ path: String, isReadOnly: Bool, makesFile: Bool = true
  ) -> DatabaseError {
    var error = self
    error.path = path
    switch code {
    case .cannotOpen:
      error.explainCannotOpen(path, isReadOnly: isReadOnly, makesFile: makesFile)
    case .notADatabase:
      error.message = "the file is not a database, or it is encrypted"
    case .readOnly where isOfUnfinishedCommit:
      error.message =
        "a commit was left unfinished: open the file with a connection that can write; it rolls"
        + " the commit back when it reads"
    case .readOnly:
      error.message = "the file or its folder is not writable"
      error.hint = Self.readOnlyHint
    default: break
    }
    return error
  }

  private static let readOnlyHint = "set Configuration.isReadOnly to open it for reading"

  private mutating func explainCannotOpen(
    _ path: String, isReadOnly: Bool, makesFile: Bool
  ) {
    if path.hasNUL {
      message = "the path contains a NUL"
      return
    }
    let files = FileManager.default
    var isDirectory = false
    if files.fileExists(atPath: path, isDirectory: &isDirectory) {
      if isDirectory {
        extendedCode = .cannotOpenDirectory
        message = "the path is a directory, not a file"
      } else if !files.isReadableFile(atPath: path) {
        message = "the file can't be read: permission denied"
      } else if isReadOnly && !files.isWritableFile(atPath: path.folder) {
        message =
          "the file has a write-ahead log, and SQLite can't create the files that reading it needs"
        hint = "if no program writes to the file, set Configuration.isImmutable"
      } else if !isReadOnly && ![path, path.folder].allSatisfy(files.isWritableFile) {
        // Creating the write-ahead log failed.
        extendedCode = .readOnly
        message = "the file or its folder is not writable"
        hint = Self.readOnlyHint
      } else {
        message = "the file or its log can't be opened; the process may have too many files open"
      }
      return
    }
    let folder = path.folder
    var isFolder = false
    if !files.fileExists(atPath: folder, isDirectory: &isFolder) {
      message = "the folder \"\(folder)\" does not exist"
      if let file = path.fileAmongFolders { message = "\"\(file)\" is a file, not a folder" }
    } else if !isFolder {
      message = "\"\(folder)\" is a file, not a folder"
    } else if isReadOnly || !makesFile {
      message = "the file does not exist"
    } else if !files.isWritableFile(atPath: folder) {
      message = "the file does not exist, and its folder is not writable"
    } else {
      message = "the file does not exist and can't be created"
    }
  }
}

extension String {
  /// The path of the folder that holds the file at this path.
  private var parentPath: Substring {
    guard let slash = lastIndex(of: "/") else { return "." }  // Characters: a path
    return slash == startIndex ? "/" : self[..<slash]
  }

  fileprivate var folder: String { String(parentPath) }

  /// The part of the path that is a file but should be a folder.
  fileprivate var fileAmongFolders: String? {
    var part = folder
    while part != "." && part != "/" {  // Characters: a path
      var isDirectory = false
      if FileManager.default.fileExists(atPath: part, isDirectory: &isDirectory) {
        return isDirectory ? nil : part
      }
      part = part.folder
    }
    return nil
  }
}
