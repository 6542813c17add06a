import ORMCore
import ORMSQLite
import ORMSchema

/// Checks the files of steps before they run: for lost data, long locks, and places to fill in.
///
/// A line `-- orm: accepted NAME, NAME` in a file makes its findings of these names notes. Errors
/// can't be accepted.
package struct StepLint {
  /// The tables and their columns when the next file runs.
  private var tables: [SQLName: [String]] = [:]
  /// The sizes of tables; empty if there is no database.
  private let sizes: [SQLName: TableSize]
  /// The size of the database in bytes; nil if there is none.
  private let fileSize: Int?
  private var findings: [Finding] = []

  package struct TableSize: Sendable {
    let rows: Int
    /// Nil if SQLite can't report it.
    let bytes: Int?
  }

  /// - Parameter schema: The schema before the first file runs.
  init(_ schema: Schema, sizes: [SQLName: TableSize] = [:], fileSize: Int? = nil) {
    for table in schema.tables { tables[SQLName(table.name)] = table.columns.map(\.name) }
    self.sizes = sizes
    self.fileSize = fileSize
  }

  /// The findings of one file.
  static func findings(of sql: String, named name: String, in schema: Schema) -> [Finding] {
    var lint = Self(schema)
    lint.read(sql, named: name)
    return lint.findings
  }

  /// The findings of a folder: of all files, or of those that have not run in a database, taking
  /// the sizes of its tables into account.
  ///
  /// - Throws: ``StepError`` if the files don't continue those that have run; ``DatabaseError``.
  package static func findings(
    of folder: StepFolder, in file: DatabaseFile? = nil
  ) async throws -> [Finding] {
    let steps = folder.migrations.steps
    guard let file else {
      var lint = Self(Schema())
      for step in steps { lint.read(step.sql ?? "", named: step.name + ".sql") }
      return lint.findings
    }
    let pending = try await file.database.pendingSteps(of: folder.migrations)
    let schema = try await file.database.schema()
    var sizes: [SQLName: TableSize] = [:]
    for (table, rows, bytes) in try await file.database.tableSizes(of: schema.tables.map(\.name)) {
      sizes[SQLName(table)] = TableSize(rows: rows, bytes: bytes)
    }
    var lint = Self(schema, sizes: sizes, fileSize: FileFacts.size(file.path).map { Int($0) })
    for step in steps where pending.contains(where: { $0.hasSameBytes(as: step.name) }) {
      lint.read(step.sql ?? "", named: step.name + ".sql")
    }
    return lint.findings
  }

  /// Returns the first place of a file that is not filled in, with its line; nil if there is none.
  static func openPlace(in sql: String) -> String? {
    StepStatement.all(in: sql).lazy.compactMap { statement in
      statement.tokens.first(where: \.isOpenPlace).map { "\($0.unquoted), line \(statement.line)" }
    }.first
  }

  // MARK: - One file

  private mutating func read(_ sql: String, named name: String) {
    let statements = StepStatement.all(in: sql)
    let accepted = StepMarks.accepted(in: sql)
    let isOutside = StepMarks.isOutsideOfTransaction(sql)
    let effects = statements.map { $0.isTemporary ? .other : $0.effect }
    let known = findings.count
    for (place, statement) in statements.enumerated() {
      let file = "\(name):\(statement.line)"
      for token in statement.tokens where token.isOpenPlace {
        add(
          "unfilled-place", .error, file,
          "\(token.unquoted): the file fails here until the place is filled in",
          cure: "write an expression of the old row, or create the file again with --fill or"
            + " --convert")
      }
      read(
        effects[place], before: effects[(place + 1)...], after: effects[..<place], file, isOutside)
    }
    for place in findings.indices.dropFirst(known)
    where findings[place].severity != .error
      && accepted.contains(where: { $0.hasSameBytes(as: findings[place].name) })
    {
      let old = findings[place]
      findings[place] = Finding(
        old.name, .note, of: old.object, old.words + " (accepted)", cure: nil)
    }
  }

  private mutating func add(
    _ name: String, _ severity: Finding.Severity, _ file: String, _ words: String,
    cure: String? = nil
  ) {
    findings.append(Finding(name, severity, of: file, words, cure: cure))
  }

  private mutating func read(
    _ effect: StepStatement.Effect, before later: ArraySlice<StepStatement.Effect>,
    after earlier: ArraySlice<StepStatement.Effect>, _ file: String, _ isOutside: Bool
  ) {
    switch effect {
    case .createsTable(let table, let columns): tables[SQLName(table)] = columns
    case .drops("TABLE", let table): dropTable(table, later, earlier, file)
    case .drops(let kind, let name):
      if later.contains(where: { $0.creates(kind, name) }) { return }
      add("dropped-object", .note, file, "the \(kind.loweredWord) \(name) is dropped")
    case .renamesTable(let table, let name):
      tables[SQLName(name)] = tables.removeValue(forKey: SQLName(table))
    case .addsColumn(let table, let column): tables[SQLName(table), default: []].append(column)
    case .dropsColumn(let table, let column):
      tables[SQLName(table)]?.removeAll { $0.isSameName(as: column) }
      add(
        "dropped-column", .warning, file,
        "column \(column) of \(table) is dropped with its values")
      addTime("column \(column) is dropped", of: table, file)
    case .renamesColumn(let table, let old, let new):
      tables[SQLName(table)] = tables[SQLName(table)]?.map { $0.isSameName(as: old) ? new : $0 }
    case .creates("INDEX", let name, let table?):
      addTime("the index \(name) is built", of: table, file)
    case .deletes(let table, let isAll):
      if Schema.isOfMigrations(table) { return }
      add(
        isAll ? "deletes-all-rows" : "deletes-rows", isAll ? .warning : .note, file,
        "\(isAll ? "all" : "some") rows of \(table) are deleted")
    case .updates(let table, true):
      if Schema.isOfMigrations(table) { return }
      addTime("all rows are updated", of: table, file)
    case .vacuums:
      if !isOutside {
        add(
          "needs-mark", .error, file, "VACUUM does not run in a transaction",
          cure: "begin the file with the line -- orm: outside of a transaction")
      }
      if let fileSize { addTime("the file is rebuilt", rows: nil, bytes: fileSize, file) }
    case .transaction(let word):
      add("refused", .error, file, "\(word) is not allowed in a step", cure: "leave it out")
    case .sets(let name) where name.isSameName(as: "foreign_keys"):
      add(
        "refused", .error, file, "PRAGMA foreign_keys is refused in a step",
        cure: "leave it out: foreign keys are off while a step runs, and checked when it ends")
    case .sets(let name)
    where !isOutside
      && (name.isSameName(as: "journal_mode") || name.isSameName(as: "page_size")):
      add(
        "needs-mark", .error, file, "PRAGMA \(name) has no effect in a transaction",
        cure: "begin the file with the line -- orm: outside of a transaction")
    default: return
    }
  }

  /// Adds the findings of a dropped table: it is dropped for good, or rebuilt.
  private mutating func dropTable(
    _ table: String, _ later: ArraySlice<StepStatement.Effect>,
    _ earlier: ArraySlice<StepStatement.Effect>, _ file: String
  ) {
    let columns = tables.removeValue(forKey: SQLName(table)) ?? []
    // In a rebuild, the copy is later renamed to the table.
    let copy = later.lazy.compactMap { effect -> String? in
      if case .renamesTable(let from, let to) = effect, to.isSameName(as: table) { return from }
      return nil
    }.first
    let isNew = earlier.contains { effect in
      if case .createsTable(let name, _) = effect { return name.isSameName(as: table) }
      return false
    }
    guard let copy else {
      if !later.contains(where: { $0.creates("TABLE", table) }), !isNew {
        add("dropped-table", .warning, file, "the table \(table) is dropped with its rows")
        addTime("it is dropped", of: table, file)
      }
      return
    }
    addTime("it is rebuilt, and its rows are copied", of: table, file)
    let new = tables[SQLName(copy)] ?? []
    if new.contains(name: "*") { return }
    let read = earlier.flatMap { effect -> [String] in
      if case .copies(_, let words) = effect, words.contains(name: table) { return words }
      return []
    }
    for column in columns where !new.contains(name: column) && !read.contains(name: column) {
      add(
        "lost-column", .warning, file,
        "column \(column) of \(table) is lost: the new table does not have it")
    }
  }

  // MARK: - Time

  /// The assumed number of bytes copied in a second; see `MigrationPlan.duration`.
  private static let bytesInSecond = 40_000_000

  private mutating func addTime(_ words: String, of table: String, _ file: String) {
    guard let size = sizes[SQLName(table)] else {
      // Without a database, only the kind of work is known.
      if sizes.isEmpty, fileSize == nil {
        add(
          "locks", .note, file,
          "\(table): \(words), which takes longer the more rows there are; until it is done, no"
            + " other connection can write")
      }
      return
    }
    addTime("\(table): \(words)", rows: size.rows, bytes: size.bytes, file)
  }

  private mutating func addTime(_ words: String, rows: Int?, bytes: Int?, _ file: String) {
    let seconds = (bytes ?? 0) / Self.bytesInSecond
    let size = [rows.map { "\($0) rows" }, bytes?.byteSize].compactMap(\.self)
      .joined(separator: ", ")
    let time = seconds < 1 ? "less than a second" : "about \(seconds) s"
    add(
      seconds < 1 ? "locks" : "slow", seconds < 1 ? .note : .warning, file,
      "\(words) (\(size)): \(bytes == nil ? "" : time + ", while ")no other connection can write")
  }
}

extension StepStatement.Effect {
  fileprivate func creates(_ kind: String, _ name: String) -> Bool {
    switch self {
    case .createsTable(let other, _):
      kind.hasSameBytes(as: "TABLE") && other.isSameName(as: name)
    case .creates(let other, let made, _):
      kind.hasSameBytes(as: other) && made.isSameName(as: name)
    default: false
    }
  }
}

extension SQLToken {
  /// Whether the token is a place to fill in, left by `new-migration`.
  fileprivate var isOpenPlace: Bool {
    kind == .quotedName && text.utf8.starts(with: "`FILL IN ".utf8)
  }
}

extension String {
  fileprivate var loweredWord: String {
    String(decoding: utf8.map(\.loweredInASCII), as: UTF8.self)
  }
}

extension CheckReport {
  /// Creates a report of findings about the files of steps.
  package init(ofSteps findings: [Finding]) { self.init(findings: findings) }
}
