import ORMCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A row of the table in which a database has its columns' representations: what SQLite itself does
/// not know of them.
package struct ColumnRecord: Sendable {
  /// The statement that makes the table.
  package static let createSQL = """
    CREATE TABLE main."orm_columns" ("table" TEXT NOT NULL COLLATE NOCASE, \
    "column" TEXT NOT NULL COLLATE NOCASE, "type" TEXT NOT NULL, "representation" TEXT NOT NULL, \
    "cases" TEXT, PRIMARY KEY ("table", "column")) STRICT, WITHOUT ROWID
    """

  /// The statement that reads it.
  package static let selectSQL = """
    SELECT "table", "column", "type", "representation", "cases" FROM main."orm_columns"
    """

  /// The statement that writes a row.
  package static let insertSQL = """
    INSERT OR REPLACE INTO main."orm_columns" \
    ("table", "column", "type", "representation", "cases") VALUES ($1, $2, $3, $4, $5)
    """

  package let table: String
  package let column: String
  /// The declared type that the column had: the record of a column with another one is out of date.
  package let type: String
  package let representation: RepresentationSchema

  /// Of a row that ``selectSQL`` has returned; nil if it is none that this package writes.
  package init?(_ row: [SQLValue]) {
    guard row.count == 5, case .text(let table) = row[0], case .text(let column) = row[1],
      case .text(let type) = row[2], case .text(let name) = row[3]
    else { return nil }
    (self.table, self.column, self.type) = (table, column, type)
    representation = RepresentationSchema(name, casesText: row[4].text)
  }

  private init(
    _ table: String, _ column: String, _ type: String, _ representation: RepresentationSchema
  ) {
    (self.table, self.column, self.type) = (table, column, type)
    self.representation = representation
  }

  /// The values that ``insertSQL`` takes.
  package var values: [SQLValue] {
    [
      .text(table), .text(column), .text(type), .text(representation.name),
      representation.casesText.map(SQLValue.text) ?? .null,
    ]
  }

  /// The records of a table's columns with a known representation.
  package static func of(_ table: Schema.Table) -> [ColumnRecord] {
    table.columns.compactMap { column in
      column.representation.map { ColumnRecord(table.name, column.name, column.type, $0) }
    }
  }

  /// The records of the columns of a table that `create` has made.
  package static func of(_ table: TableSchema) -> [ColumnRecord] {
    table.columns.compactMap { column in
      column.representation.map {
        ColumnRecord(table.name, column.name, column.type.description, $0)
      }
    }
  }
}

extension SQLValue {
  fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
}

extension RepresentationSchema {
  /// A representation with cases from their text; without any if it can't be read.
  package init(_ name: String, casesText: String?) {
    self.init(
      name,
      cases: casesText.flatMap { try? JSONDecoder().decode([Case].self, from: Data($0.utf8)) })
  }

  /// The cases as JSON; nil if there are none.
  package var casesText: String? {
    guard let cases else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(cases)).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension Schema {
  /// Adds the representations that the database has recorded.
  package mutating func add(_ records: [ColumnRecord]) {
    if records.isEmpty { return }
    var places: [SQLName: Int] = [:]
    for (place, table) in tables.enumerated() { places[SQLName(table.name)] = place }
    for record in records {
      guard let place = places[SQLName(record.table)],
        let column = tables[place].columns.firstIndex(where: {
          $0.name.isSameName(as: record.column)
        }), tables[place].columns[column].type.isSameName(as: record.type)
      else { continue }
      tables[place].columns[column].representation = record.representation
    }
  }

  /// Adds the representations of a schema's columns to those of the same names.
  package mutating func addRepresentations(of other: Schema) {
    let lookup = SchemaLookup(other)
    for place in tables.indices {
      guard let table = lookup.table(tables[place].name) else { continue }
      tables[place].addRepresentations { table.column($0)?.representation }
    }
  }

  /// Adds the representations that columns have under their names before a migration.
  package mutating func addRepresentations(of found: Schema, _ renames: RenamePlan) {
    let lookup = SchemaLookup(found)
    var names: [SQLName: RenamePlan.Table] = [:]
    for table in renames.tables { names[SQLName(table.wanted)] = table }
    for place in tables.indices {
      let name = SQLName(tables[place].name)
      guard let table = lookup.table(names[name]?.found ?? tables[place].name) else { continue }
      tables[place].addRepresentations { column in
        table.column(names[name]?.columns[SQLName(column)] ?? column)?.representation
      }
    }
  }
}

extension Schema.Table {
  fileprivate mutating func addRepresentations(_ of: (String) -> RepresentationSchema?) {
    for place in columns.indices { columns[place].representation = of(columns[place].name) }
  }
}
