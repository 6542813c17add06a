extension SQLConnection {
  /// Writes what differs between two states of rows, which may swap values that no two rows may
  /// have.
  ///
  /// A row that would have the value of another one, which may itself change, waits until the
  /// others are written. Until then it has other values in such columns, out of everybody's way.
  ///
  /// - Returns: how many rows differed.
  func updateSwapping<T: KeyedTable>(_ rows: [(new: T, old: T)]) throws -> Int {
    var count = 0
    var spares = SpareValues<T>(rows.map(\.new))
    var waiting = rows.map { WaitingRow(new: $0.new, old: $0.old) }
    while true {
      var rest: [WaitingRow<T>] = []
      var hasMoved = false
      var failure: DatabaseError?
      for var row in waiting {
        do {
          if try update(row.new, from: row.old) { count += 1 }
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
      guard let failure else { return count }
      if !hasMoved || rows.count == 1 { throw failure }
      waiting = rest
    }
  }

  /// Gives a row values that no other has in the unique columns that it changes.
  ///
  /// - Parameter columns: Those of the constraint that it violated.
  /// - Returns: whether it has not had them before.
  private func makeWay<T: KeyedTable>(
    _ row: inout WaitingRow<T>, for columns: [String], _ spares: inout SpareValues<T>
  ) throws -> Bool {
    let old = try row.old.storedValues
    let changed = try row.new.changedColumns(row.new.storedValues, from: row.old, old)
    let unique = columns + T.schema.uniqueColumns
    var set: [String] = []
    var values: [SQLValue] = []
    for column in changed
    where unique.contains(name: column) && !T.primaryKeyColumns.contains(name: column)
      && !row.moved.contains(name: column)
    {
      guard let value = try spares.next(of: column, on: self) else { continue }
      set.append(column)
      values.append(value)
    }
    if set.isEmpty { return false }
    row.moved += set
    let statement = try checkedStatement(T.schema.updateSQL(columns: set), of: T.self)
    try statement.bind(values + old.suffix(T.primaryKeyColumns.count))
    try statement.run()
    return true
  }
}

/// A row that will be updated.
private struct WaitingRow<T> {
  let new: T
  let old: T
  /// The columns that have a value for the time being.
  var moved: [String] = []
}

/// Values that no row of a table has, and none of those that are about to be written.
private struct SpareValues<T: KeyedTable> {
  private let rows: [T]
  private var last: [SQLName: SQLValue] = [:]

  init(_ rows: [T]) { self.rows = rows }

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
    return try rows.reduce(stored?.first) { $0?.greater(try $1.storedValues[index]) }
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
