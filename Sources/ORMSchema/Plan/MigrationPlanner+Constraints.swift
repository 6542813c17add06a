import ORMCore

// Constraints that only the database has, and that no migration and no `create` has recorded.

extension MigrationPlanner {
  /// Warnings about the constraints that stay, and about options that the struct does not declare.
  func warningsOfConstraints(_ change: TableChange) -> [String] {
    let refused = contradictions(change).map(\.permission)
    let comparison = TableComparison(
      change.wanted, in: target, from: change.current, in: current)
    return stayingConstraints(change).filter { !refused.contains($0.dropping) }
      .map { "\($0); \($0.cure)" }
      + comparison.changes.filter(\.isUndeclaredOption).map(\.description)
  }

  /// The constraints of the database's table that stay.
  private func stayingConstraints(_ change: TableChange) -> [Schema.Change] {
    let name = change.final.name
    func extra(_ kind: Schema.Change.Kind, _ sql: String) -> Schema.Change {
      Schema.Change(.extra, kind, of: name, member: sql, found: sql)
    }
    return change.stayingKeys.map { extra(.key, $0.tableSQL) }
      + change.stayingChecks.map { extra(.check, $0.sql) }
      + change.stayingReferences.map { extra(.reference, $0.tableSQL) }
      + stayingUniqueIndexes(change).map {
        Schema.Change(.extra, .index, of: $0.name, found: $0.sql)
      }
  }

  private func stayingUniqueIndexes(_ change: TableChange) -> [Schema.Index] {
    let (old, new) = (TableMeaning(change.current), TableMeaning(change.wanted))
    let indexes = target.indexes(of: change.wanted.name)
    return PlannedObjects(self, PlannedTables([change])).indexes(of: change).filter { index in
      index.isUnique && target.index(index.name) == nil
        && !new.refuses(whatIsRefusedBy: index, of: old, indexes: indexes)
    }
  }

  /// The constraints that stay but contradict one that the schema adds: the old one refuses or
  /// deletes rows that the new one allows.
  func contradictions(_ change: TableChange) -> [DataLoss] {
    let (old, new) = (TableMeaning(change.current), TableMeaning(change.wanted))
    let name = change.final.name
    var losses: [DataLoss] = []
    func add(_ kind: DataLoss.Kind, _ member: String, _ wanted: String) {
      losses.append(DataLoss(kind, name, member, type: wanted, count: 1))
    }
    let oldChecks = Set(change.current.checks.map { old.expression($0.expression) })
    let newChecks = change.wanted.checks.filter {
      !oldChecks.contains(new.expression($0.expression))
    }
    for check in change.stayingChecks {
      if let other = newChecks.first(where: { new.check($0, contradicts: check, of: old) }) {
        add(.contradictingConstraint, check.sql, other.sql)
      }
    }
    let oldReferences = Set(change.current.references.map { old.reference($0, in: current) })
    let newReferences = change.wanted.references.filter {
      !oldReferences.contains(new.reference($0, in: target, or: current))
    }
    for reference in change.stayingReferences {
      let columns = Set(reference.columns.map { SQLName($0) })
      if let other = newReferences.first(where: { Set($0.columns.map { SQLName($0) }) == columns })
      {
        add(.contradictingConstraint, reference.tableSQL, other.tableSQL)
      }
    }
    let newKeys = newUniques(change)
    for key in change.stayingKeys {
      if let other = newKeys.first(where: { $0.refusesFewer(than: key.columns) }) {
        add(.contradictingConstraint, key.tableSQL, other.sql)
      }
    }
    for index in stayingUniqueIndexes(change) where index.condition == nil {
      if let other = newKeys.first(where: { $0.refusesFewer(than: index.columns) }) {
        add(.contradictingIndex, index.name, other.sql)
      }
    }
    return losses
  }

  /// The keys and unique indexes that the schema adds to a table.
  private func newUniques(_ change: TableChange) -> [NewUnique] {
    let (old, new) = (TableMeaning(change.current), TableMeaning(change.wanted))
    let oldKeys = Set(change.current.keys.map { old.key($0) })
    let keys = change.wanted.keys.filter { !oldKeys.contains(new.key($0)) }
    let indexes = target.indexes(of: change.wanted.name).filter {
      $0.isUnique && $0.condition == nil && !isThere($0, change.wanted, change.current)
    }
    return keys.map { NewUnique($0.columns, isPrimary: $0.kind == .primary, $0.tableSQL) }
      + indexes.map { NewUnique($0.columns, isPrimary: false, $0.sql) }
  }
}

/// A key or a unique index that a schema adds.
private struct NewUnique {
  private let columns: Set<SQLName>
  private let isPrimary: Bool
  let sql: String

  init(_ columns: [Schema.IndexedColumn], isPrimary: Bool, _ sql: String) {
    self.columns = Set(columns.compactMap(\.column).map { SQLName($0) })
    self.isPrimary = isPrimary
    self.sql = sql
  }

  /// Whether this allows rows that a key of these columns refuses.
  ///
  /// A different `UNIQUE` of the same columns has another collation, or another `ON CONFLICT`.
  func refusesFewer(than parts: [Schema.IndexedColumn]) -> Bool {
    let old = Set(parts.compactMap(\.column).map { SQLName($0) })
    guard old.count == parts.count, !old.isEmpty else { return false }
    return isPrimary ? columns.isStrictSuperset(of: old) : columns.isSuperset(of: old)
  }
}

extension TableMeaning {
  /// Whether a `CHECK` contradicts one of another definition of the table: both are about the same
  /// columns. A list of values contradicts a list that lacks some of them.
  fileprivate func check(
    _ check: Schema.Check, contradicts other: Schema.Check, of otherTable: TableMeaning
  ) -> Bool {
    let columns = columns(in: check.expression)
    guard !columns.isEmpty, columns == otherTable.columns(in: other.expression) else {
      return false
    }
    if let new = expression(check.expression).listedValues,
      let old = otherTable.expression(other.expression).listedValues
    {
      return !old.isSuperset(of: new)
    }
    return true
  }

  private func columns(in expression: String) -> Set<SQLName> {
    names.filter { expression.names([$0.text]) }
  }
}

extension Meaning {
  /// The values of `column IN (value, …)`; nil for any other expression.
  fileprivate var listedValues: Set<[[UInt8]]>? {
    guard pieces.count > 4, pieces[1].elementsEqual("in".utf8),
      pieces[2].elementsEqual("(".utf8), pieces.last?.elementsEqual(")".utf8) == true
    else { return nil }
    let list = pieces[3..<pieces.count - 1]
    // The list contains an expression or a query.
    if list.contains(where: { $0.elementsEqual("(".utf8) || $0.elementsEqual("select".utf8) }) {
      return nil
    }
    return Set(list.split { $0.elementsEqual(",".utf8) }.map(Array.init))
  }
}

extension Schema.Change {
  /// The permission that drops a constraint that only the database has.
  package var dropping: PermittedLoss {
    kind == .index ? .droppingIndex(object) : .droppingConstraint(object, member ?? "")
  }
}
