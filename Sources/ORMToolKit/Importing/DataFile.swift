import ORMCore

/// A CSV or JSON file that is queried like a database: its rows are in a table with the name of
/// the file, which can also be read as the view `data`.
package enum DataFile {
  /// Imports the rows into a temporary database; returns nil if the ending of the file is not one
  /// of these formats.
  ///
  /// - Throws: ``ToolError`` if a row does not match the first one.
  package static func open(_ path: String, _ progress: Progress) async throws -> DatabaseFile? {
    guard let format = ImportFormat(path: path) else { return nil }
    let file = try DatabaseFile(temporaryFor: path)
    let table = name(of: path)
    _ = try await Import(format).run(path, into: table, of: file, progress)
    if !table.isSameName(as: "data") {
      try await file.running { handle in
        _ = try Questions(handle).rows(
          "CREATE VIEW data AS SELECT * FROM \(table.quotedIdentifier)")
      }
    }
    return file
  }

  /// The name of the file without its folder and ending.
  static func name(of path: String) -> String {
    let last = path.utf8.split(separator: 0x2f).last.map { String(Substring($0)) } ?? ""
    guard let dot = last.utf8.lastIndex(of: 0x2e), dot != last.startIndex else { return "data" }
    let name = String(last[..<dot])
    // SQLite reserves these names.
    return name.loweredInASCII.utf8.starts(with: "sqlite_".utf8) ? "data" : name
  }
}
