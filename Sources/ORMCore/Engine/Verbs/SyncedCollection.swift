/// How rows that are synchronized are read and written, by code that knows their type.
@usableFromInline
struct SyncedRows<Child: KeyedTable, Prepared> {
  /// What a row stores.
  @usableFromInline let values: (Child) throws -> [SQLValue]
  /// The rows of a statement.
  @usableFromInline let rows: (Prepared) throws -> [Child]

  @inlinable
  init(
    values: @escaping (Child) throws -> [SQLValue], rows: @escaping (Prepared) throws -> [Child]
  ) {
    self.values = values
    self.rows = rows
  }
}

/// The rows of a to-many relation of one row, as they are, beside those that it must have.
struct SyncedCollection<Parent: KeyedTable, Child: KeyedTable> {
  /// What must be written.
  struct Difference {
    /// The keys of the rows that are too many.
    var deleted: [[SQLValue]] = []
    /// The rows that differ, each beside what it is now.
    var changed: [ChangedRow<Child>] = []
    /// The rows that are not there.
    var new: [Child] = []
  }

  private let parent: Parent
  private let references: [RelatedTable.Pair]
  /// What the parent has in the columns that are referred to.
  private let target: [SQLValue]
  /// What was found to be equal to that, or not, by SQLite.
  private var isEqual: [[SQLValue]: Bool] = [:]

  init<Connection: SQLConnection>(
    _ references: [RelatedTable.Pair], of parent: Parent, on db: isolated Connection
  ) throws {
    self.parent = parent
    self.references = references
    target = try db.currentValues(of: parent, in: references.map(\.target))
  }

  /// - Throws: ``SyncError`` if the draft refers to another row.
  mutating func check<Draft: TableDraft, Connection: SQLConnection>(
    _ draft: Draft, on db: isolated Connection
  ) throws where Draft.Target == Child {
    let columns = Child.schema.writableColumnsWithoutKey
    let values = try draft.storedValues
    let reference = references.map { pair in
      // Of the key that it does not have yet, nothing is known.
      columns.firstIndex(ofName: pair.column).map { values[$0] } ?? .null
    }
    if try !refersToParent(reference, on: db) { throw error(.otherParent, key: nil) }
  }

  /// What differs between the rows and those that are there.
  ///
  /// - Throws: ``SyncError``
  mutating func difference<Connection: SQLConnection>(
    to rows: [Child], by coding: SyncedRows<Child, Connection.Prepared>,
    on db: isolated Connection
  ) throws -> Difference {
    let new = try storedRows(rows, by: coding, on: db)
    let old = try coding.rows(db.bound(query))
    var matches = KeyMatches(width: Child.primaryKeyColumns.count)
    matches.old.reserveCapacity(old.count)
    for row in old { matches.old.append(try coding.values(row)) }
    if let key = matches.match(new) { throw error(.repeated, key: key) }
    // Keys that SQLite may take for another's, and those of rows elsewhere.
    for (found, index) in try found(matches.rest.map(\.key), on: db) {
      if !matches.match(found, with: index) {
        throw error(.otherParent, key: matches.rest[index].key)
      }
    }
    var difference = Difference()
    for index in rows.indices {
      guard let place = matches.places[index] else {
        difference.new.append(rows[index])
        continue
      }
      if matches.keep(place) { throw error(.repeated, key: new[index].key) }
      // Of lazy columns, what is there is not known.
      if new[index].values == matches.old[place], rows[index].unloaded.isEmpty,
        old[place].unloaded.isEmpty
      {
        continue
      }
      let changed = ChangedRow(
        rows[index], new[index].values, from: old[place], matches.old[place])
      if let changed { difference.changed.append(changed) }
    }
    difference.deleted = matches.keysNotKept
    return difference
  }

  // MARK: - Rows

  /// What the rows store, and their keys, if they have one.
  ///
  /// - Throws: ``SyncError`` if one of them refers to another row.
  private mutating func storedRows<Connection: SQLConnection>(
    _ rows: [Child], by coding: SyncedRows<Child, Connection.Prepared>,
    on db: isolated Connection
  ) throws -> [KeyMatches.Row] {
    let columns = Child.schema.writableColumns
    let positions = references.compactMap { columns.firstIndex(ofName: $0.column) }
    let width = Child.primaryKeyColumns.count
    var stored: [KeyMatches.Row] = []
    stored.reserveCapacity(rows.count)
    for row in rows {
      let values = try coding.values(row)
      let new = KeyMatches.Row(
        values: values, key: row.primaryKey == nil ? nil : values.last(width))
      stored.append(new)
      if positions.count == references.count, new.has(target, at: positions) { continue }
      let reference =
        positions.count == references.count
        ? new.values(at: positions) : try Child.values(values, of: references.map(\.column))
      if try !refersToParent(reference, on: db) { throw error(.otherParent, key: new.key) }
    }
    return stored
  }

  private func error(_ reason: SyncError.Reason, key: [SQLValue]?) -> SyncError {
    SyncError(table: Child.tableName, key: key ?? [], reason: reason)
  }

  /// The rows that are there.
  private var query: SelectNode {
    let all = Child.all
    let place = Child.Columns.source(of: all.scope).place
    var select = all.node
    for (pair, value) in zip(references, target) {
      select.narrow(to: .binary(pair.reference(in: place), .equal, .value(value)))
    }
    return select
  }

  /// The keys of rows that SQLite finds by these, each with the index of the one that it was found
  /// by.
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

  /// Whether these are the values of the columns that refer to the parent, as SQLite compares them.
  private mutating func refersToParent<Connection: SQLConnection>(
    _ reference: [SQLValue], on db: isolated Connection
  ) throws -> Bool {
    if reference == target { return !target.contains(.null) }
    if let known = isEqual[reference] { return known }
    let answer = try !reference.contains(.null) && isTarget(reference, on: db)
    isEqual[reference] = answer
    return answer
  }

  /// Asks SQLite, by the collation of the columns that are referred to.
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
