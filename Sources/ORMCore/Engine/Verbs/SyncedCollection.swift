/// Compares the existing and the wanted rows of one parent's to-many relation.
struct SyncedCollection<Parent: KeyedTable, Child: KeyedTable> {
  /// The changes to write.
  struct Difference {
    /// The keys of the rows to delete.
    var deleted: [[SQLValue]] = []
    /// The rows to update, each with its current state.
    var changed: [ChangedRow<Child>] = []
    /// The rows to insert.
    var new: [Child] = []
  }

  private let parent: Parent
  private let references: [RelatedTable.Pair]
  /// The parent's values of the columns that the relation refers to.
  private let target: [SQLValue]
  /// Whether SQLite considers other values equal to the target.
  private var isEqual: [[SQLValue]: Bool] = [:]

  init<Connection: SQLConnection>(
    _ references: [RelatedTable.Pair], of parent: Parent, on db: isolated Connection
  ) throws {
    self.parent = parent
    self.references = references
    target = try db.currentValues(of: parent, in: references.map(\.target))
  }

  /// - Throws: ``SyncError`` if the draft does not refer to the parent.
  mutating func check<Draft: TableDraft, Connection: SQLConnection>(
    _ draft: Draft, on db: isolated Connection
  ) throws where Draft.Target == Child {
    let columns = Child.schema.writableColumnsWithoutKey
    let values = try draft.storedValues
    let reference = references.map { pair in
      // A draft has no key yet.
      columns.firstIndex(ofName: pair.column).map { values[$0] } ?? .null
    }
    if try !refersToParent(reference, on: db) { throw error(.otherParent, key: nil) }
  }

  /// Returns the differences between the wanted and the existing rows.
  ///
  /// - Throws: ``SyncError``
  mutating func difference<Connection: SQLConnection>(
    to rows: [Child], by coding: SyncedRows<Child, Connection.Prepared>,
    on db: isolated Connection
  ) throws -> Difference {
    let columns = StoredColumns.of(Child.self)
    let new = RowComparison(try coding.values(rows, columns.names.count), of: columns)
    try checkReferences(of: rows, new, columns, on: db)
    let old = try differing(from: new, by: coding, on: db)
    let rest = rows.indices.filter { !new.isSame[$0] }
    // Usually all remaining rows differ, or no rows remain.
    if rest.isEmpty && old.isEmpty { return Difference() }
    return try difference(of: rows, at: rest, new, from: old, by: coding, on: db)
  }

  /// Returns the differences between the rows that are not equal.
  private func difference<Connection: SQLConnection>(
    of rows: [Child], at rest: [Int], _ new: RowComparison, from old: [Child],
    by coding: SyncedRows<Child, Connection.Prepared>, on db: isolated Connection
  ) throws -> Difference {
    let stored = rest.map { index in
      KeyMatches.Row(
        values: new.values(of: index),
        key: rows[index].primaryKey == nil ? nil : new.key(of: index))
    }
    var matches = KeyMatches(width: new.keyWidth)
    matches.old = try coding.values(old, new.width).tuples(of: new.width)
    if let key = matches.match(stored) { throw error(.repeated, key: key) }
    // SQLite may consider a remaining key equal to another, or its row has another parent.
    for (found, index) in try found(matches.rest.map(\.key), on: db) {
      if !matches.match(found, with: index) {
        let reason: SyncError.Reason = new.hasSame(key: found) ? .repeated : .otherParent
        throw error(reason, key: matches.rest[index].key)
      }
    }
    var difference = Difference()
    for (place, index) in zip(matches.places, rest.indices) {
      let row = rows[rest[index]]
      guard let place else {
        difference.new.append(row)
        continue
      }
      if matches.keep(place) { throw error(.repeated, key: stored[index].key) }
      // The stored values of lazy columns are not known.
      if stored[index].values == matches.old[place], row.unloaded.isEmpty,
        old[place].unloaded.isEmpty
      {
        continue
      }
      let changed = ChangedRow(row, stored[index].values, from: old[place], matches.old[place])
      if let changed { difference.changed.append(changed) }
    }
    difference.deleted = matches.keysNotKept
    return difference
  }

  /// Returns the existing rows that differ from the wanted rows.
  private func differing<Connection: SQLConnection>(
    from new: RowComparison, by coding: SyncedRows<Child, Connection.Prepared>,
    on db: isolated Connection
  ) throws -> [Child] {
    do {
      return try coding.differing(db.bound(query), new)
    } catch let error as RowDecodingError {
      // Decoding the rows again names the row that can't be decoded.
      _ = try coding.rows(db.bound(query))
      throw error
    }
  }

  // MARK: - Rows

  /// - Throws: ``SyncError`` if one of the rows does not refer to the parent.
  private mutating func checkReferences<Connection: SQLConnection>(
    of rows: [Child], _ new: RowComparison, _ columns: StoredColumns, on db: isolated Connection
  ) throws {
    let positions = references.compactMap { columns.names.firstIndex(ofName: $0.column) }
    let areStored = positions.count == references.count
    for index in rows.indices {
      let start = index * new.width
      if areStored, new.has(target, at: positions, from: start) { continue }
      let reference =
        areStored
        ? positions.map { new.values[start + $0] }
        : try Child.values(new.values(of: index), of: references.map(\.column))
      if try !refersToParent(reference, on: db) {
        throw error(.otherParent, key: rows[index].primaryKey == nil ? nil : new.key(of: index))
      }
    }
  }

  private func error(_ reason: SyncError.Reason, key: [SQLValue]?) -> SyncError {
    SyncError(table: Child.tableName, key: key ?? [], reason: reason)
  }

  /// The query for the existing rows.
  private var query: SelectNode {
    let all = Child.all
    let place = Child.Columns.source(of: all.scope).place
    var select = all.node
    for (pair, value) in zip(references, target) {
      select.narrow(to: .binary(pair.reference(in: place), .equal, .value(value)))
    }
    return select
  }

  /// Returns the keys of the rows that SQLite finds by these keys, each with the index of the key
  /// by which it was found.
  private func found<Connection: SQLConnection>(
    _ keys: [[SQLValue]], on db: isolated Connection
  ) throws -> [([SQLValue], Int)] {
    if keys.isEmpty { return [] }
    let table = Child.tableName
    let columns = Child.primaryKeyColumns.map { SQLNode.column(qualifier: table, name: $0) }
    let (list, values) = RowKeys<Child>(keys: keys).list(
      named: table.isSameName(as: "keys") ? "keys_2" : "keys")
    var select = SelectNode(
      SelectCore(
        (columns + values).map { ResultColumn($0) },
        from: [list, SourceNode(table: .table(table), qualifier: table)]))
    for (column, value) in zip(columns, values) {
      select.narrow(to: .binary(column, .equal, value))
    }
    let indices = Dictionary(zip(keys, keys.indices), uniquingKeysWith: { first, _ in first })
    let width = columns.count
    return try db.bound(select).rows(by: AllColumns(count: 2 * width)).compactMap { row in
      indices[Array(row[width...])].map { (Array(row[..<width]), $0) }
    }
  }

  // MARK: - References

  /// Returns whether these values of the referring columns refer to the parent, as SQLite compares
  /// them.
  private mutating func refersToParent<Connection: SQLConnection>(
    _ reference: [SQLValue], on db: isolated Connection
  ) throws -> Bool {
    if reference == target { return !target.contains(.null) }
    if let known = isEqual[reference] { return known }
    let answer = try !reference.contains(.null) && isTarget(reference, on: db)
    isEqual[reference] = answer
    return answer
  }

  /// Compares the values in SQLite, by the collation of the columns that they refer to.
  private func isTarget<Connection: SQLConnection>(
    _ reference: [SQLValue], on db: isolated Connection
  ) throws -> Bool {
    let all = Parent.all
    let place = Parent.Columns.source(of: all.scope).place
    var select = all.node
    let key = try db.storedValues(of: parent).suffix(Parent.primaryKeyColumns.count)
    for (column, value) in zip(Parent.primaryKeyColumns, key) {
      select.narrow(to: .binary(place.column(column), .equal, .value(value)))
    }
    for (pair, value) in zip(references, reference) {
      select.narrow(to: .binary(place.column(pair.target), .equal, .value(value)))
    }
    return try db.bound(select.exists).scalar(Bool.self) ?? false
  }
}
