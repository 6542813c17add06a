import ORMCore

extension Schema {
  /// Creates the schema that structs describe: their tables with indexes, views, triggers and
  /// virtual tables.
  ///
  /// ```swift
  /// let schema = Schema(of: Artist.self, Album.self)
  /// for change in schema.changes(from: try await db.schema()) { print(change) }
  /// // album: column lastPlayed is added
  /// ```
  ///
  /// The schema is read from the statements that `create` runs. Temporary triggers are left out,
  /// because they belong to a connection. A view or trigger with a value that can't be stored is
  /// added to ``unreadable``.
  public init(of sources: any TableOrView.Type...) { self.init(of: sources) }

  /// Creates the schema that structs describe, given as a list.
  public init(of sources: [any TableOrView.Type]) {
    var entries: [Entry] = []
    var failed: [Unreadable] = []
    /// Adds the statements that create an object, or the error that prevents them.
    func add(_ type: String, _ name: String, of table: String, _ statements: () throws -> [String])
    {
      do {
        entries += try statements().map { Entry(type: type, name: name, table: table, sql: $0) }
      } catch {
        failed.append(Unreadable(type: type, name: name, sql: "", reason: "\(error)"))
      }
    }
    for source in sources {
      let name = source.tableName
      switch source {
      case let view as any DatabaseView.Type:
        add("view", name, of: name) { [try view.createViewSQL(ifNotExists: false)] }
      case let table as any ORMCore.VirtualTable.Type:
        add("table", name, of: name) { [try table.createVirtualTableSQL(ifNotExists: false)] }
      case let table as any DatabaseTable.Type:
        add("table", name, of: name) { table.schema.createStatements() }
      default:
        failed.append(
          Unreadable(
            type: "table", name: name, sql: "", reason: "\(source) is neither a table nor a view"))
      }
      for trigger in source.triggers where !trigger.isTemporary {
        add("trigger", trigger.name, of: name) { [try trigger.createSQL(ifNotExists: false)] }
      }
    }
    self.init(reading: entries)
    unreadable += failed
    declared.tables = sources.compactMap { $0 as? any DatabaseTable.Type }
    for source in sources {
      if let table = source as? any DatabaseTable.Type { addDeclared(of: table.schema) }
    }
  }

  /// Adds the facts that `CREATE` statements do not contain: former names, and the representations
  /// of values.
  package mutating func addDeclared(of table: TableSchema) {
    guard let place = tables.firstIndex(where: { $0.name.isSameName(as: table.name) }) else {
      return
    }
    tables[place].formerNames = table.formerNames
    for (index, column) in table.columns.enumerated() {
      // The columns are in the order of the statement, unless the table was read from elsewhere.
      let columns = tables[place].columns
      let isThere = index < columns.count && columns[index].name.isSameName(as: column.name)
      let position = isThere ? index : columns.firstIndex { $0.name.isSameName(as: column.name) }
      guard let position else { continue }
      tables[place].columns[position].formerNames = column.formerNames
      tables[place].columns[position].representation = column.representation
    }
  }
}
