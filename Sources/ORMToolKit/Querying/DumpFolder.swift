import ORMCore
import ORMSQLite
import ORMSchema

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes a database as a folder: `schema.sql`, and a file of rows for each table.
package struct DumpFolder: Sendable {
  /// The name of the file with the schema.
  static let schemaFile = "schema.sql"

  private let path: String
  private let format: QueryFormat
  private let forms: DeclaredForms

  /// - Parameters:
  ///   - format: CSV, JSON or JSON lines.
  ///   - forms: The forms in which values are shown.
  package init(
    _ path: String, format: QueryFormat,
    forms: DeclaredForms = DeclaredForms(as: nil, findsJSON: true)
  ) {
    self.path = path
    self.format = format
    self.forms = forms
  }

  /// The contents of a folder that was written.
  package struct Report: Sendable {
    /// The names of the files.
    fileprivate(set) var files: [String] = []
    /// The number of files.
    package var fileCount: Int { files.count }
    /// The full-text indexes that store no text, whose rows are not in the folder.
    package var indexesWithoutText: [String] = []

    package var text: String {
      let lines = indexesWithoutText.map { name in
        "\(name) stores no text, so its rows are not in the folder: export SQL to keep them"
      }
      return (["\(fileCount.grouped) files were written"] + lines)
        .map { SafeText.line($0) + "\n" }.joined()
    }
  }

  /// Writes a consistent snapshot of the database into a new folder.
  ///
  /// A table without a key gets a column `rowid` if its rowids are not 1, 2, 3 and so on.
  ///
  /// - Throws: ``ToolError`` if the folder is not empty, or can't be written; ``DatabaseError``.
  ///   In these cases, no file is left.
  package func run(
    on file: DatabaseFile, _ progress: Progress = Progress()
  ) async throws -> Report {
    let isNew = try create()
    do {
      return try await file.running { try write(on: $0, besides: file.path, progress) }
    } catch {
      if isNew { FileFacts.removeFolder(path) }
      throw error
    }
  }

  private func write(
    on handle: OpaquePointer, besides database: String, _ progress: Progress
  ) throws -> Report {
    let db = Questions(handle)
    let collations = PlaceholderCollations(on: handle)
    defer { collations.end() }
    var report = Report()
    do {
      try db.inOneState {
        let shadows = try SourceFacts.shadowTables(on: handle)
        let virtual = try DumpedObject.virtualTables(db)
        report.indexesWithoutText = virtual.filter(\.storesNoText).map(\.name)
        var rows = 0
        let tables = try Self.tables(db, without: shadows)
        let formed = try forms(of: tables.map(\.name), on: handle)
        for table in tables {
          let name = Self.fileName(of: table.name, format.rawValue)
          try write(name, besides: database) { output in
            let sql = try table.selectSQL(db)
            let statement = try DynamicStatement(sql, on: handle)
            let names = statement.columnNames
            let forms = formed[SQLName(table.name)]
            var writer = try format.writer(names, names.map { forms?[SQLName($0)] }, to: output)
            while try statement.step() {
              try writer.write(statement)
              rows += 1
              progress.report(rows)
            }
            try writer.end()
          }
          report.files.append(name)
        }
        // An import refuses a folder without the schema. The schema is written last, so a killed
        // program leaves no folder that seems complete.
        try write(Self.schemaFile, besides: database) { output in
          var writer = try DumpWriter(handle, output)
          try writer.writeSchema(without: shadows)
        }
        report.files.append(Self.schemaFile)
      }
    } catch {
      for name in report.files { FileFacts.remove(path + "/" + name) }
      throw error
    }
    return report
  }

  /// The forms of the columns of all tables.
  private func forms(
    of tables: [String], on handle: OpaquePointer
  ) throws -> [SQLName: [SQLName: FormedColumn]] {
    let declared = format == .csv ? forms.withoutJSON() : forms
    if declared.isEmpty { return [:] }
    var formed: [SQLName: [SQLName: FormedColumn]] = [:]
    for table in try SourceFacts.schema(of: tables, on: handle).tables {
      formed[SQLName(table.name)] = declared.forms(of: table)
    }
    return formed
  }

  /// - Returns: Whether the folder is new.
  private func create() throws -> Bool {
    var isFolder = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
      guard isFolder else { throw ToolError.use("\(path) is not a folder") }
      let contents = try? FileManager.default.contentsOfDirectory(atPath: path)
      guard contents?.isEmpty ?? false else {
        throw ToolError.use("\(path) is not empty: the tables go into a new folder")
      }
      return false
    }
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw ToolError.use("the folder \(path) can't be created")
    }
    return true
  }

  private func write(
    _ name: String, besides database: String, _ body: (ByteOutput) throws -> Void
  ) throws {
    let file = try WrittenFile(path + "/" + name, besides: database)
    do {
      let output = file.output
      try body(output)
      try output.flush()
    } catch {
      file.discard()
      throw error
    }
    try file.finish()
  }

  /// The tables with a file of rows. A full-text index without its own content has no rows.
  static func tables(
    _ db: Questions, without shadows: Set<SQLName>
  ) throws -> [DumpedObject] {
    try DumpedObject.all(db).filter { object in
      switch object.kind {
      case .table: return !shadows.contains(SQLName(object.name))
      case .virtualTable: return object.virtualTable?.hasOwnRows ?? false
      case .index, .view, .trigger: return false
      }
    }
  }

  /// The name of a table's file. Bytes that a file system may not allow are escaped as `%2F`.
  static func fileName(of table: String, _ ending: String) -> String {
    var name: [UInt8] = []
    for (place, byte) in table.utf8.enumerated() {
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x5f, 0x2d, 0x20, 0x80...0xff: name.append(byte)
      case 0x2e where place > 0: name.append(byte)
      default: name += "%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8
      }
    }
    return String(decoding: name, as: UTF8.self) + "." + ending
  }
}

extension DumpedObject {
  private var entry: Schema.Entry {
    Schema.Entry(type: "table", name: name, table: name, sql: sql)
  }

  fileprivate var virtualTable: Schema.VirtualTable? {
    Schema(reading: [entry]).virtualTables.first
  }

  /// The query of a table's rows, in their order, with the rowids if the order of the rows does not
  /// determine them.
  fileprivate func selectSQL(_ db: Questions) throws -> String {
    let isTable = kind == .table
    let plain = "SELECT * FROM main.\(name.quotedIdentifier)"
    guard let rowID = try SourceFacts(name, on: db.handle)?.rowIDName,
      isTable || virtualTable?.isFullText ?? false
    else { return plain }
    // An index would return the rows in another order.
    let source = "main.\(name.quotedIdentifier)\(isTable ? " NOT INDEXED" : "")"
    let counts = try db.rows("SELECT count(*), min(\(rowID)), max(\(rowID)) FROM \(source)")[0]
    let isCounted = counts[0] == .integer(0) || counts[1] == .integer(1) && counts[2] == counts[0]
    // Without `AS`, the result's column would be named `rowid`, whichever of its names is selected.
    return "SELECT \(isCounted ? "" : "\(rowID) AS \(rowID), ")* FROM \(source)"
  }

  static func virtualTables(_ db: Questions) throws -> [Schema.VirtualTable] {
    try all(db).filter { $0.kind == .virtualTable }.compactMap(\.virtualTable)
  }
}

extension Schema.VirtualTable {
  var isFullText: Bool { ["fts3", "fts4", "fts5"].contains(name: module) }

  /// Whether the table has rows of its own, rather than rows that are derived from other tables.
  var hasOwnRows: Bool {
    let views = ["fts5vocab", "fts4aux", "fts3tokenize", "dbstat", "sqlite_stmt", "sqlite_dbpage"]
    return option("content") == nil && !views.contains(name: module)
  }

  /// Whether the table is a full-text index of another table's text.
  var isOfOtherTable: Bool { isFullText && !(option("content") ?? "").isEmpty }

  /// Whether the table is a full-text index without the text.
  var storesNoText: Bool { isFullText && option("content")?.isEmpty ?? false }
}
