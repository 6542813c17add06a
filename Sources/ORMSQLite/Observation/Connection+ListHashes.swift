import ORMCore

extension Connection {
  /// Decodes every row with its lists, and hashes the stored values: rows that the program's `==`
  /// treats as equal are still different.
  func hashedRows<Output>(
    of listed: any ListedRows<Output>
  ) throws -> (rows: [Output], hash: Int) {
    try read {
      let query = try listed.statement()
      let statement = try statement(query.sql)
      try statement.checkObservable()
      try statement.bind(query.arguments)
      let hash = ListHash()
      try statement.forEachRow {
        try listed.read(SQLiteRow(handle: statement.handle))
        // A key that changes together with its references changes no value.
        statement.hashRow(into: &hash.hasher, columns: listed.columnCount)
      }
      listHash = hash
      defer { listHash = nil }
      let rows = try listed.take(on: self)
      hash.hasher.combine(rows.count)
      return (rows, hash.hasher.finalize())
    }
  }
}

extension PreparedStatement {
  fileprivate func forEachRow(_ body: () throws -> Void) throws {
    if monitor != nil {
      _ = try withoutChecks { try monitoredRows(body) }
      return
    }
    defer { reset() }
    while try step() { try body() }
  }
}
