import ORMCore

/// The tables and columns of a database that have other names in a schema.
package struct RenamePlan: Sendable {
  /// A table that both the database and the schema have.
  package struct Table: Sendable {
    package let wanted: String
    package let found: String
    /// The names in the database of the columns that both have, by their names in the schema.
    package let columns: [SQLName: String]
    /// The columns of the database whose names the schema gives to other columns.
    let aside: [MovedAside]
    /// The columns that an earlier schema left in the database, and whose names have returned.
    let returned: [String]
  }

  /// A table or a column of the database that the schema does not have, and whose name the schema
  /// gives to something else. It has a third name until it is dropped.
  struct MovedAside {
    let name: String
    let third: String
  }

  /// A former schema of the database that is used to find renames.
  private enum Notes {
    /// The schema of the last migration, which may be several versions older.
    case migration(Schema)
    /// The schema of the version before the wanted one in a history.
    case version(Schema)

    var schema: Schema {
      switch self {
      case .migration(let schema), .version(let schema): schema
      }
    }
  }

  package private(set) var tables: [Table] = []
  /// The places of the tables by their names in the database.
  private var placesByFound: [SQLName: Int] = [:]
  /// The tables of the database whose names the schema gives to other tables.
  private(set) var aside: [MovedAside] = []
  /// The tables that an earlier schema left in the database, and whose names have returned.
  private(set) var returned: [String] = []
  /// The `ALTER TABLE` statements, in an order in which each new name is free.
  package private(set) var statements: [String] = []

  /// - Parameters:
  ///   - record: The schema that an earlier migration recorded, with the histories of names.
  ///   - isNextVersion: Whether the record is the version of a history before the wanted one.
  ///   - allowed: The permissions. A permission to drop something that an earlier schema left also
  ///     frees the name of that thing.
  package init(
    from found: Schema, to wanted: Schema, record: Schema?, isNextVersion: Bool = false,
    allowed: Set<PermittedLoss> = []
  ) throws(MigrationError) {
    let notes = record.map { isNextVersion ? Notes.version($0) : .migration($0) }
    let histories = found.tables.map { table in
      NameHistory(table.name, former: record?.table(table.name)?.formerNames ?? [])
    }
    let match = try Self.match(
      wanted.tables.map { NameHistory($0.name, former: $0.formerNames) }, histories,
      notes, of: "tables")
    var renames: [(from: String, to: String)] = []
    var taken: Set<SQLName> = []
    for (table, place) in zip(wanted.tables, match) {
      guard let place else { continue }
      let old = found.tables[place]
      if old.name.isSameName(as: table.name), record?.kept.hasTable(old.name) == true {
        if allowed.contains(.droppingTable(old.name)) { continue }
        returned.append(old.name)
      }
      taken.insert(SQLName(old.name))
      placesByFound[SQLName(old.name)] = tables.count
      tables.append(try Self.table(table, old, notes, allowed))
      if !table.name.isSameName(as: old.name) { renames.append((old.name, table.name)) }
    }
    try renameColumns(found, wanted)
    let objects = found.objectNames
    aside = Self.aside(found.tables.map(\.name), taken, wanted.tables.map(\.name), objects)
    for table in aside {
      statements.append(
        "ALTER TABLE main.\(table.name.quotedIdentifier) RENAME TO"
          + " \(table.third.quotedIdentifier)")
    }
    for (old, new) in try Self.ordered(renames, among: objects, besides: aside, of: "table") {
      statements.append(
        "ALTER TABLE main.\(old.quotedIdentifier) RENAME TO \(new.quotedIdentifier)")
    }
  }

  /// Returns the column of the schema that takes over the values of a column in the database.
  package func wantedColumn(
    _ column: String, of table: String, in wanted: Schema
  ) -> Schema.Column? {
    guard let names = placesByFound[SQLName(table)].map({ tables[$0] }),
      let name = names.columns.first(where: { $0.value.isSameName(as: column) })?.key.text
    else { return nil }
    return wanted.table(names.wanted)?.column(name)
  }

  /// Checks that no table refers to a table that was moved aside and dropped.
  ///
  /// SQLite renames a table in the foreign keys of all other tables. A table that the schema has is
  /// rebuilt with the foreign keys that the schema declares.
  ///
  /// - Parameter result: The schema that the database has after the migration.
  /// - Throws: ``MigrationError`` with the reason `nameTaken`.
  package func checkReferences(in result: Schema) throws(MigrationError) {
    for table in result.tables {
      for reference in table.references {
        guard let old = aside.name(before: reference.table) else { continue }
        throw MigrationError(
          .nameTaken,
          "the table \(table.name), which the schema does not have, refers to \(old), but \(old) is"
            + " dropped, and another table gets its name: add \(table.name) to the schema to keep"
            + " it, or drop it before the migration")
      }
    }
  }

  /// Returns the tables and columns of an earlier schema that the new one lacks, as the permissions
  /// to drop them.
  ///
  /// - Parameter record: The earlier schema, in which tables and columns were found by their names.
  package func absences(from record: Schema) -> Set<PermittedLoss> {
    var absences: Set<PermittedLoss> = []
    let names = record.tables.map(\.name) + record.virtualTables.map(\.name)
    for name in names where placesByFound[SQLName(name)] == nil {
      absences.insert(.droppingTable(name))
    }
    for table in tables {
      for column in record.table(table.found)?.columns.map(\.name) ?? []
      where !table.columns.values.contains(where: { $0.isSameName(as: column) }) {
        absences.insert(.droppingColumn(table.wanted, column))
      }
    }
    return absences
  }

  private static func table(
    _ wanted: Schema.Table, _ found: Schema.Table, _ notes: Notes?, _ allowed: Set<PermittedLoss>
  ) throws(MigrationError) -> Table {
    let record = notes?.schema
    let recorded = record?.table(found.name)
    let histories = found.columns.map { column in
      NameHistory(column.name, former: recorded?.column(column.name)?.formerNames ?? [])
    }
    let match = try match(
      wanted.columns.map { NameHistory($0.name, former: $0.formerNames) }, histories,
      recorded == nil ? nil : notes, of: "columns of \(wanted.name)")
    var columns: [SQLName: String] = [:]
    var taken: Set<SQLName> = []
    var returned: [String] = []
    for (column, place) in zip(wanted.columns, match) {
      guard let place else { continue }
      let old = found.columns[place].name
      if old.isSameName(as: column.name), record?.kept.hasColumn(old, of: found.name) == true {
        if allowed.contains(.droppingColumn(wanted.name, old)) { continue }
        returned.append(old)
      }
      taken.insert(SQLName(old))
      columns[SQLName(column.name)] = old
    }
    let names = found.columns.map(\.name)
    return Table(
      wanted: wanted.name, found: found.name, columns: columns,
      aside: aside(names, taken, wanted.columns.map(\.name), names), returned: returned)
  }

  /// Returns the tables or columns whose names something else gets, with third names for them.
  ///
  /// - Parameters:
  ///   - found: The names in the database.
  ///   - taken: The database's names of the tables or columns that the schema also has, under any
  ///     name.
  ///   - wanted: The names in the schema.
  ///   - objects: Further names that a third name must not be.
  private static func aside(
    _ found: [String], _ taken: Set<SQLName>, _ wanted: [String], _ objects: [String]
  ) -> [MovedAside] {
    let wanted = Set(wanted.map { SQLName($0) })
    var names = wanted.union(objects.map { SQLName($0) })
    return found.filter {
      wanted.contains(SQLName($0)) && !taken.contains(SQLName($0))
    }.map { name in
      let third = freeName(like: name, besides: names)
      names.insert(SQLName(third))
      return MovedAside(name: name, third: third)
    }
  }

  private static func match(
    _ wanted: [NameHistory], _ found: [NameHistory], _ notes: Notes?, of what: String
  ) throws(MigrationError) -> [Int?] {
    let matching = RenameMatching(wanted: wanted, found: found)
    let result =
      switch notes {
      case .migration: matching.byHistory()
      case .version: matching.byVersion()
      case nil: matching.byNames()
      }
    switch result {
    case .decided(let match): return match
    case .roundOfNames(let names):
      throw MigrationError(
        .ambiguousRename,
        "the names do not show which of the \(what) were renamed, because each name was the former"
          + " name of another one: \(names.map(\.text).joined(separator: ", ")); no migration of"
          + " this database has recorded the names")
    case .claimedTwice(let name, let first, let second):
      let (name, first, second) = (name.text, first.text, second.text)
      throw MigrationError(
        .ambiguousRename,
        "\(first) and \(second) of the \(what) were both renamed from \(name), which the database"
          + " has: its values could belong to either. If \(name) was used twice, migrate the"
          + " database through the versions in between, with a SchemaHistory or with a release"
          + " that has them; otherwise declare renamedFrom: \(name.debugDescription) for only one"
          + " of the two")
    }
  }

  /// Adds the renames of columns. They come first, while the tables still have their old names.
  private mutating func renameColumns(
    _ found: Schema, _ wanted: Schema
  ) throws(MigrationError) {
    for table in tables {
      var renames: [(from: String, to: String)] = []
      for column in wanted.table(table.wanted)?.columns ?? [] {
        if let old = table.columns[SQLName(column.name)], !old.isSameName(as: column.name) {
          renames.append((old, column.name))
        }
      }
      if renames.isEmpty && table.aside.isEmpty { continue }
      let names = found.table(table.found)?.columns.map(\.name) ?? []
      let ordered = try Self.ordered(
        renames, among: names, besides: table.aside, of: "column of \(table.found)")
      for (old, new) in table.aside.map({ ($0.name, $0.third) }) + ordered {
        statements.append(
          "ALTER TABLE main.\(table.found.quotedIdentifier) RENAME COLUMN \(old.quotedIdentifier)"
            + " TO \(new.quotedIdentifier)")
      }
    }
  }

  /// Returns the renames in an order in which each new name is free, with a third name if names
  /// form a cycle.
  ///
  /// - Parameter aside: The tables or columns that are moved aside before, which frees their names.
  private static func ordered(
    _ renames: [(from: String, to: String)], among names: [String], besides aside: [MovedAside],
    of what: String
  ) throws(MigrationError) -> [(String, String)] {
    var taken = Set(names.map { SQLName($0) })
    for moved in aside {
      taken.remove(SQLName(moved.name))
      taken.insert(SQLName(moved.third))
    }
    var pending = renames
    var ordered: [(String, String)] = []
    while !pending.isEmpty {
      if let place = pending.firstIndex(where: { !taken.contains(SQLName($0.to)) }) {
        let (from, to) = pending.remove(at: place)
        ordered.append((from, to))
        taken.remove(SQLName(from))
        taken.insert(SQLName(to))
        continue
      }
      guard let place = placeInRound(of: pending) else {
        // The names end at one that a view or an index has.
        let blocked = pending.first { rename in
          !pending.contains { $0.from.isSameName(as: rename.to) }
        }
        let (from, to) = blocked ?? pending[0]
        throw MigrationError(
          .nameTaken,
          "\(what) \(from) can't be renamed to \(to): a view or an index has that name; drop"
            + " or rename it first")
      }
      let third = freeName(like: pending[place].from, besides: taken)
      ordered.append((pending[place].from, third))
      taken.remove(SQLName(pending[place].from))
      taken.insert(SQLName(third))
      pending[place].from = third
    }
    return ordered
  }

  /// Returns the place of a rename that is part of a cycle, in which each new name is the old name
  /// of the next; nil if there is no cycle.
  private static func placeInRound(of renames: [(from: String, to: String)]) -> Int? {
    renames.indices.first { start in
      var place = start
      for _ in renames {
        let name = renames[place].to
        guard let next = renames.firstIndex(where: { $0.from.isSameName(as: name) }) else {
          return false
        }
        if next == start { return true }
        place = next
      }
      return false
    }
  }
}

extension [RenamePlan.MovedAside] {
  /// The name in the database of the element with a third name.
  func name(before third: String) -> String? {
    first { $0.third.isSameName(as: third) }?.name
  }

  /// The third name of the element with a name in the database.
  func third(of name: String) -> String? {
    first { $0.name.isSameName(as: name) }?.third
  }
}

extension Schema {
  /// The names that a table can't get.
  fileprivate var objectNames: [String] {
    tables.map(\.name) + views.map(\.name) + indexes.map(\.name) + virtualTables.map(\.name)
      + unreadable.map(\.name)
  }
}

/// Returns an unused name that begins with another name.
package func freeName(like name: String, besides taken: Set<SQLName>) -> String {
  var number = 1
  while taken.contains(SQLName("\(name)_orm_\(number)")) { number += 1 }
  return "\(name)_orm_\(number)"
}
