import ORMCore
import ORMSchema

/// The existing tables and views among those that are about to be created.
struct ExistingSources {
  /// Their names, and the name of the table of records if it exists.
  var names: Set<SQLName> = []
  /// The tables with columns without a record, with these columns.
  var unrecorded: [TableSchema] = []
  /// The marks of the tables that `create` has created.
  var marks: [SQLName: CreationMark] = [:]
}

/// A table in the database.
struct ExistingTable {
  let columns: [SchemaReader.Column]
  let isStrict: Bool
  let isWithoutRowID: Bool
  /// Whether the primary key has an index of its own, and so is not the rowid.
  let hasKeyIndex: Bool
  /// The columns of each `UNIQUE` index that is not partial.
  let uniqueColumns: [Set<SQLName>]
}

extension Connection {
  /// Checks the existing tables among those that are about to be created.
  ///
  /// A table is unchanged if the text of its `CREATE TABLE` equals the one that would run. The
  /// texts are read with one query, and most tables need no other query.
  ///
  /// - Returns: The names of the existing tables, and of the table of records if it exists, with
  ///   the tables that have columns without a record.
  /// - Throws: ``SchemaMismatchError`` if a table does not fit its struct, or a name belongs to an
  ///   object of another kind.
  func checkExisting(_ sources: [any TableOrView.Type]) throws -> ExistingSources {
    var existing: [SQLName: Schema.Entry] = [:]
    let names = sources.map { $0.tableName }
    let entries = try unreportedSchema.entries(tables: names + [Schema.columnsTable])
    // Characters: words of ASCII letters
    for entry in entries where entry.type == "table" || entry.type == "view" {
      existing[SQLName(entry.name)] = entry
    }
    guard names.contains(where: { existing[SQLName($0)] != nil }) else {
      return ExistingSources(names: Set(existing.keys))
    }
    let records = try unreportedSchema.columnRecords(entries)
    var changes: [Schema.Change] = []
    var misfits: Set<SQLName> = []
    for source in sources {
      let name = source.tableName
      guard let entry = existing[SQLName(name)], let sql = entry.sql else { continue }
      let (found, wanted) = (entry.kind, Schema.Change.Kind(of: source))
      if found != wanted {
        changes.append(
          Schema.Change(.changed, wanted, of: name, found: found.words, wanted: wanted.words))
      } else if let table = source as? any DatabaseTable.Type, found == .table,
        // The table was created by this very text.
        !sql.utf8.elementsEqual(table.schema.createSQL().utf8),
        !table.schema.fits(try existingTable(name))
      {
        misfits.insert(SQLName(name))
      }
    }
    let unrecorded = tablesWithoutRecord(sources, records).filter {
      existing[SQLName($0.name)] != nil
    }
    let others = tablesOfOtherRepresentations(sources, records)
      .union(unrecorded.map { SQLName($0.name) })
    if !misfits.isEmpty || !others.isEmpty {
      let entries = try unreportedSchema.entries()
      var found = Schema(reading: entries)
      found.add(records)
      let wanted = Schema(of: sources)
      found.markUnrecorded(
        records, moved: try unreportedSchema.movedColumnRecords(entries), marksAdded: false
      ) { wanted.table($0)?.column($1) }
      changes += wanted.changes(from: found).filter { change in
        let name = SQLName(change.object)
        // If the table fits, only the representations matter.
        return change.isHindrance
          && (misfits.contains(name)
            || change.property == .representation && others.contains(name))
      }
    }
    if !changes.isEmpty { throw SchemaMismatchError(changes: changes) }
    try checkDoubleQuotes(of: sources, entries)
    return ExistingSources(
      names: Set(existing.keys), unrecorded: unrecorded, marks: records.creationMarks)
  }

  /// Returns the tables with columns whose representation is not recorded, with these columns.
  private func tablesWithoutRecord(
    _ sources: [any TableOrView.Type], _ records: [ColumnRecord]
  ) -> [TableSchema] {
    let recorded = Dictionary(grouping: records) { SQLName($0.table) }
    return sources.compactMap { source in
      guard let table = source as? any DatabaseTable.Type else { return nil }
      let own = recorded[SQLName(table.tableName)] ?? []
      func lacksRecord(_ column: ColumnSchema) -> Bool {
        column.representation != nil && !own.contains { $0.column.isSameName(as: column.name) }
      }
      guard table.schema.columns.contains(where: lacksRecord) else { return nil }
      var schema = table.schema
      schema.columns.removeAll { !lacksRecord($0) }
      return schema
    }
  }

  /// Returns the tables with a column whose recorded representation differs from its struct's.
  private func tablesOfOtherRepresentations(
    _ sources: [any TableOrView.Type], _ records: [ColumnRecord]
  ) -> Set<SQLName> {
    if records.isEmpty { return [] }
    let records = Dictionary(grouping: records) { SQLName($0.table) }
    var tables: Set<SQLName> = []
    for case let table as any DatabaseTable.Type in sources {
      let name = SQLName(table.tableName)
      guard let recorded = records[name] else { continue }
      let columns = table.schema.columns
      let isOther = recorded.contains { record in
        columns.contains { column in
          guard let representation = column.representation,
            column.name.isSameName(as: record.column)
          else { return false }
          return !representation.isSameForm(as: record.representation)
        }
      }
      if isOther { tables.insert(name) }
    }
    return tables
  }

  /// - Throws: ``DatabaseError`` with a hint if a trigger of a table, or a view, has a string in
  ///   double quotes.
  private func checkDoubleQuotes(
    of sources: [any TableOrView.Type], _ entries: [Schema.Entry]
  ) throws {
    if configuration.allowsDoubleQuotedStrings { return }
    let suspects = entries.filter { entry in
      entry.sql?.utf8.contains(UInt8(ascii: "\"")) == true
        && (entry.type.isSameName(as: "trigger") || entry.type.isSameName(as: "view"))
    }
    if suspects.isEmpty { return }
    let raw = RawConnection(handle)
    for source in sources {
      let name = source.tableName
      if let table = source as? any DatabaseTable.Type,
        suspects.contains(where: { $0.table.isSameName(as: name) })
      {
        try raw.checkTriggers(of: name, columns: table.schema.writableColumns)
      }
      if source is any DatabaseView.Type, suspects.contains(where: { $0.name.isSameName(as: name) })
      {
        try raw.checkDoubleQuotes("SELECT * FROM main.\(name.quotedIdentifier)")
      }
    }
  }

  private func existingTable(_ name: String) throws -> ExistingTable {
    let schema = unreportedSchema
    // SQLite before STRICT tables has no list of tables.
    let options = try? schema.options(of: name, in: "main")
    return ExistingTable(
      columns: try schema.columns(of: name, in: "main").filter { $0.kind != 1 },
      isStrict: options?.isStrict == true, isWithoutRowID: options?.isWithoutRowID == true,
      hasKeyIndex: try schema.hasKeyIndex(name, in: "main"),
      uniqueColumns: try schema.uniqueColumns(of: name, in: "main"))
  }

  /// The schema, read by statements that no hook reports: they are part of the statement that needs
  /// it.
  var unreportedSchema: SchemaReader { SchemaReader { try self.unreportedValues(of: $0) } }

  /// The rows of a query that no hook reports.
  func unreportedValues(of query: Statement) throws -> [[SQLValue]] {
    let statement = try PreparedStatement.only(
      query.sql, on: handle, arena: arena, callbackFailure: callbackFailure)
    try statement.bind(query.arguments)
    return try statement.values()
  }
}

extension Schema.Change {
  /// Whether the change prevents `create`.
  fileprivate var isHindrance: Bool {
    let isExtra = action == .extra && property != .notNull
    return action != .note && !isExtra && kind != .index && kind != .trigger
  }
}

extension Schema.Change.Kind {
  fileprivate init(of source: any TableOrView.Type) {
    switch source {
    case is any DatabaseView.Type: self = .view
    case is any VirtualTable.Type: self = .virtualTable
    default: self = .table
    }
  }

  fileprivate var words: String { "a \(rawValue)" }
}

extension Schema.Entry {
  fileprivate var kind: Schema.Change.Kind {
    // Characters: a word of ASCII letters
    if type == "view" { return .view }
    return sql?.isOfVirtualTable == true ? .virtualTable : .table
  }
}

extension String {
  /// SQLite stores these two words unchanged, whatever precedes them.
  fileprivate var isOfVirtualTable: Bool {
    utf8.prefix(14).map { $0 & 0xdf }.elementsEqual("CREATE VIRTUAL".utf8.map { $0 & 0xdf })
  }
}
