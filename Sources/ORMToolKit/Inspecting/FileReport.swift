import ORMCore
import ORMSQLite
import ORMSchema

/// A report about a database: its file, its tables with their row counts and sizes, its views and
/// triggers.
package struct FileReport: Sendable {
  /// A table of the report.
  package struct Table: Sendable {
    package let name: String
    /// `table`, the module of a virtual table, or `shadow` for a shadow table.
    package let kind: String
    /// The number of rows; nil if they can't be counted, for the reason ``problem``.
    package var rows: Int?
    /// The size of its pages in bytes, without its indexes; nil if SQLite was built without
    /// `dbstat`, and for a virtual table.
    package let size: Int?
    package let indexSize: Int?
    package let columns: Int?
    package let references: [String]
    package var problem: String?
  }

  package let path: String
  package let settings: [(name: String, value: SQLValue)]
  package let size: Int
  package let freeSize: Int
  package let tables: [Table]
  package let views: [String]
  package let triggers: [(name: String, table: String)]
  package let unreadable: [String]
  /// The collations that only the program of the database has.
  package let unknownCollations: [String]

  /// Reads the report. The rows of each table are counted.
  ///
  /// - Parameter shadows: Whether to list the shadow tables of virtual tables. The default is
  ///   false.
  /// - Throws: ``DatabaseError`` if not even the schema can be read.
  package static func read(_ file: DatabaseFile, shadows: Bool = false) async throws -> Self {
    let schema = try await file.database.schema()
    let path = file.path
    let (unknown, _) = try await file.unknownCollations()
    return try await file.reading { db in
      let sizes = try? db.objectSizes()
      var tables: [Table] = []
      for table in schema.tables {
        let indexes = schema.indexes(of: table.name).map(\.name) + db.keyIndexes(of: table.name)
        tables.append(
          Table(
            name: table.name, kind: "table", size: sizes.map { $0[SQLName(table.name)] ?? 0 },
            indexSize: sizes.map { sizes in
              indexes.reduce(0) { $0 + (sizes[SQLName($1)] ?? 0) }
            },
            columns: table.columns.count, references: table.references.map(\.table)))
      }
      for table in schema.virtualTables {
        tables.append(
          Table(
            name: table.name, kind: table.module, size: nil, indexSize: nil, columns: nil,
            references: []))
      }
      if shadows {
        let names = try SourceFacts.shadowTables(on: db.handle).map(\.text)
        for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
          tables.append(
            Table(
              name: name, kind: "shadow", size: sizes.map { $0[SQLName(name)] ?? 0 },
              indexSize: nil, columns: nil, references: []))
        }
      }
      for place in tables.indices {
        try tables[place].count(with: db)
      }
      let pageSize = try db.number("PRAGMA page_size") ?? 0
      return FileReport(
        path: path,
        settings: try db.settings(
          "page_size", "journal_mode", "encoding", "user_version", "application_id"),
        size: pageSize * (try db.number("PRAGMA page_count") ?? 0),
        freeSize: pageSize * (try db.number("PRAGMA freelist_count") ?? 0),
        tables: tables, views: schema.views.map(\.name),
        triggers: schema.triggers.map { ($0.name, $0.table) },
        unreadable: schema.unreadable.map { "\($0)" }, unknownCollations: unknown)
    }
  }
}

extension FileReport.Table {
  /// The note about a virtual table or a shadow table.
  fileprivate var origin: String {
    kind.isSameName(as: "shadow") ? "of a virtual table" : "by \(kind)"
  }

  /// Counts the rows. An error is recorded as the table's problem.
  fileprivate mutating func count(with db: Questions) throws {
    do {
      rows = try db.number("SELECT count(*) FROM main.\(name.quotedIdentifier)")
    } catch let error as DatabaseError {
      problem = error.message
    }
  }
}

extension Questions {
  /// The bytes of each table and index.
  ///
  /// - Throws: ``DatabaseError`` if SQLite was built without `dbstat`.
  func objectSizes() throws -> [SQLName: Int] {
    let rows = try rows("SELECT name, pgsize FROM dbstat('main', 1)")
    return Dictionary(
      rows.compactMap { row in
        guard let name = row[0].text, let size = row[1].number else { return nil }
        return (SQLName(name), size)
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The names of the indexes that SQLite made for keys.
  func keyIndexes(of table: String) -> [String] {
    let list = (try? rows("PRAGMA main.index_list(\(table.quotedIdentifier))")) ?? []
    return list.filter { $0[3].text != "c" }.compactMap { $0[1].text }
  }

  fileprivate func settings(_ names: String...) throws -> [(name: String, value: SQLValue)] {
    try names.map { ($0, try rows("PRAGMA main.\($0)").first?.first ?? .null) }
  }
}

// MARK: - As text and as JSON

extension FileReport {
  /// For people to read.
  package func text(_ style: Style) -> String {
    var facts = [size.byteSize]
    if freeSize > 0 { facts.append("\(freeSize.byteSize) of it free") }
    facts += settings.compactMap { setting in
      if case .integer(0) = setting.value { return nil }
      let name = String(decoding: setting.name.utf8.map { $0 == 0x5f ? 0x20 : $0 }, as: UTF8.self)
      return "\(name) \(SafeText.line(setting.value.shown()))"
    }
    var parts = [style.bold(SafeText.line(path)) + "\n" + style.dim(facts.joined(separator: ", "))]
    if !tables.isEmpty { parts.append(tableText(style)) }
    if !views.isEmpty {
      parts.append("views: " + views.map(SafeText.line).joined(separator: ", "))
    }
    if !triggers.isEmpty {
      let list = triggers.map { "\(SafeText.line($0.name)) of \(SafeText.line($0.table))" }
      parts.append("triggers: " + list.joined(separator: ", "))
    }
    if !unknownCollations.isEmpty {
      parts.append(SafeText.line(UnknownCollations.words(unknownCollations)))
    }
    parts += unreadable.map { style.red("can't be read: ") + SafeText.line($0) }
    if tables.isEmpty && views.isEmpty && unreadable.isEmpty { parts.append("no tables") }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private func tableText(_ style: Style) -> String {
    var table = TextTable([
      ("table", .left), ("rows", .right), ("size", .right), ("indexes", .right),
      ("columns", .right), ("refers to", .left),
    ])
    for line in tables {
      let isPlain = line.kind == "table"  // Characters: a word of this type
      table.add([
        line.name, line.rows?.grouped ?? "?", line.size?.byteSize ?? "",
        line.indexSize.map { $0 == 0 ? "" : $0.byteSize } ?? "",
        line.columns.map(String.init) ?? "",
        line.problem ?? (isPlain ? line.references.joined(separator: ", ") : line.origin),
      ])
    }
    return table.text(style)
  }

  package var json: JSONValue {
    .object([
      ("path", .text(path)), ("size", .integer(size)), ("free", .integer(freeSize)),
      ("settings", .object(settings.map { ($0.name, JSONValue($0.value)) })),
      (
        "tables",
        .array(
          tables.map { table in
            .object([
              ("name", .text(table.name)), ("kind", .text(table.kind)),
              ("rows", .integer(table.rows)), ("size", .integer(table.size)),
              ("indexSize", .integer(table.indexSize)), ("columns", .integer(table.columns)),
              ("references", .texts(table.references)), ("problem", .text(table.problem)),
            ])
          })
      ),
      ("views", .texts(views)),
      (
        "triggers",
        .array(
          triggers.map { .object([("name", .text($0.name)), ("table", .text($0.table))]) })
      ),
      ("unreadable", .texts(unreadable)), ("unknownCollations", .texts(unknownCollations)),
    ])
  }
}
