import ORMCore

extension Schema {
  /// Creates a schema from the rows of `sqlite_schema`.
  ///
  /// Only the SQL that SQLite stores is used, because pragmas return less. An object whose SQL
  /// can't be read is added to ``unreadable`` and does not affect the other objects.
  public init(reading entries: some Sequence<Entry>) {
    var tables: [Table] = []
    var indexes: [Index] = []
    var views: [View] = []
    var triggers: [Trigger] = []
    var virtualTables: [VirtualTable] = []
    var unreadable: [Unreadable] = []
    for entry in entries {
      // Indexes of keys have no text, and SQLite's internal tables are not the user's.
      guard let sql = entry.sql, !entry.name.isReservedName,
        !Self.isOfMigrations(entry.name)
      else { continue }
      do throws(CreateReader.Failure) {
        switch try Object(sql) {
        case .table(let table): tables.append(table)
        case .index(let index): indexes.append(index)
        case .view(let view): views.append(view)
        case .trigger(let trigger): triggers.append(trigger)
        case .virtualTable(let table): virtualTables.append(table)
        }
      } catch {
        unreadable.append(
          Unreadable(type: entry.type, name: entry.name, sql: sql, reason: error.reason))
      }
    }
    let shadows = Set(virtualTables.flatMap { ($0.shadowNames ?? []).map { SQLName($0) } })
    self.init(
      tables: tables, indexes: indexes, views: views, triggers: triggers,
      virtualTables: virtualTables, unreadable: unreadable)
    removeTables(shadows)
  }

  /// Removes tables with their indexes.
  package mutating func removeTables(_ names: Set<SQLName>) {
    if names.isEmpty { return }
    tables.removeAll { names.contains(SQLName($0.name)) }
    indexes.removeAll { names.contains(SQLName($0.table)) }
  }

  /// The object that a `CREATE` statement creates.
  enum Object {
    case table(Table)
    case index(Index)
    case view(View)
    case trigger(Trigger)
    case virtualTable(VirtualTable)

    init(_ sql: String) throws(CreateReader.Failure) {
      var reader = CreateReader(sql)
      try reader.expect("CREATE")
      if !reader.accept("TEMP") { _ = reader.accept("TEMPORARY") }
      if reader.accept("TABLE") {
        self = .table(try reader.table())
      } else if reader.accept("VIRTUAL", "TABLE") {
        self = .virtualTable(try reader.virtualTable())
      } else if reader.accept("INDEX") {
        self = .index(try reader.index(isUnique: false))
      } else if reader.accept("UNIQUE", "INDEX") {
        self = .index(try reader.index(isUnique: true))
      } else if reader.accept("VIEW") {
        self = .view(try reader.view())
      } else if reader.accept("TRIGGER") {
        self = .trigger(try reader.trigger())
      } else {
        throw reader.failure("TABLE, INDEX, VIEW or TRIGGER")
      }
    }
  }
}

extension String {
  /// Whether SQLite reserves the name: `sqlite_sequence`, `sqlite_stat1`.
  var isReservedName: Bool {
    let prefix = "sqlite_".utf8
    return utf8.count >= prefix.count
      && utf8.prefix(prefix.count).elementsEqual(prefix) { $0.loweredInASCII == $1 }
  }
}
