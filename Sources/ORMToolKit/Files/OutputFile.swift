#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file that a command writes.
package struct OutputFile: Sendable {
  private let path: String

  package init(_ path: String) { self.path = path }

  /// Writes a text, in place of what the file had.
  ///
  /// It appears at once: a reader never sees a part of it.
  ///
  /// - Throws: ``ToolError`` if the file is the database, or can't be written.
  package func write(_ text: String, besides database: DatabaseFile) throws {
    try write(text, besides: database.path)
  }

  /// Writes a text, in place of what the file had.
  ///
  /// - Throws: ``ToolError`` if the file is the one that was read, or can't be written.
  package func write(_ text: String, besides read: String) throws {
    let url = URL(filePath: path).resolvingSymlinksInPath()
    guard url != URL(filePath: read).resolvingSymlinksInPath() else {
      throw ToolError.use("\(path) is the file that is read: it would be lost")
    }
    let folder = url.deletingLastPathComponent().path
    guard FileManager.default.fileExists(atPath: folder) else {
      throw ToolError.use("\(path) can't be written: there is no folder \(folder)")
    }
    do {
      try Data(text.utf8).write(to: url, options: .atomic)
    } catch {
      throw ToolError.use("\(path) can't be written")
    }
  }
}
