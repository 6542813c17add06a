import ORM

/// A schema whose tables and columns have identities besides their names, so that it is known what
/// becomes of each of them from version to version.
struct HistoryModel {
  var tables: [TableModel] = []
  var views: [ViewModel] = []
  var search: SearchModel?

  func table(_ id: Int) -> TableModel? { tables.first { $0.id == id } }

  /// Replaces a table.
  mutating func set(_ table: TableModel) {
    if let place = tables.firstIndex(where: { $0.id == table.id }) { tables[place] = table }
  }
}

struct TableModel {
  enum Kind: CaseIterable { case rowID, autoincrement, text, composite, withoutRowID }

  let id: Int
  var name: String
  /// The former names that the struct declares.
  var formerNames: [String] = []
  let kind: Kind
  /// The key comes first; of a composite key, the first two columns.
  var columns: [ColumnModel] = []
  var indexes: [IndexModel] = []
  /// Whether each insertion is written into the journal by a trigger.
  var isLogged = false

  var key: ColumnModel { columns[0] }
  var keyCount: Int { kind == .composite ? 2 : 1 }
  /// The columns that the key does not have and that are not computed.
  var plain: [ColumnModel] { columns.dropFirst(keyCount).filter { $0.source == nil } }

  func column(_ id: Int) -> ColumnModel? { columns.first { $0.id == id } }

  /// Replaces a column.
  mutating func set(_ column: ColumnModel) {
    if let place = columns.firstIndex(where: { $0.id == column.id }) { columns[place] = column }
  }
}

struct ColumnModel {
  enum Kind: String, CaseIterable { case integer = "INTEGER", real = "REAL", text = "TEXT" }

  let id: Int
  var name: String
  var formerNames: [String] = []
  var kind: Kind
  /// What the values mean from some version on.
  var meaning: String?
  var isNotNull = false
  var defaultValue: SQLValue?
  /// The table that it refers to.
  var reference: Int?
  var isChecked = false
  /// The column that it is computed from.
  var source: Int?
}

struct IndexModel {
  let name: String
  let column: Int
  let isUnique: Bool
}

struct ViewModel {
  let name: String
  let table: Int
  let column: Int
}

/// A full-text index of a column.
struct SearchModel {
  let name: String
  let table: Int
  let column: Int
}

// MARK: - SQL

extension HistoryModel {
  static let journal = "journal"

  /// The statements that make the schema in a new database.
  var statements: [String] {
    var statements = ["CREATE TABLE journal (id INTEGER PRIMARY KEY, what INTEGER NOT NULL) STRICT"]
    statements += tables.map(sql)
    for table in tables {
      for index in table.indexes {
        guard let column = table.column(index.column) else { continue }
        statements.append(
          "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX \(index.name.quotedIdentifier)"
            + " ON \(table.name.quotedIdentifier) (\(column.name.quotedIdentifier))")
      }
    }
    if let search, let table = table(search.table), let column = table.column(search.column) {
      statements.append(
        "CREATE VIRTUAL TABLE \(search.name) USING fts5(\(column.name.quotedIdentifier),"
          + " content=\(table.name.quotedIdentifier), content_rowid=\(table.key.name.quotedIdentifier))"
      )
    }
    for view in views {
      guard let table = table(view.table), let column = table.column(view.column) else { continue }
      statements.append(
        "CREATE VIEW \(view.name) AS SELECT \(column.name.quotedIdentifier) AS x"
          + " FROM \(table.name.quotedIdentifier)")
    }
    return statements + triggers
  }

  private var triggers: [String] {
    var triggers = tables.filter(\.isLogged).map { table in
      "CREATE TRIGGER \("log\(table.id)".quotedIdentifier) AFTER INSERT"
        + " ON \(table.name.quotedIdentifier) BEGIN INSERT INTO journal (what)"
        + " VALUES (\(table.id)); END"
    }
    guard let search, let table = table(search.table), let column = table.column(search.column)
    else { return triggers }
    let (key, name) = (table.key.name.quotedIdentifier, column.name.quotedIdentifier)
    let add = "INSERT INTO \(search.name) (rowid, \(name)) VALUES (new.\(key), new.\(name));"
    let remove =
      "INSERT INTO \(search.name) (\(search.name), rowid, \(name))"
      + " VALUES ('delete', old.\(key), old.\(name));"
    for (event, action) in [("INSERT", add), ("DELETE", remove), ("UPDATE", remove + " " + add)] {
      triggers.append(
        "CREATE TRIGGER \(search.name)_\(event.lowercased()) AFTER \(event)"
          + " ON \(table.name.quotedIdentifier) BEGIN \(action) END")
    }
    return triggers
  }

  private func sql(_ table: TableModel) -> String {
    var parts = table.columns.map { column in
      var words = "\(column.name.quotedIdentifier) \(column.kind.rawValue)"
      if column.id == table.key.id, table.kind != .composite { words += " PRIMARY KEY" }
      if column.id == table.key.id, table.kind == .autoincrement { words += " AUTOINCREMENT" }
      if column.isNotNull { words += " NOT NULL" }
      if let value = column.defaultValue { words += " DEFAULT \(value.literal)" }
      if column.isChecked { words += " CHECK (\(column.name.quotedIdentifier) IS NOT 'never')" }
      if let parent = column.reference.flatMap(self.table) {
        words +=
          " REFERENCES \(parent.name.quotedIdentifier) (\(parent.key.name.quotedIdentifier))"
          + " ON DELETE CASCADE"
      }
      if let source = column.source.flatMap(table.column) {
        words += " GENERATED ALWAYS AS (coalesce(\(source.name.quotedIdentifier), '') || 'g')"
      }
      return words
    }
    if table.kind == .composite {
      let names = table.columns.prefix(2).map(\.name.quotedIdentifier).joined(separator: ", ")
      parts.append("PRIMARY KEY (\(names))")
    }
    return "CREATE TABLE \(table.name.quotedIdentifier) (\(parts.joined(separator: ", "))) STRICT"
      + (table.kind == .withoutRowID ? ", WITHOUT ROWID" : "")
  }

  /// The schema as a program declares it.
  var declared: Schema {
    var schema = Schema(
      reading: statements.map { Schema.Entry(type: "", name: "", table: "", sql: $0) })
    for table in tables {
      guard let place = schema.tables.firstIndex(where: { $0.name == table.name }) else { continue }
      schema.tables[place].formerNames = table.formerNames
      for (position, column) in table.columns.enumerated() {
        let names = [ColumnModel.Kind.integer: "int64", .real: "double", .text: "text"]
        schema.tables[place].columns[position].representation = RepresentationSchema(
          names[column.kind] ?? "", meaning: column.meaning)
        schema.tables[place].columns[position].formerNames = column.formerNames
      }
    }
    return schema
  }
}

/// How a program declares former names.
enum NamesStyle: CaseIterable {
  /// In the version that renames, and no longer.
  case once
  /// The last one, and it stays.
  case last
  /// All of them, and they stay.
  case all

  /// The former names of something that was renamed or not.
  ///
  /// - Parameters:
  ///   - old: What it was called in the version before, with its former names then.
  ///   - others: What had the new name in the version before, with its former names.
  func names(
    of name: String, after old: (name: String, former: [String])?, others: [String: [String]]
  ) -> [String] {
    guard let old else { return [] }
    if old.name == name { return self == .once ? [] : old.former }
    let all = old.former + [old.name]
    let names = self == .all ? all : [old.name]
    // The same words as before would say that nothing was renamed.
    return names == others[name] ? all : names
  }
}
