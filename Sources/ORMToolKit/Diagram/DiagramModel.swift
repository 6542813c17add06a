import ORMCore
import ORMSchema

/// The content of a diagram: a box for each table, and a line for each reference between two
/// tables.
struct DiagramModel {
  /// A table, with the columns that are shown.
  struct Table {
    var name: String
    var rows: [Row]
    /// The number of columns that are not shown.
    var hiddenCount: Int
  }

  /// A column.
  struct Row {
    var name: String
    var type: String
    var isNullable: Bool
    var isKey: Bool
    var isUnique: Bool
    var isReference: Bool
  }

  /// A reference: a line from a row of one table to a row of another or the same table.
  struct Reference {
    var child: Int
    var childRow: Int
    var parent: Int
    var parentRow: Int
    /// Whether at most one child row can reference a parent row.
    var isToOne: Bool
    /// Whether a child row can have no parent.
    var isOptional: Bool
    /// The reference in words.
    var words: String
  }

  var tables: [Table] = []
  var references: [Reference] = []

  /// - Parameter columns: The columns to show.
  init(_ schema: Schema, columns: Diagram.Columns) {
    var places: [SQLName: Int] = [:]
    for (place, table) in schema.tables.enumerated() { places[SQLName(table.name)] = place }
    // A reference that names no columns is to the primary key.
    let references = schema.tables.map { table in
      table.references.map { reference in
        var reference = reference
        if reference.tableColumns.isEmpty, let parent = schema.table(reference.table) {
          reference.tableColumns = parent.primaryKey?.columns.compactMap(\.column) ?? []
        }
        return reference
      }
    }
    let referenced = Set(
      references.joined().flatMap { reference in
        reference.tableColumns.map { [SQLName(reference.table), SQLName($0)] }
      })
    for (table, own) in zip(schema.tables, references) {
      let keys = Set(schema.uniqueColumns(of: table).joined())
      let shown = table.columns.filter { column in
        columns == .all || keys.contains(SQLName(column.name))
          || own.contains { $0.columns.contains(name: column.name) }
          || referenced.contains([SQLName(table.name), SQLName(column.name)])
      }
      tables.append(
        Table(
          name: table.name, rows: shown.map { Row($0, of: table, in: schema) },
          hiddenCount: table.columns.count - shown.count))
    }
    for (child, own) in references.enumerated() {
      for reference in own {
        guard let parent = places[SQLName(reference.table)] else { continue }
        add(reference, from: child, to: parent, in: schema)
      }
    }
  }

  private mutating func add(
    _ reference: Schema.Reference, from child: Int, to parent: Int, in schema: Schema
  ) {
    guard let column = reference.columns.first,
      let row = tables[child].rows.firstIndex(where: { $0.name.isSameName(as: column) })
    else { return }
    let key = reference.tableColumns.first
    let parentRow = key.flatMap { key in
      tables[parent].rows.firstIndex { $0.name.isSameName(as: key) }
    }
    let names = Set(reference.columns.map(SQLName.init))
    let table = schema.tables[child]
    references.append(
      Reference(
        child: child, childRow: row, parent: parent, parentRow: parentRow ?? 0,
        isToOne: schema.uniqueColumns(of: table).contains { names.isSuperset(of: $0) },
        isOptional: reference.columns.contains { name in
          table.column(name).map { table.canBeNull($0) } ?? true
        },
        words: "\(table.name) (\(reference.columns.joined(separator: ", "))) → "
          + "\(reference.table) (\(reference.tableColumns.joined(separator: ", ")))"))
  }
}

extension DiagramModel.Row {
  init(_ column: Schema.Column, of table: Schema.Table, in schema: Schema) {
    let name = SQLName(column.name)
    self.init(
      name: column.name, type: column.type, isNullable: table.canBeNull(column),
      isKey: table.primaryKey?.columns.contains { $0.column.map(SQLName.init) == name } ?? false,
      isUnique: schema.uniqueColumns(of: table).contains([name]),
      isReference: table.references.contains { $0.columns.contains(name: column.name) })
  }
}

extension Schema {
  /// The sets of columns that are unique in the table.
  fileprivate func uniqueColumns(of table: Table) -> [Set<SQLName>] {
    let keys = table.keys.map { $0.columns.map(\.column) }
    let indexes = indexes(of: table.name).filter { $0.isUnique && $0.condition == nil }
      .map { $0.columns.map(\.column) }
    return (keys + indexes).compactMap { columns in
      let names = columns.compactMap { $0.map(SQLName.init) }
      return names.count == columns.count ? Set(names) : nil
    }
  }
}

extension Schema.Table {
  /// Whether the column can be NULL. SQLite allows NULL in some primary keys, which is ignored
  /// here.
  fileprivate func canBeNull(_ column: Schema.Column) -> Bool {
    column.notNull == nil
      && primaryKey?.columns.contains { $0.column?.isSameName(as: column.name) == true } != true
  }
}
