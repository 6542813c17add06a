import ORMCore
import ORMSQLite

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Creates a new database from the output of `orm export --all`: an SQL file or a folder.
package struct Restoring: Sendable {
  private let path: String
  private let forms: DeclaredForms

  /// - Parameters:
  ///   - path: The file or the folder.
  ///   - forms: The forms of the values in a folder's files.
  package init(
    _ path: String, forms: DeclaredForms = DeclaredForms(as: nil, findsJSON: true)
  ) {
    self.path = path
    self.forms = forms
  }

  /// Creates the database.
  ///
  /// - Parameter errors: The output for errors in an SQL file.
  /// - Returns: The number of tables.
  /// - Throws: ``ToolError`` if the database has tables; ``ShellFailure`` after an error in SQL. A
  ///   new file is removed then.
  package func run(
    intoFile database: String, errors: ByteOutput, _ progress: Progress = Progress()
  ) async throws -> RestoringReport {
    var isFolder = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw ToolError.use("there is no file \(path)")
    }
    let file = try DatabaseFile(database, writes: true, creates: true, readsOldSchemas: true)
    do {
      try await check(file)
      var report = RestoringReport(path: file.path)
      if isFolder {
        try await restoreFolder(file, errors, progress, &report)
      } else {
        report.collations = try await runScript(file, errors)
      }
      report.tableCount = try await tableCount(file)
      try await file.database.close()
      return report
    } catch {
      await file.discard()
      throw error
    }
  }

  private func check(_ file: DatabaseFile) async throws {
    let isEmpty = try await file.running { try SourceFacts.entries(on: $0).isEmpty }
    guard isEmpty else {
      throw ToolError.use("\(file.path) has tables: --all is for a new database")
    }
  }

  private func tableCount(_ file: DatabaseFile) async throws -> Int {
    try await file.reading { db in
      let shadows = try SourceFacts.shadowTables(on: db.handle)
      return try DumpedObject.all(db).count {
        ($0.kind == .table || $0.kind == .virtualTable) && !shadows.contains(SQLName($0.name))
      }
    }
  }

  // MARK: - SQL

  /// - Returns: The collations of the program that the tool lacks.
  private func runScript(
    _ file: DatabaseFile, _ errors: ByteOutput
  ) async throws -> [String] {
    let (code, collations) = try await file.running { handle in
      let db = Questions(handle)
      db.allowWritingSchema(true)
      defer { db.allowWritingSchema(false) }
      let collations = PlaceholderCollations(on: handle)
      defer { collations.end() }
      let session = Self.session(file.path, handle, errors)
      var script = try Script(path)
      try script.run(on: session)
      try session.end()
      return (session.code, collations.names)
    }
    if code != 0 { throw ShellFailure(code: code) }
    return collations
  }

  private static func session(
    _ path: String, _ handle: OpaquePointer, _ errors: ByteOutput
  ) -> ShellSession {
    let nothing = ByteOutput { _ in }
    let options = ShellSession.Options(path: path, writes: true, takesCommands: false)
    let session = ShellSession(
      options, on: Statements(handle, nil), to: nothing, errors: errors)
    session.stopsAtErrors = true
    return session
  }

  // MARK: - A folder

  private func restoreFolder(
    _ file: DatabaseFile, _ errors: ByteOutput, _ progress: Progress,
    _ report: inout RestoringReport
  ) async throws {
    let schema = path + "/" + DumpFolder.schemaFile
    guard let data = FileManager.default.contents(atPath: schema),
      let text = String(validating: data, as: UTF8.self)
    else { throw ToolError.use("\(path) has no \(DumpFolder.schemaFile) in UTF-8") }
    let statements = Self.statements(text)
    report.collations = try await run(statements.filter { !$0.waitsForRows }, on: file, errors)
    let tables = try await file.reading { db in
      try DumpFolder.tables(db, without: SourceFacts.shadowTables(on: db.handle)).map(\.name)
    }
    for table in tables {
      let files = [ImportFormat.csv, .json, .jsonl].map { format in
        (format, path + "/" + DumpFolder.fileName(of: table, format.rawValue))
      }
      guard let (format, data) = files.first(where: { FileFacts.exists($0.1) }) else {
        report.tablesWithoutFile.append(table)
        continue
      }
      var rows = Import(format)
      (rows.isAsWritten, rows.forms) = (true, forms)
      rows.checksReferences = false
      rows.hasRowIDs = Self.beginsWithRowID(data)
      // An exported row may be as long as SQLite allows.
      rows.rowLimit = 1 << 30
      _ = try await rows.run(data, into: table, of: file, progress)
    }
    report.collations += try await run(statements.filter(\.waitsForRows), on: file, errors)
    report.unfilledIndexes = try await file.running { try Self.fillIndexes(Questions($0)) }
  }

  /// Whether the first column of a file is the rowid.
  private static func beginsWithRowID(_ path: String) -> Bool {
    // JSON has brackets and a quote before the name.
    let start = FileFacts.start(of: path, count: 32) ?? []
    let name = start.drop { !($0 >= 0x61 && $0 <= 0x7a || $0 == 0x5f) }
    return ["rowid", "_rowid_", "oid"].contains { name.starts(with: $0.utf8) }
  }

  /// Fills the full-text indexes of other tables' text.
  private static func fillIndexes(_ db: Questions) throws -> [String] {
    try DumpedObject.virtualTables(db).compactMap { table in
      if table.storesNoText { return "\(table.name): it stores no text" }
      guard table.isOfOtherTable else { return nil }
      let name = table.name.quotedIdentifier
      do {
        _ = try db.rows("INSERT INTO main.\(name) (\(name)) VALUES ('rebuild')")
        return nil
      } catch let error as DatabaseError {
        return "\(table.name): \(error.message)"
      }
    }
  }

  /// - Returns: The collations of the program that the tool lacks. Placeholders stay registered.
  private func run(
    _ statements: [String], on file: DatabaseFile, _ errors: ByteOutput
  ) async throws -> [String] {
    let (code, collations) = try await file.running { handle in
      let collations = PlaceholderCollations(on: handle)
      defer { collations.end() }
      let session = Self.session(file.path, handle, errors)
      for statement in statements where session.code == 0 {
        try session.run(Array(statement.utf8))
      }
      try session.end()
      return (session.code, collations.names)
    }
    if code != 0 { throw ShellFailure(code: code) }
    return collations
  }

  private static func statements(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    var (scanner, statements, place) = (StatementScanner(), [String](), 0)
    while let end = scanner.end(in: bytes[place...]) {
      statements.append(String(decoding: bytes[place..<end], as: UTF8.self))
      place = end
      scanner = StatementScanner()
    }
    return statements
  }
}

extension String {
  /// Whether a statement of a schema runs after the rows were imported: then an index is built
  /// faster, and triggers do not fire for the rows.
  fileprivate var waitsForRows: Bool {
    let words = Array(SQLTokens(self).lazy.filter { !$0.isBlank }.prefix(2))
    guard words.count == 2 else { return false }
    if words[0].isKeyword("PRAGMA") { return false }
    guard words[0].isKeyword("CREATE") else {
      // The counters of AUTOINCREMENT are set later, but the table that creates them is dropped at
      // once.
      return !words[0].isKeyword("DROP")
    }
    return !words[1].isKeyword("TABLE") && !words[1].isKeyword("VIRTUAL")
  }
}

/// The report of a restored dump.
package struct RestoringReport: Sendable {
  let path: String
  package fileprivate(set) var tableCount = 0
  /// The collations of the program that the tool lacks: the indexes that use them are in the wrong
  /// order.
  package var collations: [String] = []
  /// The full-text indexes that are empty, each with the reason.
  package var unfilledIndexes: [String] = []
  /// The tables that are empty because the folder has no file with their rows.
  package var tablesWithoutFile: [String] = []

  package var text: String {
    let tables = tableCount == 1 ? "1 table" : "\(tableCount.grouped) tables"
    let lines = collations.map { name in
      "the program has to run REINDEX \(name.quotedIdentifier): orm lacks the collation"
    }
    let indexes = unfilledIndexes.map { "the full-text index is empty: \($0)" }
    let empty = tablesWithoutFile.map { "\($0) is empty: the folder has no file with its rows" }
    return (["\(path) was created with \(tables)"] + lines + indexes + empty)
      .map { SafeText.line($0) + "\n" }.joined()
  }

  package var json: JSONValue {
    .object([
      ("database", .text(path)), ("tables", .integer(tableCount)),
      ("collations", .texts(collations)), ("emptyIndexes", .texts(unfilledIndexes)),
      ("tablesWithoutFile", .texts(tablesWithoutFile)),
    ])
  }
}
