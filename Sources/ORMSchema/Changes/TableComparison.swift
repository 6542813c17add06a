import ORMCore

/// Compares a table that a database has with the one that it should have.
struct TableComparison {
  private let found: TableMeaning
  private let wanted: TableMeaning
  private let foundSchema: Schema
  private let wantedSchema: Schema
  /// Whether the table should be `STRICT`, if it can be.
  private let isStrictWanted: Bool
  private(set) var changes: [Schema.Change] = []

  init(
    _ wanted: Schema.Table, in wantedSchema: Schema, from found: Schema.Table,
    in foundSchema: Schema
  ) {
    self.found = TableMeaning(found)
    self.wanted = TableMeaning(wanted.staying(with: found))
    isStrictWanted = wanted.isStrict
    self.foundSchema = foundSchema
    self.wantedSchema = wantedSchema
    // A foreign key without columns refers to the other table's key, which may differ.
    if found == wanted, found.references.allSatisfy({ !$0.tableColumns.isEmpty }) { return }
    compareOptions()
    for column in self.wanted.table.columns { compare(column) }
    for column in found.columns where wanted.column(column.name) == nil {
      if isNeededByInsert(column) {
        add(.extra, .column, column.name, .notNull, found: column.notNull.words ?? "NOT NULL")
      } else {
        add(.extra, .column, column.name, found: column.name)
      }
    }
    compareOrder()
    comparePrimaryKey()
    compareUniques()
    compareChecks()
    compareReferences()
  }

  private mutating func add(
    _ action: Schema.Change.Action, _ kind: Schema.Change.Kind, _ member: String? = nil,
    _ property: Schema.Change.Property = .definition, found: String? = nil, wanted: String? = nil
  ) {
    changes.append(
      Schema.Change(
        action, kind, of: self.wanted.table.name, member: member, property: property, found: found,
        wanted: wanted))
  }

  /// Adds a change if the meanings differ, and a note if only the texts do.
  private mutating func compare(
    _ kind: Schema.Change.Kind, _ member: String? = nil, _ property: Schema.Change.Property,
    isSame: Bool, found: String?, wanted: String?
  ) {
    if isSame && found.hasSameBytes(as: wanted) { return }
    add(isSame ? .note : .changed, kind, member, property, found: found, wanted: wanted)
  }
}

// MARK: - The table and its columns

extension TableComparison {
  private mutating func compareOptions() {
    let (old, new) = (found.table, wanted.table)
    compare(.table, nil, .name, isSame: true, found: old.name, wanted: new.name)
    compare(
      .table, nil, .strict, isSame: old.isStrict == new.isStrict,
      found: old.isStrict ? "yes" : "no", wanted: isStrictWanted ? "yes" : "no")
    compare(
      .table, nil, .withoutRowID, isSame: old.isWithoutRowID == new.isWithoutRowID,
      found: old.isWithoutRowID ? "yes" : "no", wanted: new.isWithoutRowID ? "yes" : "no")
  }

  private mutating func compare(_ new: Schema.Column) {
    let name = new.name
    guard let old = found.table.column(name) else {
      return add(.added, .column, name, wanted: name)
    }
    compare(.column, name, .name, isSame: true, found: old.name, wanted: new.name)
    compare(
      .column, name, .type,
      // If a column becomes the rowid, the primary key shows the change.
      isSame: isSameType(old, new) || old.type.hasSameBytes(as: new.type),
      found: old.type.orNil, wanted: new.type.orNil)
    if let oldForm = old.representation, let newForm = new.representation {
      compare(
        .column, name, .representation,
        isSame: RepresentationChange(from: oldForm, to: newForm).work == .nothing,
        found: oldForm.description, wanted: newForm.description)
    }
    compare(
      .column, name, .notNull, isSame: found.notNull(of: old) == wanted.notNull(of: new),
      found: old.notNull.words, wanted: new.notNull.words)
    compare(
      .column, name, .defaultValue,
      isSame: found.defaultValue(of: old) == wanted.defaultValue(of: new),
      found: old.defaultValue?.expression, wanted: new.defaultValue?.expression)
    compare(
      .column, name, .collation, isSame: found.collation(of: old) == wanted.collation(of: new),
      found: old.collation, wanted: new.collation)
    compare(
      .column, name, .expression,
      isSame: found.generation(of: old) == wanted.generation(of: new),
      found: old.generated?.words, wanted: new.generated?.words)
    compareNames(old, new)
  }

  /// Whether SQLite refuses, or skips, a row that is inserted without a value for a column.
  private func isNeededByInsert(_ column: Schema.Column) -> Bool {
    found.notNull(of: column) != nil && column.generated == nil
      && found.defaultValue(of: column) == .null
  }

  private func isSameType(_ old: Schema.Column, _ new: Schema.Column) -> Bool {
    let (oldType, newType) = (found.type(of: old), wanted.type(of: new))
    // A table that becomes `STRICT` is a separate change.
    return found.table.isStrict == wanted.table.isStrict
      ? oldType == newType
      : Affinity(old.type) == Affinity(new.type) && (oldType == .rowID) == (newType == .rowID)
  }

  private mutating func compareNames(_ old: Schema.Column, _ new: Schema.Column) {
    for (found, wanted) in [
      (old.notNull?.name, new.notNull?.name), (old.defaultValue?.name, new.defaultValue?.name),
      (old.generated?.name, new.generated?.name),
    ] {
      compare(.column, new.name, .constraintName, isSame: true, found: found, wanted: wanted)
    }
  }

  private mutating func compareOrder() {
    let old = found.table.columns.filter { wanted.table.column($0.name) != nil }
    let new = wanted.table.columns.filter { found.table.column($0.name) != nil }
    let isSame = zip(old, new).allSatisfy { $0.name.isSameName(as: $1.name) }
    if isSame { return }
    add(
      .note, .table, nil, .order, found: old.map(\.name).joined(separator: ", "),
      wanted: new.map(\.name).joined(separator: ", "))
  }
}

// MARK: - Constraints

extension TableComparison {
  private mutating func comparePrimaryKey() {
    let (old, new) = (found.table.primaryKey, wanted.table.primaryKey)
    if old == nil && new == nil { return }
    let isSame = found.primaryKey == wanted.primaryKey
    let readsSame = old?.words.hasSameBytes(as: new?.words ?? "") ?? false
    func words(_ key: Schema.Key?, of table: Schema.Table) -> String? {
      let isRowID = !isSame && (readsSame || old == nil) && table.rowIDColumn != nil
      return key.map { $0.words + (isRowID ? ", which is the rowid" : "") }
    }
    compare(
      .key, "the primary key", .definition, isSame: isSame, found: words(old, of: found.table),
      wanted: words(new, of: wanted.table))
    compare(
      .key, "the primary key", .constraintName, isSame: true, found: old?.name, wanted: new?.name)
  }

  /// Compares `UNIQUE` constraints. A unique index on the same columns is equivalent and is kept.
  private mutating func compareUniques() {
    let (old, new) = (found, wanted)
    let oldIndexes = foundSchema.indexes(of: old.table.name)
    let newIndexes = wantedSchema.indexes(of: new.table.name)
    pair(
      .key, old.uniques, new.uniques, old.key, new.key, \.tableSQL, name: \.name,
      isCovered: { key in
        oldIndexes.first { old.index($0, doesWhatIsDoneBy: key, of: new) }?.sql
      },
      isWanted: { key in newIndexes.contains { new.index($0, doesWhatIsDoneBy: key, of: old) } })
  }

  private mutating func compareChecks() {
    let (old, new) = (found, wanted)
    pair(
      .check, old.table.checks, new.table.checks, { old.expression($0.expression) },
      { new.expression($0.expression) }, \.sql, name: \.name)
  }

  private mutating func compareReferences() {
    let (old, new, oldSchema, newSchema) = (found, wanted, foundSchema, wantedSchema)
    pair(
      .reference, old.table.references, new.table.references, { old.reference($0, in: oldSchema) },
      { new.reference($0, in: newSchema, or: oldSchema) }, \.tableSQL, name: \.name)
  }

  /// Pairs constraints with the same meaning; the rest are added or extra.
  private mutating func pair<Constraint, Key: Hashable>(
    _ kind: Schema.Change.Kind, _ found: [Constraint], _ wanted: [Constraint],
    _ foundMeaning: (Constraint) -> Key, _ wantedMeaning: (Constraint) -> Key,
    _ sql: (Constraint) -> String, name: (Constraint) -> String?,
    isCovered: (Constraint) -> String? = { _ in nil },
    isWanted: (Constraint) -> Bool = { _ in false }
  ) {
    var rest: [Key: Constraint] = [:]
    for constraint in found { rest[foundMeaning(constraint)] = constraint }
    var known: Set<Key> = []
    for constraint in wanted where known.insert(wantedMeaning(constraint)).inserted {
      if let old = rest.removeValue(forKey: wantedMeaning(constraint)) {
        compare(
          kind, sql(constraint), .constraintName, isSame: true, found: name(old),
          wanted: name(constraint))
      } else if let other = isCovered(constraint) {
        add(.note, kind, sql(constraint), found: other, wanted: sql(constraint))
      } else {
        add(.added, kind, sql(constraint), wanted: sql(constraint))
      }
    }
    // In the database's order; each meaning is added once.
    for constraint in found where rest.removeValue(forKey: foundMeaning(constraint)) != nil {
      if isWanted(constraint) { continue }
      add(.extra, kind, sql(constraint), found: sql(constraint))
    }
  }
}

// MARK: - Words

extension String {
  fileprivate var orNil: String? { isEmpty ? nil : self }
}

extension Schema.NotNull? {
  fileprivate var words: String? { map { "NOT NULL" + $0.conflict.clause } }
}

extension Schema.Generated {
  fileprivate var words: String { "(\(expression)) \(isStored ? "STORED" : "VIRTUAL")" }
}

extension Schema.Key {
  /// The key without its name, whether it is written at its column or after the columns.
  fileprivate var words: String {
    var key = self
    key.name = nil
    // `DESC` has different meanings at the column and after the columns.
    return isOnColumn && columns.first?.isDescending == true ? key.columnSQL : key.tableSQL
  }
}
