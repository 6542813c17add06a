import Foundation
import ORM

/// The Northwind sample database, which is not part of this package: 13 tables that were designed
/// elsewhere, with spaces in names, composite keys, NUMERIC and DATETIME columns and pictures.
enum NorthwindFile {
  /// Where the file is: what `NORTHWIND_DATABASE` says, or `shared/data` beside the package.
  static let path: String? = {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let beside = root.deletingLastPathComponent().appendingPathComponent(
      "shared/data/northwind.db")
    let path = ProcessInfo.processInfo.environment["NORTHWIND_DATABASE"] ?? beside.path
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }()

  /// A copy of the file in a folder of its own.
  static func copy(to folder: TemporaryFolder) throws -> Database {
    struct Missing: Error {}
    guard let path else { throw Missing() }
    try FileManager.default.copyItem(atPath: path, toPath: folder.file())
    // The original can't be written, and its copy would be alike.
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.file())
    return try Database(folder.file(), configuration: Configuration(readerCount: 2))
  }
}

/// The tables of ``NorthwindFile``, under the names that they have there.
enum Northwind {}
