import ORM

/// A schema whose tables and columns have an identity besides their names, so that it is known what
/// becomes of what from version to version.
struct ModelSchema {
  var tables: [ModelTable] = []
  var views: [ModelView] = []
  var log = "log"
  var search: ModelSearch?
}

struct ModelTable {
  enum Kind: CaseIterable {
    case rowID, autoincrement, none, text, composite, withoutRowID, int, descending
  }

  let id: Int
  var name: String
  var formerNames: [String] = []
  let kind: Kind
  var isStrict: Bool
  var columns: [ModelColumn] = []
  var checks: [ModelCheck] = []
  var references: [ModelReference] = []
  var indexes: [ModelIndex] = []
  var triggers: [ModelTrigger] = []

  func column(_ id: Int) -> ModelColumn? { columns.first { $0.id == id } }

  /// Whether anything but the column itself names it.
  func uses(_ id: Int) -> Bool {
    checks.contains { $0.column == id } || references.contains { $0.column == id }
      || indexes.contains { $0.column == id } || columns.contains { $0.source == id }
      || columns.prefix(2).contains { $0.id == id }
  }
}

struct ModelColumn {
  let id: Int
  var name: String
  var formerNames: [String] = []
  var type: String
  var defaultValue: String?
  var notNull: String?
  var collation: String?
  var unique: String?
  /// The column that it is computed from.
  var source: Int?
  var isStored = false
}

struct ModelCheck {
  let column: Int
  let isQualified: Bool
  let name: String?
  let text: String
}

struct ModelReference {
  let column: Int
  let table: Int
  let namesColumn: Bool
  let onDelete: String
  let isDeferred: Bool
}

struct ModelIndex {
  let name: String
  let column: Int
  let isExpression: Bool
  let isDescending: Bool
  let collation: String?
  let isPartial: Bool
  let isUnique: Bool
}

struct ModelTrigger {
  let name: String
  let event: String
  /// The table that it looks at.
  let mentions: Int
}

struct ModelView {
  let name: String
  let table: Int
  let isQualified: Bool
}

struct ModelSearch {
  let name: String
  let table: Int
  let column: Int
}

// MARK: - SQL

extension ModelSchema {
  func table(_ id: Int) -> ModelTable? { tables.first { $0.id == id } }

  var tableStatements: [String] { tables.map { sql($0) } }

  var statements: [String] {
    var statements = tableStatements
    for table in tables { statements += table.indexes.map { sql($0, of: table) } }
    statements.append("CREATE TABLE \(q(log)) (what)")
    if let search, let table = table(search.table), let column = table.column(search.column) {
      statements.append(
        "CREATE VIRTUAL TABLE \(q(search.name)) USING fts5(\(q(column.name)), content=\(q(table.name)))"
      )
    }
    for view in views {
      guard let table = table(view.table) else { continue }
      let column = (view.isQualified ? q(table.name) + "." : "") + q(table.columns[0].name)
      statements.append(
        "CREATE VIEW \(q(view.name)) AS SELECT \(column) AS x FROM \(q(table.name))")
    }
    return statements + triggerStatements
  }

  var triggerStatements: [String] {
    tables.flatMap { table in
      table.triggers.compactMap { trigger in
        self.table(trigger.mentions).map { mentioned in
          "CREATE TRIGGER \(q(trigger.name)) AFTER \(trigger.event) ON \(q(table.name)) BEGIN"
            + " INSERT INTO \(q(log)) SELECT count(*) FROM \(q(mentioned.name)); END"
        }
      }
    }
  }

  /// The schema as a program declares it, with the names that things had.
  var declared: Schema {
    var schema = Schema(statements)
    for (place, table) in schema.tables.enumerated() {
      guard let model = tables.first(where: { $0.name == table.name }) else { continue }
      schema.tables[place].formerNames = model.formerNames
      for (position, column) in table.columns.enumerated() {
        schema.tables[place].columns[position].formerNames =
          model.columns.first { $0.name == column.name }?.formerNames ?? []
      }
    }
    return schema
  }

  private func sql(_ table: ModelTable) -> String {
    var parts = table.columns.enumerated().map { sql($1, of: table, at: $0) }
    if table.kind == .composite {
      parts.append(
        "CONSTRAINT k1 PRIMARY KEY (\(q(table.columns[0].name)), \(q(table.columns[1].name)) DESC)")
    }
    for reference in table.references {
      guard let parent = self.table(reference.table), let column = table.column(reference.column)
      else { continue }
      let list = reference.namesColumn ? " (\(q(parent.columns[0].name)))" : ""
      parts.append(
        "FOREIGN KEY (\(q(column.name))) REFERENCES \(q(parent.name))\(list)"
          + " ON DELETE \(reference.onDelete)"
          + (reference.isDeferred ? " DEFERRABLE INITIALLY DEFERRED" : ""))
    }
    for check in table.checks {
      guard let column = table.column(check.column) else { continue }
      let name = (check.isQualified ? q(table.name) + "." : "") + q(column.name)
      let words = check.name.map { "CONSTRAINT \($0) " } ?? ""
      parts.append("\(words)CHECK (\(name) IS NOT '\(check.text))')")
    }
    let options =
      (table.isStrict ? ["STRICT"] : []) + (table.kind == .withoutRowID ? ["WITHOUT ROWID"] : [])
    return "CREATE TABLE \(q(table.name)) (\(parts.joined(separator: ", ")))"
      + (options.isEmpty ? "" : " \(options.joined(separator: ", "))")
  }

  private func sql(_ column: ModelColumn, of table: ModelTable, at place: Int) -> String {
    var words = [q(column.name), column.type]
    if place == 0 {
      switch table.kind {
      case .rowID, .text, .withoutRowID, .int: words.append("PRIMARY KEY")
      case .autoincrement: words.append("PRIMARY KEY AUTOINCREMENT")
      case .descending: words.append("PRIMARY KEY DESC")
      case .none, .composite: break
      }
    }
    if let value = column.defaultValue { words.append("DEFAULT \(value)") }
    if let conflict = column.notNull { words.append("NOT NULL\(conflict)") }
    if let collation = column.collation { words.append("COLLATE \(collation)") }
    if let conflict = column.unique { words.append("UNIQUE\(conflict)") }
    if let source = column.source.flatMap(table.column) {
      words.append(
        "GENERATED ALWAYS AS (coalesce(\(q(source.name)), '') || 'g')"
          + (column.isStored ? " STORED" : ""))
    }
    return words.joined(separator: " ")
  }

  private func sql(_ index: ModelIndex, of table: ModelTable) -> String {
    guard let column = table.column(index.column) else { return "" }
    let name = q(column.name)
    var term = index.isExpression ? "length(\(name))" : name
    if let collation = index.collation { term += " COLLATE \(collation)" }
    if index.isDescending { term += " DESC" }
    let condition = index.isPartial ? " WHERE \(q(table.columns[1].name)) IS NOT NULL" : ""
    return "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX \(q(index.name)) ON \(q(table.name))"
      + " (\(term))\(condition)"
  }
}

func q(_ name: String) -> String { name.quotedIdentifier }
