import ORMCore
import ORMSQLite
import ORMSchema

/// A report about a table or a view: its columns, keys, references, and indexes with their
/// selectivity.
package struct TableReport: Sendable {
  package struct Column: Sendable {
    package let name: String
    package let type: String
    /// The rest of the declaration, in SQL.
    package let details: [String]
  }

  package struct Index: Sendable {
    package let name: String
    package let columns: [String]
    package let isUnique: Bool
    package let condition: String?
    package let size: Int?
    /// The average number of rows with the same values in all of its columns.
    package var rowsPerKey: Double?
    /// Whether only the first rows were counted.
    package var isSample = false
  }

  package let name: String
  package let kind: String
  package let options: [String]
  package let rows: Int?
  package let size: Int?
  package let columns: [Column]
  package let indexes: [Index]
  package let referencedBy: [String]
  package let constraints: [String]
  package let triggers: [String]
  /// The reason why the columns can't be read, such as a view of a dropped table.
  package let problem: String?

  /// The number of rows that are counted for the selectivity of an index.
  static let sampleSize = 100_000

  /// - Throws: ``ToolError`` if there is no such table or view, with the nearest name.
  package static func read(_ file: DatabaseFile, table name: String) async throws -> Self {
    let schema = try await file.database.schema()
    let names =
      schema.tables.map(\.name) + schema.views.map(\.name) + schema.virtualTables.map(\.name)
    return try await file.reading { db in
      let shadow =
        try names.contains(name: name)
        ? nil : SourceFacts.shadowTables(on: db.handle).first { $0.text.isSameName(as: name) }
      guard let found = names.first(where: { $0.isSameName(as: name) }) ?? shadow?.text else {
        throw ToolError.use(Suggestion.unknown("table", name, of: names))
      }
      if let table = schema.table(found) { return try TableReport(table, in: schema, asking: db) }
      return try TableReport(undeclared: found, in: schema, asking: db)
    }
  }

  private init(_ table: Schema.Table, in schema: Schema, asking db: Questions) throws {
    let sizes = try? db.objectSizes()
    let count = try db.number("SELECT count(*) FROM main.\(table.name.quotedIdentifier)") ?? 0
    name = table.name
    kind = "table"
    options =
      (table.isStrict ? ["STRICT"] : []) + (table.isWithoutRowID ? ["WITHOUT ROWID"] : [])
    rows = count
    size = sizes.map { $0[SQLName(table.name)] ?? 0 }
    columns = table.columns.map { Column($0, of: table) }
    var indexes: [Index] = []
    for index in schema.indexes(of: table.name).sorted(by: { $0.name < $1.name }) {
      var line = Index(
        name: index.name, columns: index.columns.map(\.sqlText), isUnique: index.isUnique,
        condition: index.condition, size: sizes.map { $0[SQLName(index.name)] ?? 0 })
      try line.measure(table.name, rows: count, with: db)
      indexes.append(line)
    }
    self.indexes = indexes
    referencedBy = schema.tables.flatMap { other in
      other.references.filter { $0.table.isSameName(as: table.name) }
        .map { "\(other.name) (\($0.columns.joined(separator: ", ")))" }
    }
    constraints =
      table.keys.filter { !$0.isOnColumn }.map(\.tableSQL)
      + table.references.filter { $0.columns.count > 1 }.map(\.tableSQL)
      + table.checks.map(\.sql)
    triggers = schema.triggers(of: table.name).map(\.name)
    problem = nil
  }

  /// A view, a virtual table or a shadow table, whose columns SQLite reports.
  private init(undeclared name: String, in schema: Schema, asking db: Questions) throws {
    self.name = name
    let module = schema.virtualTables.first { $0.name.isSameName(as: name) }?.module
    let isView = schema.views.contains { $0.name.isSameName(as: name) }
    kind = module ?? (isView ? "view" : "shadow table")
    options = []
    rows = try? db.number("SELECT count(*) FROM main.\(name.quotedIdentifier)")
    size = nil
    do {
      columns = try db.rows("PRAGMA main.table_info(\(name.quotedIdentifier))").map {
        Column(name: $0[1].text ?? "", type: $0[2].text ?? "", details: [])
      }
      problem = nil
    } catch let error as DatabaseError where error.code == .error {
      columns = []
      problem = error.message
    }
    indexes = []
    referencedBy = []
    constraints = schema.views.filter { $0.name.isSameName(as: name) }.map(\.query)
    triggers = schema.triggers(of: name).map(\.name)
  }
}

extension TableReport.Column {
  fileprivate init(_ column: Schema.Column, of table: Schema.Table) {
    name = column.name
    type = column.type
    var details: [String] = []
    if let key = table.primaryKey,
      let place = key.columns.firstIndex(where: { $0.text.isSameName(as: column.name) })
    {
      details.append(key.columns.count == 1 ? "PRIMARY KEY" : "PRIMARY KEY, part \(place + 1)")
    }
    if column.notNull != nil { details.append("NOT NULL") }
    let isUnique = table.keys.contains {
      $0.kind == .unique && $0.columns.count == 1 && $0.columns[0].text.isSameName(as: column.name)
    }
    if isUnique { details.append("UNIQUE") }
    if let value = column.defaultValue { details.append("DEFAULT \(value.expression)") }
    if let collation = column.collation { details.append("COLLATE \(collation)") }
    if let generated = column.generated { details.append("AS (\(generated.expression))") }
    for reference in table.references
    where reference.columns.count == 1 && reference.columns[0].isSameName(as: column.name) {
      var words = "REFERENCES \(reference.table)"
      if reference.onDelete != .noAction { words += " ON DELETE \(reference.onDelete.rawValue)" }
      if reference.onUpdate != .noAction { words += " ON UPDATE \(reference.onUpdate.rawValue)" }
      details.append(words)
    }
    self.details = details
  }
}

extension Schema.IndexedColumn {
  fileprivate var sqlText: String {
    text + (collation.map { " COLLATE \($0)" } ?? "") + (isDescending ? " DESC" : "")
  }
}

extension TableReport.Index {
  /// Measures the selectivity of the index: by the statistics of `ANALYZE` if there are any, or in
  /// the first rows of the table.
  fileprivate mutating func measure(_ table: String, rows: Int, with db: Questions) throws {
    if rows == 0 { return }
    let statistics = try? db.rows("SELECT stat FROM main.sqlite_stat1 WHERE idx = ?", .text(name))
    if let text = statistics?.first?.first?.text,
      let last = text.utf8.split(separator: 0x20).compactMap({ Double(Substring($0)) }).last
    {
      rowsPerKey = last
      return
    }
    let keys = columns.joined(separator: ", ")
    let limit = TableReport.sampleSize
    let list = isPlain ? columns.map(\.quotedIdentifier).joined(separator: ", ") : keys
    let condition = condition.map { "WHERE \($0) " } ?? ""
    let sample = "SELECT \(list) FROM main.\(table.quotedIdentifier) \(condition)LIMIT \(limit)"
    // An index with expressions, collations or DESC is not measured.
    guard isPlain,
      let counted = try? db.rows(
        "SELECT (SELECT count(*) FROM (\(sample))), "
          + "(SELECT count(*) FROM (SELECT DISTINCT * FROM (\(sample))))"
      ).first,
      let all = counted[0].number, let distinct = counted[1].number, distinct > 0
    else { return }
    rowsPerKey = Double(all) / Double(distinct)
    isSample = rows > limit
  }

  private var isPlain: Bool {
    columns.allSatisfy { !$0.contains(bytes: "(") && !$0.contains(bytes: " ") }
  }
}

// MARK: - As text and as JSON

extension TableReport {
  package func text(_ style: Style) -> String {
    var facts = [kind] + options
    if let rows { facts.append(rows == 1 ? "1 row" : "\(rows.grouped) rows") }
    if let size { facts.append(size.byteSize) }
    var parts = [style.bold(SafeText.line(name)) + "\n" + style.dim(facts.joined(separator: ", "))]
    var table = TextTable([("column", .left), ("type", .left), ("", .left)])
    for column in columns {
      table.add([column.name, column.type, column.details.joined(separator: ", ")])
    }
    if let problem {
      parts.append(style.red("its columns can't be read: ") + SafeText.line(problem))
    } else {
      parts.append(table.text(style))
    }
    if !indexes.isEmpty {
      var table = TextTable([
        ("index", .left), ("columns", .left), ("size", .right), ("rows per key", .right),
        ("", .left),
      ])
      for index in indexes {
        let share = index.rowsPerKey.map { (index.isSample ? "about " : "") + $0.inTenths } ?? ""
        let condition = index.condition.map { ["WHERE \($0)"] } ?? []
        let notes = (index.isUnique ? ["UNIQUE"] : []) + condition
        table.add([
          index.name, index.columns.joined(separator: ", "), index.size?.byteSize ?? "", share,
          notes.joined(separator: ", "),
        ])
      }
      parts.append(table.text(style))
    }
    if !constraints.isEmpty { parts.append(constraints.map(SafeText.line).joined(separator: "\n")) }
    for (word, list) in [("referred to by", referencedBy), ("triggers", triggers)]
    where !list.isEmpty {
      parts.append("\(word): " + list.map(SafeText.line).joined(separator: ", "))
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  package var json: JSONValue {
    .object([
      ("name", .text(name)), ("kind", .text(kind)), ("options", .texts(options)),
      ("rows", .integer(rows)), ("size", .integer(size)),
      (
        "columns",
        .array(
          columns.map {
            .object([
              ("name", .text($0.name)), ("type", .text($0.type)), ("details", .texts($0.details)),
            ])
          })
      ),
      ("indexes", .array(indexes.map(\.json))), ("constraints", .texts(constraints)),
      ("referencedBy", .texts(referencedBy)), ("triggers", .texts(triggers)),
      ("problem", problem.map(JSONValue.text) ?? .null),
    ])
  }
}

extension TableReport.Index {
  fileprivate var json: JSONValue {
    .object([
      ("name", .text(name)), ("columns", .texts(columns)), ("unique", .bool(isUnique)),
      ("where", .text(condition)), ("size", .integer(size)),
      ("rowsPerKey", rowsPerKey.map { .real($0) } ?? .null), ("sampled", .bool(isSample)),
    ])
  }
}

extension Double {
  /// The number with one digit after the point, if it is not 0.
  var inTenths: String {
    let tenths = Int((self * 10).rounded())
    return tenths % 10 == 0 ? (tenths / 10).grouped : "\((tenths / 10).grouped).\(tenths % 10)"
  }
}
