#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DatabaseError {
  /// Says in words why the file can't be opened: SQLite's "unable to open database file" leaves
  /// that to be found out.
  func explainingOpening(_ path: String) -> DatabaseError {
    var error = self
    error.path = path
    switch code {
    case .cannotOpen:
      var isDirectory = false
      let folder = (path as String).deletingLastPathComponent
      if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) {
        if isDirectory {
          error.extendedCode = .cannotOpenDirectory
          error.message = "the path is a directory, not a file"
        } else {
          error.message = "the file can't be opened: permission denied"
        }
      } else if !folder.isEmpty && !FileManager.default.fileExists(atPath: folder) {
        error.message = "the folder \"\(folder)\" does not exist"
      } else {
        error.message = "the file does not exist or can't be made"
      }
    case .notADatabase:
      error.message = "the file is not a database, or it is encrypted"
    case .readOnly:
      error.message = "the file or its folder can't be written"
    default: break
    }
    return error
  }
}

extension String {
  /// The path of the folder that holds the file at this path; empty for a bare name.
  private var deletingLastPathComponentText: Substring {
    guard let slash = lastIndex(of: "/") else { return "" }
    return slash == startIndex ? "/" : self[..<slash]
  }

  fileprivate var deletingLastPathComponent: String { String(deletingLastPathComponentText) }
}
