extension DatabaseTable {
  /// The insert of this value. It omits the columns that the database fills.
  ///
  /// ```swift
  /// try Artist(id: 1, name: "Sade").insertStatement
  /// // INSERT INTO "artist" ("name", "id") VALUES ($1, $2)
  /// // ["Sade", 1]
  /// ```
  ///
  /// If the key is nil, the database generates it.
  ///
  /// - Throws: ``ValueEncodingError``
  public var insertStatement: Statement {
    get throws {
      let values = try storedValues
      let omittedColumns = Set(columnsLeftToDatabase).union(unloaded)
      if omittedColumns.isEmpty { return Statement(sql: Self.insertSQL, arguments: values) }
      return Statement(
        sql: Self.schema.insertSQL(omitting: omittedColumns.sorted()),
        arguments: values.omitting(omittedColumns))
    }
  }

  /// The arguments of ``insertSQL``, in its order.
  @inlinable var storedValues: [SQLValue] {
    get throws {
      var collector = ValueCollector()
      do {
        try bind(to: &collector)
      } catch {
        throw Self.encodingError(error, after: collector.values.count)
      }
      return collector.values
    }
  }

  /// Adds the table and the column to an error that occurred after `count` values were written.
  @usableFromInline
  @inline(never)
  static func encodingError(_ error: any Error, after count: Int) -> any Error {
    guard var error = error as? ValueEncodingError else { return error }
    let columns = schema.writableColumns
    error.table = error.table ?? tableName
    if columns.indices.contains(count) { error.column = error.column ?? columns[count] }
    return error.redacted(in: [Self.self])
  }
}

extension [SQLValue] {
  /// The values without those at these positions, from 1.
  func omitting(_ positions: Set<Int>) -> [SQLValue] {
    positions.isEmpty ? self : zip(1..., self).filter { !positions.contains($0.0) }.map(\.1)
  }
}
