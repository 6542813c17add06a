import ORMCore

extension Schema {
  /// Returns the differences between this schema and a database's: the changes that the database
  /// needs.
  ///
  /// ```swift
  /// for change in schema.changes(from: found) { print(change) }
  /// // album: column lastPlayed is added
  /// ```
  ///
  /// A difference that does not matter to SQLite is a note, or is left out: `VARCHAR(10)` and
  /// `TEXT`, `DEFAULT 1` and `DEFAULT (1)`, `UNIQUE` as a column constraint and as a table
  /// constraint. Expressions are not evaluated, so different expressions with the same value are a
  /// change: `1 + 2` and `3`.
  ///
  /// - Parameter found: The schema that was read from the database.
  /// - Returns: The changes, table by table in the order of names; empty if both schemas are the
  ///   same, including their wording.
  public func changes(from found: Schema) -> [Change] {
    SchemaComparison(
      wanted: keepingConflicts(of: found),
      found: found.keepingConflicts(of: self)
    ).changes
  }
}

/// Compares the schema that a database has with the one that it should have.
private struct SchemaComparison {
  let wanted: Schema
  let found: Schema

  var changes: [Schema.Change] {
    let (new, old) = (wanted, found)
    var changes: [Schema.Change] = []
    for table in new.tables {
      if let other = found.table(table.name) {
        changes += TableComparison(table, in: wanted, from: other, in: found).changes
      } else {
        changes.append(found.absence(of: .table, table.name, table.sql))
      }
      changes += indexChanges(of: table)
    }
    changes += objectChanges(.virtualTable, new.virtualTables, old.virtualTables)
    changes += objectChanges(.view, new.views, old.views)
    changes += objectChanges(.trigger, new.triggers, old.triggers)
    for table in old.tables where wanted.table(table.name) == nil {
      changes.append(Schema.Change(.extra, .table, of: table.name, found: table.sql))
    }
    return changes
  }

  private func indexChanges(of table: Schema.Table) -> [Schema.Change] {
    let oldTable = found.table(table.name) ?? table
    let (old, new) = (TableMeaning(oldTable), TableMeaning(table))
    var changes: [Schema.Change] = []
    var known: Set<SQLName> = []
    for index in wanted.indexes(of: table.name) {
      known.insert(SQLName(index.name))
      if let other = found.index(index.name) {
        let isSame = other.table.isSameName(as: table.name) && old.index(other) == new.index(index)
        changes += comparison(.index, index.name, isSame, other.sql, index.sql)
      } else if let key = oldTable.keys.first(where: {
        new.index(index, doesWhatIsDoneBy: $0, of: old)
      }) {
        changes.append(
          Schema.Change(.note, .index, of: index.name, found: key.tableSQL, wanted: index.sql))
      } else {
        changes.append(found.absence(of: .index, index.name, index.sql))
      }
    }
    for index in found.indexes(of: table.name) where !known.contains(SQLName(index.name)) {
      // The index replaces a constraint that the table should have, and does not duplicate one.
      let isKey = table.keys.contains { old.index(index, doesWhatIsDoneBy: $0, of: new) }
      let isDoubled = oldTable.keys.contains { old.index(index, doesWhatIsDoneBy: $0, of: old) }
      if isKey && !isDoubled { continue }
      // An index that refuses no further rows is not a constraint of its own.
      let isRepeated =
        index.isUnique
        && new.refuses(whatIsRefusedBy: index, of: old, indexes: wanted.indexes(of: table.name))
      changes.append(
        Schema.Change(isRepeated ? .note : .extra, .index, of: index.name, found: index.sql))
    }
    return changes
  }

  /// Returns the changes of views, triggers and virtual tables, which are compared by their whole
  /// text.
  private func objectChanges<Object: SchemaObject>(
    _ kind: Schema.Change.Kind, _ wanted: [Object], _ old: [Object]
  ) -> [Schema.Change] {
    let oldByName = old.byName(\.name)
    let wantedNames = Set(wanted.map { SQLName($0.name) })
    var changes: [Schema.Change] = []
    for object in wanted {
      if let other = oldByName[SQLName(object.name)] {
        let isSame = Meaning(other.sql) == Meaning(object.sql)
        changes += comparison(kind, object.name, isSame, other.sql, object.sql)
      } else {
        changes.append(found.absence(of: kind, object.name, object.sql))
      }
    }
    for object in old where !wantedNames.contains(SQLName(object.name)) {
      changes.append(Schema.Change(.extra, kind, of: object.name, found: object.sql))
    }
    return changes
  }

  private func comparison(
    _ kind: Schema.Change.Kind, _ name: String, _ isSame: Bool, _ found: String, _ wanted: String
  ) -> [Schema.Change] {
    if isSame && found.hasSameBytes(as: wanted) { return [] }
    return [Schema.Change(isSame ? .note : .changed, kind, of: name, found: found, wanted: wanted)]
  }
}

/// An object that is compared by its SQL.
private protocol SchemaObject {
  var name: String { get }
  var sql: String { get }
}

extension Schema.View: SchemaObject {}
extension Schema.Trigger: SchemaObject {}
extension Schema.VirtualTable: SchemaObject {}

extension Schema {
  /// Returns the change for an object that does not exist or can't be parsed.
  fileprivate func absence(of kind: Schema.Change.Kind, _ name: String, _ sql: String)
    -> Schema.Change
  {
    if let object = unreadable(name) {
      return Schema.Change(.unreadable, kind, of: name, found: object.reason, wanted: sql)
    }
    return Schema.Change(.added, kind, of: name, wanted: sql)
  }
}

extension Array {
  /// The objects by name; of several with one name, the first.
  func byName(_ name: (Element) -> String) -> [SQLName: Element] {
    Dictionary(map { (SQLName(name($0)), $0) }) { first, _ in first }
  }
}
