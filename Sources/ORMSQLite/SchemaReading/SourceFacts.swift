import ORMCore
import ORMSchema

/// A table or a view whose name is known only at run time, for tools.
package struct SourceFacts: Sendable {
  package struct Column: Sendable {
    package let name: String
    /// The declared type; empty if the column has none.
    package let type: String
    package let isNullable: Bool
    package let hasDefault: Bool
    /// Whether the values are generated and can't be written.
    package let isGenerated: Bool
    /// Whether the value is stored in the row: false for a virtual generated column.
    package let isStored: Bool
    /// The position in the primary key, from 1; 0 for other columns.
    package let keyPosition: Int
    /// Whether the column is the rowid, for which SQLite chooses a value if none is given.
    package let isRowID: Bool
  }

  /// The name as it was created.
  package let name: String
  package let isView: Bool
  package let isWithoutRowID: Bool
  package let isStrict: Bool
  /// Whether `rowid` refers to the rowid of each row.
  package let hasRowIDs: Bool
  /// The columns, without hidden ones.
  package let columns: [Column]
  /// A name of the rowid; nil if there is no rowid, a column is the rowid, or columns have all its
  /// names.
  package let rowIDName: String?

  /// Reads the table or view with this name in the connection's main database.
  ///
  /// - Returns: Nil if it does not exist.
  package init?(_ name: String, on handle: OpaquePointer) throws {
    let reader = SchemaReader(on: handle)
    guard let source = try reader.source(named: name, in: "main") else { return nil }
    self.name = source.name
    isView = source.isView
    let columns = try reader.columns(of: source.name, in: "main")
    let keys = columns.count { $0.keyPosition > 0 }
    let options = try reader.options(of: source.name, in: "main")
    let hasRowID = options?.isWithoutRowID == false
    isStrict = options?.isStrict ?? false
    let hasKeyIndex = try reader.hasKeyIndex(source.name, in: "main")
    isWithoutRowID = !source.isView && !hasRowID
    hasRowIDs = hasRowID && source.hasPages && !columns.contains { $0.name.isSameName(as: "rowid") }
    self.columns = columns.filter { $0.kind != 1 }.map { column in
      Column(
        name: column.name, type: column.type, isNullable: column.isNullable,
        hasDefault: column.hasDefault, isGenerated: column.isGenerated,
        isStored: column.kind != 2, keyPosition: Int(column.keyPosition),
        // The key of `INTEGER PRIMARY KEY DESC` has an index.
        isRowID: hasRowID && keys == 1 && column.keyPosition == 1 && !hasKeyIndex
          && column.type.isSameName(as: "INTEGER"))
    }
    rowIDName =
      isView || isWithoutRowID || self.columns.contains(where: \.isRowID)
      ? nil
      : ["rowid", "_rowid_", "oid"].first { name in
        !columns.contains { $0.name.isSameName(as: name) }
      }
  }

  /// Returns the rows of the schema table of the connection's main database.
  package static func entries(on handle: OpaquePointer) throws -> [Schema.Entry] {
    try SchemaReader(on: handle).entries()
  }

  /// Whether a table has triggers, not counting temporary ones.
  package static func hasTriggers(_ table: String, on handle: OpaquePointer) throws -> Bool {
    try SchemaReader(on: handle).entries(tables: [table])
      .contains { $0.type.isSameName(as: "trigger") }
  }

  /// Returns the names of the tables and views of the connection's main database, without shadow
  /// tables.
  package static func names(on handle: OpaquePointer) throws -> [String] {
    let reader = SchemaReader(on: handle)
    let entries = try reader.entries()
    let shadows = try reader.shadowTables(entries)
    return entries.filter { entry in
      (entry.type.isSameName(as: "table") || entry.type.isSameName(as: "view"))
        && !shadows.contains(SQLName(entry.name))
    }.map(\.name)
  }

  /// Returns the shadow tables of the connection's main database, in which virtual tables store
  /// their data.
  package static func shadowTables(on handle: OpaquePointer) throws -> Set<SQLName> {
    let reader = SchemaReader(on: handle)
    return try reader.shadowTables(reader.entries())
  }

  /// Returns the schema of tables and views of the connection's main database, with the recorded
  /// representations.
  package static func schema(of names: [String], on handle: OpaquePointer) throws -> Schema {
    let reader = SchemaReader(on: handle)
    return try reader.schema(reader.entries(tables: names + [Schema.columnsTable]))
  }
}

extension SchemaReader {
  /// Creates a reader of a C connection.
  fileprivate init(on handle: OpaquePointer) {
    self.init { query in
      let statement = try DynamicStatement(query.sql, on: handle)
      for (place, argument) in query.arguments.enumerated() {
        try statement.bind(argument, at: place + 1)
      }
      var rows: [[SQLValue]] = []
      while try statement.step() { rows.append(statement.values) }
      return rows
    }
  }
}
