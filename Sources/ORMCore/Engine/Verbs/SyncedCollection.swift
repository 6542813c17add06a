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
    isEqual[target] = !target.contains(.null)
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
    to rows: [Child], on db: isolated Connection
  ) throws -> Difference {
    let new = try storedRows(rows, on: db)
    let old = try db.bound(query).rows(of: Child.self)
    let oldValues = try old.map { try $0.storedValues }
    var places: [[SQLValue]: Int] = [:]
    for (place, values) in oldValues.enumerated() { places[Self.key(in: values)] = place }
    var rest: [(index: Int, key: [SQLValue])] = []
    var matches: [Int?] = new.enumerated().map { index, row in
      guard let key = row.key else { return nil }
      let place = places[key]
      if place == nil { rest.append((index, key)) }
      return place
    }
    // Keys that SQLite may take for another's, and those of rows elsewhere.
    for (found, index) in try found(rest.map(\.key), on: db) {
      guard let place = places[found] else { throw error(.otherParent, key: rest[index].key) }
      matches[rest[index].index] = place
    }
    var isKept = old.map { _ in false }
    var difference = Difference()
    for (index, row) in rows.enumerated() {
      guard let place = matches[index] else {
        difference.new.append(row)
        continue
      }
      if isKept[place] { throw error(.repeated, key: new[index].key) }
      isKept[place] = true
      if let changed = ChangedRow(row, new[index].values, from: old[place], oldValues[place]) {
        difference.changed.append(changed)
      }
    }
    difference.deleted = zip(oldValues, isKept).filter { !$0.1 }.map { Self.key(in: $0.0) }
    return difference
  }

  // MARK: - Rows

  /// What the rows store, and their keys, if they have one.
  ///
  /// - Throws: ``SyncError`` if one of them refers to another row, or is there twice.
  private mutating func storedRows<Connection: SQLConnection>(
    _ rows: [Child], on db: isolated Connection
  ) throws -> [(values: [SQLValue], key: [SQLValue]?)] {
    let columns = Child.schema.writableColumns
    let positions = references.compactMap { columns.firstIndex(ofName: $0.column) }
    var seen: Set<[SQLValue]> = []
    return try rows.map { row in
      let values = try db.storedValues(of: row)
      let key = row.primaryKey == nil ? nil : Self.key(in: values)
      let reference =
        positions.count == references.count
        ? positions.map { values[$0] } : try Child.values(values, of: references.map(\.column))
      if try !refersToParent(reference, on: db) { throw error(.otherParent, key: key) }
      if let key, !seen.insert(key).inserted { throw error(.repeated, key: key) }
      return (values, key)
    }
  }

  private func error(_ reason: SyncError.Reason, key: [SQLValue]?) -> SyncError {
    SyncError(table: Child.tableName, key: key ?? [], reason: reason)
  }

  /// The key, which comes last.
  private static func key(in values: [SQLValue]) -> [SQLValue] {
    values.suffix(Child.primaryKeyColumns.count)
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
