import ORMCore

extension Schema {
  /// What differs between this schema and the one that a database has: what would have to happen to
  /// it.
  ///
  /// ```swift
  /// for change in schema.changes(from: found) { print(change) }
  /// // album: column lastPlayed is added
  /// ```
  ///
  /// What SQLite treats the same way is a note at most: `VARCHAR(10)` and `TEXT`, `DEFAULT 1` and
  /// `DEFAULT (1)`, `UNIQUE` at a column and behind the columns. What is computed alike and written
  /// differently is a change, as expressions are not understood: `1 + 2` and `3`.
  ///
  /// - Parameter found: The schema that was read from the database.
  /// - Returns: The changes, table by table in the order of names; none if both are the same to
  ///   SQLite in   each word.
  public func changes(from found: Schema) -> [Change] {
    var changes: [Change] = []
    for table in tables {
      if let old = found.table(table.name) {
        changes += TableComparison(table, in: self, from: old, in: found).changes
      } else {
        changes.append(found.absence(of: .table, table.name, table.sql))
      }
      changes += indexChanges(of: table, from: found)
    }
    changes += objectChanges(.virtualTable, virtualTables, found.virtualTables, found)
    changes += objectChanges(.view, views, found.views, found)
    changes += objectChanges(.trigger, triggers, found.triggers, found)
    for table in found.tables where self.table(table.name) == nil {
      changes.append(Change(.extra, .table, of: table.name, found: table.sql))
    }
    return changes
  }

  /// The change of an object that is not there, or not to be read.
  private func absence(of kind: Change.Kind, _ name: String, _ sql: String) -> Change {
    if let object = unreadable.first(where: { $0.name.isSameName(as: name) }) {
      return Change(.unreadable, kind, of: name, found: object.reason, wanted: sql)
    }
    return Change(.added, kind, of: name, wanted: sql)
  }

  // MARK: - Indexes

  private func indexChanges(of table: Table, from found: Schema) -> [Change] {
    let oldTable = found.table(table.name) ?? table
    let (old, new) = (TableMeaning(oldTable), TableMeaning(table))
    var changes: [Change] = []
    var known: Set<SQLName> = []
    for index in indexes(of: table.name) {
      known.insert(SQLName(index.name))
      if let other = found.indexes.first(where: { $0.name.isSameName(as: index.name) }) {
        let isSame = other.table.isSameName(as: table.name) && old.index(other) == new.index(index)
        changes += Self.comparison(.index, index.name, isSame, other.sql, index.sql)
      } else if let key = oldTable.keys.first(where: {
        new.index(index, doesWhatIsDoneBy: $0, of: old)
      }) {
        changes.append(
          Change(.note, .index, of: index.name, found: key.tableSQL, wanted: index.sql))
      } else {
        changes.append(found.absence(of: .index, index.name, index.sql))
      }
    }
    for index in found.indexes(of: table.name) where !known.contains(SQLName(index.name)) {
      // It is what a constraint of the table should do, and not one that does it as well.
      let isKey = table.keys.contains { old.index(index, doesWhatIsDoneBy: $0, of: new) }
      let isDoubled = oldTable.keys.contains { old.index(index, doesWhatIsDoneBy: $0, of: old) }
      if isKey && !isDoubled { continue }
      changes.append(Change(.extra, .index, of: index.name, found: index.sql))
    }
    return changes
  }

  // MARK: - Views, triggers and virtual tables

  private func objectChanges<Object: SchemaObject>(
    _ kind: Change.Kind, _ wanted: [Object], _ old: [Object], _ found: Schema
  ) -> [Change] {
    var changes: [Change] = []
    for object in wanted {
      if let other = old.first(where: { $0.name.isSameName(as: object.name) }) {
        let isSame = Meaning(other.sql) == Meaning(object.sql)
        changes += Self.comparison(kind, object.name, isSame, other.sql, object.sql)
      } else {
        changes.append(found.absence(of: kind, object.name, object.sql))
      }
    }
    for object in old where !wanted.contains(where: { $0.name.isSameName(as: object.name) }) {
      changes.append(Change(.extra, kind, of: object.name, found: object.sql))
    }
    return changes
  }

  private static func comparison(
    _ kind: Change.Kind, _ name: String, _ isSame: Bool, _ found: String, _ wanted: String
  ) -> [Change] {
    if isSame && found.hasSameBytes(as: wanted) { return [] }
    return [Change(isSame ? .note : .changed, kind, of: name, found: found, wanted: wanted)]
  }
}

/// What is compared by its text.
private protocol SchemaObject {
  var name: String { get }
  var sql: String { get }
}

extension Schema.View: SchemaObject {}
extension Schema.Trigger: SchemaObject {}
extension Schema.VirtualTable: SchemaObject {}
