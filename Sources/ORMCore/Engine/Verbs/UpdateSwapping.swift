extension SQLConnection {
  /// Writes the differences between two states of rows, which may swap values of unique columns.
  ///
  /// If a row's new value is still used by another row, which may itself change, the row waits
  /// until the other rows are written. Until then its unique columns contain temporary values.
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
      _ = try updateChanges(row.new, from: row.old)
    }
  }

  /// Sets the unique columns that the row changes to temporary values that no other row has.
  ///
  /// - Parameter columns: The columns of the constraint that the row violated.
  /// - Returns: Whether a column was set that had no temporary value yet.
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

/// The new and the current state of a row to update.
struct ChangedRow<T: KeyedTable> {
  let new: T
  let old: T
  /// The stored values of both states, in the order of the table's writable columns.
  let newValues: [SQLValue]
  private let oldValues: [SQLValue]
  /// The positions of the columns that differ.
  let changed: [Int]
  /// The columns that have a temporary value.
  fileprivate(set) var moved: [String] = []

  /// Creates a changed row; returns nil if the states do not differ.
  init?(_ new: T, _ newValues: [SQLValue], from old: T, _ oldValues: [SQLValue]) {
    // The values of a fetched row do not include those of lazy columns.
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

  /// The current key, which comes last in the values.
  var key: [SQLValue] { oldValues.suffix(T.primaryKeyColumns.count) }
}

/// Generates values that no row of a table has, nor any of the rows to write.
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
    // The value is greater than all current and all new values.
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
  /// Returns the greater of two numbers; for other values, this one.
  fileprivate func greater(_ other: SQLValue) -> SQLValue {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): .integer(max(left, right))
    case (.real(let left), .real(let right)): .real(max(left, right))
    default: self
    }
  }

  /// The next greater number, or a random text or BLOB.
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
  /// The columns that are unique, alone or together with other columns.
  fileprivate var uniqueColumns: [String] {
    columns.filter(\.isUnique).map(\.name) + indexes.filter(\.isUnique).flatMap(\.columns)
  }
}
