/// The rows of a to-many relation of one row, as they are, beside those that it must have.
struct SyncedCollection<Parent: KeyedTable, Child: KeyedTable> {
  /// What must be written.
  struct Difference {
    /// The keys of the rows that are too many.
    var deleted: [[SQLValue]] = []
    /// The rows that may differ, each beside what it is now.
    var changed: [(new: Child, old: Child)] = []
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
    if try !refersToParent(reference, on: db) {
      throw SyncError(table: Child.tableName, key: [], reason: .otherParent)
    }
  }

  /// What differs between the rows and those that are there.
  ///
  /// - Throws: ``SyncError``
  mutating func difference<Connection: SQLConnection>(
    to rows: [Child], on db: isolated Connection
  ) throws -> Difference {
    let keys = try keys(of: rows, on: db)
    let old = try db.bound(query).rows(of: Child.self)
    var places: [[SQLValue]: Int] = [:]
    for (place, row) in old.enumerated() { places[try key(of: row)] = place }
    var rest: [Int] = []
    var matches: [Int?] = keys.enumerated().map { index, key in
      guard let key else { return nil }
      let place = places[key]
      if place == nil { rest.append(index) }
      return place
    }
    // Keys that SQLite may take for another's, and those of rows elsewhere.
    for (found, index) in try found(rest.compactMap { keys[$0] }, on: db) {
      let row = rest[index]
      guard let place = places[found] else {
        throw SyncError(table: Child.tableName, key: keys[row] ?? [], reason: .otherParent)
      }
      matches[row] = place
    }
    var isKept = old.map { _ in false }
    var difference = Difference()
    for (index, row) in rows.enumerated() {
      guard let place = matches[index] else {
        difference.new.append(row)
        continue
      }
      if isKept[place] {
        throw SyncError(table: Child.tableName, key: keys[index] ?? [], reason: .repeated)
      }
      isKept[place] = true
      difference.changed.append((row, old[place]))
    }
    difference.deleted = try zip(old, isKept).filter { !$0.1 }.map { try key(of: $0.0) }
    return difference
  }

  // MARK: - Rows

  /// The keys of the rows, if they have one.
  ///
  /// - Throws: ``SyncError`` if one of them refers to another row, or is there twice.
  private mutating func keys<Connection: SQLConnection>(
    of rows: [Child], on db: isolated Connection
  ) throws -> [[SQLValue]?] {
    var seen: Set<[SQLValue]> = []
    return try rows.map { row in
      let values = try db.storedValues(of: row)
      let key =
        row.primaryKey == nil ? nil : Array(values.suffix(Child.primaryKeyColumns.count))
      let reference = try Child.values(values, of: references.map(\.column))
      if try !refersToParent(reference, on: db) {
        throw SyncError(table: Child.tableName, key: key ?? [], reason: .otherParent)
      }
      if let key, !seen.insert(key).inserted {
        throw SyncError(table: Child.tableName, key: key, reason: .repeated)
      }
      return key
    }
  }

  private func key(of row: Child) throws -> [SQLValue] {
    try row.storedValues.suffix(Child.primaryKeyColumns.count)
  }

  /// The rows that are there.
  private var query: SelectNode {
    let all = Child.all
    let place = Child.Columns.source(of: all.scope).place
    var select = all.node
    for (pair, value) in zip(references, target) {
      select.narrow(to: .binary(place.column(pair.column), .equal, .value(value)))
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

  /// Asks SQLite, by the collation of the columns that refer.
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
      let collation = Child.schema.collation(of: pair.column)
      select.narrow(
        to: .binary(.collate(place.column(pair.target), collation), .equal, .value(value)))
    }
    return try db.bound(select.exists).scalar(Bool.self) ?? false
  }
}

extension TableSchema {
  /// The collation by which SQLite compares a column.
  func collation(of column: String) -> Collation {
    let name = columns.first { $0.name.isSameName(as: column) }?.collation
    return name.map { Collation(rawValue: $0) } ?? .binary
  }
}
