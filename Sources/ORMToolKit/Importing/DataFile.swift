import ORMCore

/// A file of CSV or of JSON lines that is asked like a database: its rows are a table with the
/// name of the file, which is also called `data`.
package enum DataFile {
  /// The database of the rows; nil if the file's name does not say that it has some.
  ///
  /// - Throws: ``ToolError`` if a row is not like the first one.
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

  /// The name of the file without its folder and its ending.
  static func name(of path: String) -> String {
    let last = path.utf8.split(separator: 0x2f).last.map { String(Substring($0)) } ?? ""
    guard let dot = last.utf8.lastIndex(of: 0x2e), dot != last.startIndex else { return "data" }
    let name = String(last[..<dot])
    // A name that SQLite keeps for itself.
    return name.loweredInASCII.utf8.starts(with: "sqlite_".utf8) ? "data" : name
  }
}
