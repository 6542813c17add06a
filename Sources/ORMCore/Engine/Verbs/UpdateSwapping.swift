extension SQLConnection {
  /// Writes what differs between two states of rows, which may swap values that no two rows may
  /// have.
  ///
  /// A row that would have the value of another one, which may itself change, waits until the
  /// others are written. Until then it has other values in such columns, out of everybody's way.
  func updateSwapping<T: KeyedTable>(_ rows: [ChangedRow<T>]) throws {
    var spares = SpareValues<T>(rows)
    var waiting = rows
    while true {
      var rest: [ChangedRow<T>] = []
      var hasMoved = false
      var failure: DatabaseError?
      for var row in waiting {
        do {
          try update(row)
          hasMoved = true
        } catch let error as DatabaseError where error.violation?.kind == .unique {
          do {
            if try makeWay(&row, for: error.violation?.columns ?? [], &spares) { hasMoved = true }
          } catch is DatabaseError {
            throw error
          }
          failure = error
          rest.append(row)
        }
      }
      guard let failure else { return }
      if !hasMoved || rows.count == 1 { throw failure }
      waiting = rest
    }
  }

  private func update<T: KeyedTable>(_ row: ChangedRow<T>) throws {
    let statement = try columnStatement(.update, of: T.self, .positions(row.changed)).statement
    try write(by: statement) {
      do {
        try statement.bind(row.changed.map { row.newValues[$0] } + row.key)
        try runUntriggered(statement)
      } catch {
        let columns = T.schema.writableColumns
        throw described(
          error, of: T.self,
          FailedWrite(
            row.changed.map { columns[$0] }, row.changed.map { row.newValues[$0] },
            target: T.schema.row(key: row.key)))
      }
      if changeCount == 0 { throw RowNotFoundError(table: T.tableName) }
    } triggered: {
      _ = try update(row.new, from: row.old)
    }
  }

  /// Gives a row values that no other has in the unique columns that it changes.
  ///
  /// - Parameter columns: Those of the constraint that it violated.
  /// - Returns: whether it has not had them before.
  private func makeWay<T: KeyedTable>(
    _ row: inout ChangedRow<T>, for columns: [String], _ spares: inout SpareValues<T>
  ) throws -> Bool {
    let schema = T.schema
    let writable = schema.writableColumns
    let unique = columns + schema.uniqueColumns
    var set: [String] = []
    var values: [SQLValue] = []
    for column in row.changed.map({ writable[$0] })
    where unique.contains(name: column) && !schema.primaryKey.contains(name: column)
      && !row.moved.contains(name: column)
    {
      guard let value = try spares.next(of: column, on: self) else { continue }
      set.append(column)
      values.append(value)
    }
    if set.isEmpty { return false }
    row.moved += set
    let statement = try columnStatement(.update, of: T.self, .names(set)).statement
    try statement.bind(values + row.key)
    try statement.run()
    return true
  }
}

/// A row that will be updated, beside what it is now.
struct ChangedRow<T: KeyedTable> {
  let new: T
  let old: T
  /// What both store, in the order of the columns that are written.
  let newValues: [SQLValue]
  private let oldValues: [SQLValue]
  /// The places of the columns that differ.
  let changed: [Int]
  /// The columns that have a value for the time being.
  fileprivate(set) var moved: [String] = []

  /// Nil if they do not differ.
  init?(_ new: T, _ newValues: [SQLValue], from old: T, _ oldValues: [SQLValue]) {
    // What a lazy column has is not among the values of a row that was fetched.
    let (unloaded, unknown) = (new.unloaded, old.unloaded)
    changed = newValues.indices.filter {
      (newValues[$0] != oldValues[$0] || unknown.contains($0 + 1)) && !unloaded.contains($0 + 1)
    }
    if changed.isEmpty { return nil }
    self.new = new
    self.old = old
    self.newValues = newValues
    self.oldValues = oldValues
  }

  /// The key that it has now, which comes last.
  var key: [SQLValue] { oldValues.suffix(T.primaryKeyColumns.count) }
}

/// Values that no row of a table has, and none of those that are about to be written.
private struct SpareValues<T: KeyedTable> {
  private let rows: [ChangedRow<T>]
  private var last: [SQLName: SQLValue] = [:]

  init(_ rows: [ChangedRow<T>]) { self.rows = rows }

  mutating func next<Connection: SQLConnection>(
    of column: String, on db: isolated Connection
  ) throws -> SQLValue? {
    let schema = T.schema
    guard let index = schema.writableColumns.firstIndex(ofName: column) else { return nil }
    if schema.columns.contains(where: { $0.isNullable && $0.name.isSameName(as: column) }) {
      return .null
    }
    let name = SQLName(column)
    // Behind the greatest of what there is and of what will be.
    let value = try last[name] ?? greatest(column, at: index, on: db)
    last[name] = value?.next
    return last[name]
  }

  private func greatest<Connection: SQLConnection>(
    _ column: String, at index: Int, on db: isolated Connection
  ) throws -> SQLValue? {
    let sql =
      "SELECT max(\(column.quotedIdentifier)) FROM \(T.tableName.quotedIdentifier)"
    let stored = try db.checkedStatement(sql, of: T.self).firstRow(by: AllColumns(count: 1))
    return rows.reduce(stored?.first) { $0?.greater($1.newValues[index]) }
  }
}

extension SQLValue {
  /// The greater of two numbers; of other values, this one.
  fileprivate func greater(_ other: SQLValue) -> SQLValue {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): .integer(max(left, right))
    case (.real(let left), .real(let right)): .real(max(left, right))
    default: self
    }
  }

  /// A number that is greater, or bytes that are found nowhere else.
  fileprivate var next: SQLValue? {
    let random = (UInt64.random(in: 0...(.max)), UInt64.random(in: 0...(.max)))
    switch self {
    case .integer(.max), .null: return nil
    case .integer(let number): return .integer(number + 1)
    case .real(let number): return .real(number.nextUp)
    case .text: return .text("\(random.0)-\(random.1)")
    case .blob: return .blob(withUnsafeBytes(of: random) { Array($0) })
    }
  }
}

extension TableSchema {
  /// The columns of which two rows can't have the same values, alone or with others.
  fileprivate var uniqueColumns: [String] {
    columns.filter(\.isUnique).map(\.name) + indexes.filter(\.isUnique).flatMap(\.columns)
  }
}
