import ORMCore
import ORMSQLite

/// Recovers the readable rows of a damaged database into a new one.
///
/// The file is read page by page, without SQLite, which stops at the first damage. Rows that fit
/// no table go into a table `lost_and_found`, with their values as SQL literals.
package struct Recovery {
  private let db: Questions
  private let tree: BrokenTree
  private var report = RecoveryReport()
  private var lost: LostRows

  /// - Throws: ``ToolError`` if the copy exists, or no table can be found in the file;
  ///   ``DatabaseError`` if the copy can't be written; `CancellationError`. No copy is left then.
  package static func run(
    _ path: String, to copy: String, _ progress: Progress
  ) async throws -> RecoveryReport {
    guard FileFacts.exists(path) else { throw ToolError.use("there is no file \(path)") }
    if FileFacts.exists(copy) { throw ToolError.use("\(copy) exists, and is not replaced") }
    let file = try DatabaseFile(copy, writes: true, creates: true, readsOldSchemas: true)
    do {
      let report = try await file.running { handle in
        var recovery = Recovery(
          handle, BrokenTree(try BrokenFile(path), progress))
        return try recovery.run(path)
      }
      try await file.database.close()
      return report
    } catch {
      await file.discard()
      throw error
    }
  }

  private init(_ handle: OpaquePointer, _ tree: BrokenTree) {
    db = Questions(handle)
    self.tree = tree
    lost = LostRows(handle)
  }

  private mutating func run(_ path: String) throws -> RecoveryReport {
    let (objects, counters, statistics) = try objects()
    // An undamaged database may have no tables.
    guard !objects.isEmpty || tree.isWhole else {
      throw ToolError.data("no table of \(path) can be found")
    }
    let collations = PlaceholderCollations(on: db.handle)
    defer { collations.end() }
    for pragma in tree.settings { _ = try db.rows("PRAGMA \(pragma)") }
    // Rows may come before the rows that they refer to, some of which are lost.
    _ = try db.rows("PRAGMA foreign_keys = OFF")
    _ = try db.rows("PRAGMA ignore_check_constraints = ON")
    _ = try db.rows("BEGIN IMMEDIATE")
    for object in objects where object.kind == .table { try fill(object) }
    if let counters { try restoreCounters(from: counters) }
    // The planner's statistics are not recovered; orm optimize creates them again.
    for root in statistics { try tree.readRows(from: root) { _ in } }
    try tree.strays { try lost.add(nil, $0) }
    // Views come before triggers, which may be on views.
    for kind in [Object.Kind.index, .view, .trigger] {
      for object in objects where object.kind == kind { create(object) }
    }
    _ = try db.rows("COMMIT")
    try add(objects.filter { $0.kind == .virtualTable })
    report.collations = collations.names
    report.lostRows = lost.count
    report.brokenPages = tree.brokenPages
    report.brokenRows = tree.brokenRows
    report.isRolledBack = tree.journal != nil
    report.hasBrokenJournal = tree.journal?.isDamaged ?? false
    return report
  }

  // MARK: - The schema

  private struct Object {
    enum Kind: String { case table, index, view, trigger, virtualTable }

    let name: String
    let kind: Kind
    let root: Int
    let sql: String
  }

  /// Adds virtual tables directly to the schema. Their rows are in shadow tables, which were filled
  /// before; CREATE VIRTUAL TABLE would create these again, empty. See
  /// <https://www.sqlite.org/vtab.html#xshadowname>.
  private mutating func add(_ tables: [Object]) throws {
    if tables.isEmpty { return }
    db.allowWritingSchema(true)
    defer { db.allowWritingSchema(false) }
    for table in tables { try add(table) }
    let shadows = try db.rows("PRAGMA main.table_list").filter { $0[2] == .text("shadow") }
      .compactMap { $0[1].text }
    report.tables.removeAll { shadows.contains(name: $0.name) }
    for table in tables {
      let sql = "SELECT count(*) FROM main.\(table.name.quotedIdentifier)"
      // The tool may lack the module.
      guard let count = try? db.number(sql) else { continue }
      report.tables.append((table.name, count))
    }
  }

  /// Adds a virtual table to the schema, unless SQLite can't read the schema with it.
  private mutating func add(_ table: Object) throws {
    let words = Array(SQLTokens(table.sql).lazy.filter { !$0.isBlank }.prefix(3))
    guard words.count == 3, words[0].isKeyword("CREATE"), words[1].isKeyword("VIRTUAL"),
      words[2].isKeyword("TABLE")
    else {
      report.failures.append("\(table.name): its SQL does not create a virtual table")
      return
    }
    _ = try db.rows("PRAGMA writable_schema = ON")
    _ = try db.rows(
      """
      INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql)
      VALUES ('table', ?1, ?1, 0, ?2)
      """, .text(table.name), .text(table.sql))
    do {
      _ = try db.rows("PRAGMA writable_schema = RESET")
      _ = try db.rows("SELECT count(*) FROM sqlite_schema")
    } catch let error as DatabaseError {
      report.failures.append("\(table.name): \(SafeText.line("\(error)"))")
      _ = try db.rows("PRAGMA writable_schema = ON")
      let sql = "DELETE FROM sqlite_schema WHERE rootpage = 0 AND name = ?1 AND type = 'table'"
      _ = try db.rows(sql, .text(table.name))
      _ = try db.rows("PRAGMA writable_schema = RESET")
    }
  }

  /// Restores the counters of AUTOINCREMENT, so that no key is used twice.
  private func restoreCounters(from root: Int) throws {
    // The table exists if a table with a counter does.
    guard (try? db.rows("SELECT 1 FROM sqlite_sequence")) != nil else { return }
    let tables = Set(report.tables.map { SQLName($0.name) })
    // `sqlite_sequence` has no index on its names, so the counters are collected first.
    var counters: [SQLName: (name: String, last: Int)] = [:]
    func add(_ name: String, _ last: Int) {
      let known = counters[SQLName(name)]
      counters[SQLName(name)] = (known?.name ?? name, max(known?.last ?? last, last))
    }
    for row in try db.rows("SELECT name, seq FROM sqlite_sequence") {
      if let name = row[0].text, let last = row[1].number { add(name, last) }
    }
    try tree.readRows(from: root) { row in
      guard row.values.count == 2, let name = row.values[0].text, let last = row.values[1].number,
        tables.contains(SQLName(name))
      else { return }
      add(name, last)
    }
    _ = try db.rows("DELETE FROM sqlite_sequence")
    for (name, last) in counters.values {
      _ = try db.rows(
        "INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)", .text(name),
        .integer(Int64(last)))
    }
  }

  /// Reads the schema of the file: from its first page, or if that is damaged, from any page that
  /// looks like it.
  ///
  /// - Returns: The objects, and the root pages of SQLite's own tables: the counters of
  ///   AUTOINCREMENT, and the statistics of `ANALYZE`.
  private func objects() throws -> ([Object], counters: Int?, statistics: [Int]) {
    var found: [Object] = []
    var counters: Int?
    var statistics: [Int] = []
    func look(at row: BrokenTree.Row) {
      if let object = Self.object(row) { found.append(object) }
      guard row.values.count == 5, let name = row.values[1].text,
        let root = row.values[3].number, root > 1
      else { return }
      if name.isSameName(as: "sqlite_sequence") { counters = root }
      if name.loweredInASCII.utf8.starts(with: "sqlite_stat".utf8) { statistics.append(root) }
    }
    try tree.readRows(from: 1, look)
    if found.isEmpty { try tree.strays(look) }
    var taken: Set<SQLName> = []
    return (found.filter { taken.insert(SQLName($0.name)).inserted }, counters, statistics)
  }

  private static func object(_ row: BrokenTree.Row) -> Object? {
    guard row.values.count == 5, let type = row.values[0].text, let name = row.values[1].text,
      let root = row.values[3].number, let sql = row.values[4].text,
      !name.loweredInASCII.utf8.starts(with: "sqlite_".utf8),
      let kind = Object.Kind(rawValue: type.loweredInASCII), kind != .virtualTable
    else { return nil }
    // A virtual table has no rows itself: its module keeps them in shadow tables.
    let isVirtual = kind == .table && root == 0
    return Object(name: name, kind: isVirtual ? .virtualTable : kind, root: root, sql: sql)
  }

  private mutating func create(_ object: Object) {
    do {
      _ = try db.rows(object.sql)
    } catch {
      report.failures.append("\(object.name): \(SafeText.line("\(error)"))")
    }
  }

  // MARK: - Rows

  private mutating func fill(_ object: Object) throws {
    create(object)
    guard let target = try SourceFacts(object.name, on: db.handle), !target.isView else {
      return try tree.readRows(from: object.root) { try lost.add(object.name, $0) }
    }
    var writer = RecoveredRows(target, on: db.handle)
    try tree.readRows(from: object.root) { row in
      if try !writer.insert(row) { try lost.add(object.name, row) }
    }
    report.tables.append((target.name, writer.count))
  }
}

/// Writes the rows of a tree into their table.
private struct RecoveredRows {
  private let target: SourceFacts
  /// The columns in the order of a row's values.
  private let stored: [SourceFacts.Column]
  private let handle: OpaquePointer
  private var statements: [Int: Statement] = [:]
  private(set) var count = 0

  private final class Statement {
    let statement: DynamicStatement
    init(_ sql: String, on handle: OpaquePointer) throws {
      statement = try DynamicStatement(sql, on: handle)
    }
  }

  init(_ target: SourceFacts, on handle: OpaquePointer) {
    self.target = target
    self.handle = handle
    let columns = target.columns.filter(\.isStored)
    // In a table without rowids, the key comes first.
    let keys = columns.filter { $0.keyPosition > 0 }.sorted { $0.keyPosition < $1.keyPosition }
    stored = target.isWithoutRowID ? keys + columns.filter { $0.keyPosition == 0 } : columns
  }

  /// - Returns: false if the table refuses the row.
  mutating func insert(_ row: BrokenTree.Row) throws -> Bool {
    guard row.values.count <= stored.count, (row.rowID == nil) == target.isWithoutRowID else {
      return false
    }
    let given = stored.indices.filter { $0 < row.values.count && !stored[$0].isGenerated }
    let statement = try statement(given, row.values.count)
    for (place, column) in given.enumerated() {
      let isKey = stored[column].isRowID
      let value = isKey ? row.rowID.map(SQLValue.integer) ?? .null : row.values[column]
      try statement.statement.bind(value, at: place + 1)
    }
    if let rowID = row.rowID, namesRowID {
      try statement.statement.bind(.integer(rowID), at: given.count + 1)
    }
    do {
      try statement.statement.run()
      count += 1
      return true
    } catch let error as DatabaseError
      where [.constraint, .mismatch].contains(error.extendedCode.primary)
    {
      return false
    }
  }

  private var namesRowID: Bool {
    target.hasRowIDs && !target.columns.contains(where: \.isRowID)
  }

  private mutating func statement(_ given: [Int], _ width: Int) throws -> Statement {
    if let known = statements[width] { return known }
    var names = given.map { stored[$0].name.quotedIdentifier }
    if namesRowID { names.append("rowid") }
    let values = names.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    let table = "main.\(target.name.quotedIdentifier)"
    let sql =
      names.isEmpty
      ? "INSERT INTO \(table) DEFAULT VALUES"
      : "INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(values))"
    let statement = try Statement(sql, on: handle)
    statements[width] = statement
    return statement
  }
}

/// The table of rows that fit no table.
private struct LostRows {
  private let handle: OpaquePointer
  private(set) var count = 0

  init(_ handle: OpaquePointer) { self.handle = handle }

  mutating func add(_ table: String?, _ row: BrokenTree.Row) throws {
    let db = Questions(handle)
    if count == 0 {
      _ = try db.rows(
        """
        CREATE TABLE IF NOT EXISTS lost_and_found
          ("table" TEXT, page INTEGER, "rowid" INTEGER, "values" TEXT)
        """)
    }
    let values = row.values.map(\.literal).joined(separator: ", ")
    _ = try db.rows(
      #"INSERT INTO lost_and_found ("table", page, "rowid", "values") VALUES (?1, ?2, ?3, ?4)"#,
      table.map(SQLValue.text) ?? .null, .integer(Int64(row.page)),
      row.rowID.map(SQLValue.integer) ?? .null, .text("(\(values))"))
    count += 1
  }
}
