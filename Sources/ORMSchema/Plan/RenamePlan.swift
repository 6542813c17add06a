import ORMCore

/// The tables and columns of a database that have other names in a schema.
package struct RenamePlan: Sendable {
  /// A table that both have.
  package struct Table: Sendable {
    package let wanted: String
    package let found: String
    /// The names in the database of the columns that both have, by those in the schema.
    package let columns: [SQLName: String]
  }

  package private(set) var tables: [Table] = []
  /// The statements that rename, in an order in which no name is taken.
  package private(set) var statements: [String] = []

  /// - Parameter record: The schema that a migration before has noted, with names' histories.
  package init(from found: Schema, to wanted: Schema, record: Schema?) throws(MigrationError) {
    let histories = found.tables.map { table in
      NameHistory(table.name, former: record?.table(table.name)?.formerNames ?? [])
    }
    let match = try Self.match(
      wanted.tables.map { NameHistory($0.name, former: $0.formerNames) }, histories,
      isRecorded: record != nil, of: "tables")
    var renames: [(from: String, to: String)] = []
    for (table, place) in zip(wanted.tables, match) {
      guard let place else { continue }
      let old = found.tables[place]
      tables.append(try Self.table(table, old, record?.table(old.name), isRecorded: record != nil))
      if !table.name.isSameName(as: old.name) { renames.append((old.name, table.name)) }
    }
    try renameColumns(found, wanted)
    let names =
      found.tables.map(\.name) + found.views.map(\.name) + found.indexes.map(\.name)
      + found.virtualTables.map(\.name) + found.unreadable.map(\.name)
    for (old, new) in try Self.ordered(renames, among: names, of: "table") {
      statements.append(
        "ALTER TABLE main.\(old.quotedIdentifier) RENAME TO \(new.quotedIdentifier)")
    }
  }

  /// The tables and columns of an earlier schema that the new one lacks, as the permissions that
  /// they need.
  ///
  /// - Parameter record: The earlier schema, by whose names tables and columns were found.
  package func absences(from record: Schema) -> Set<AllowedLoss> {
    var absences: Set<AllowedLoss> = []
    let names = record.tables.map(\.name) + record.virtualTables.map(\.name)
    for name in names where !tables.contains(where: { $0.found.isSameName(as: name) }) {
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
    _ wanted: Schema.Table, _ found: Schema.Table, _ record: Schema.Table?, isRecorded: Bool
  ) throws(MigrationError) -> Table {
    let histories = found.columns.map { column in
      NameHistory(column.name, former: record?.column(column.name)?.formerNames ?? [])
    }
    let match = try match(
      wanted.columns.map { NameHistory($0.name, former: $0.formerNames) }, histories,
      isRecorded: isRecorded && record != nil, of: "columns of \(wanted.name)")
    var columns: [SQLName: String] = [:]
    for (column, place) in zip(wanted.columns, match) {
      if let place { columns[SQLName(column.name)] = found.columns[place].name }
    }
    return Table(wanted: wanted.name, found: found.name, columns: columns)
  }

  private static func match(
    _ wanted: [NameHistory], _ found: [NameHistory], isRecorded: Bool, of what: String
  ) throws(MigrationError) -> [Int?] {
    let matching = RenameMatching(wanted: wanted, found: found)
    if isRecorded { return matching.byHistory() }
    let (match, undecided) = matching.byNames()
    if let match { return match }
    let names = undecided.map(\.text).joined(separator: ", ")
    throw MigrationError(
      .ambiguousRename,
      "which of the \(what) were renamed can't be told by names, which have been each other's:"
        + " \(names); no migration has noted it in this database")
  }

  /// Columns first, in tables that still have their names of the database.
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
      if renames.isEmpty { continue }
      let names = found.table(table.found)?.columns.map(\.name) ?? []
      for (old, new) in try Self.ordered(renames, among: names, of: "column of \(table.found)") {
        statements.append(
          "ALTER TABLE main.\(table.found.quotedIdentifier) RENAME COLUMN \(old.quotedIdentifier)"
            + " TO \(new.quotedIdentifier)")
      }
    }
  }

  /// In an order in which each name is free; by way of a third name if names go round.
  private static func ordered(
    _ renames: [(from: String, to: String)], among names: [String], of what: String
  ) throws(MigrationError) -> [(String, String)] {
    var taken = Set(names.map { SQLName($0) })
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
        // The names lead to one that something has and keeps.
        let blocked = pending.first { rename in
          !pending.contains { $0.from.isSameName(as: rename.to) }
        }
        let (from, to) = blocked ?? pending[0]
        throw MigrationError(.nameTaken, "\(what) \(from) is to be named \(to), and there is one")
      }
      let third = freeName(like: pending[place].from, besides: taken)
      ordered.append((pending[place].from, third))
      taken.remove(SQLName(pending[place].from))
      taken.insert(SQLName(third))
      pending[place].from = third
    }
    return ordered
  }

  /// Returns the place of a rename that is part of a round of names, in which each new name is the
  /// old one of the next; nil if there is no round.
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

/// A name that begins like another one and that nothing has.
func freeName(like name: String, besides taken: Set<SQLName>) -> String {
  var number = 1
  while taken.contains(SQLName("\(name)_orm_\(number)")) { number += 1 }
  return "\(name)_orm_\(number)"
}
