/// How rows that are synchronized are read and written, by code that knows their type.
@usableFromInline
struct SyncedRows<Child: KeyedTable, Prepared> {
  /// What rows store, one behind the other, each of this width.
  @usableFromInline let values: (_ rows: [Child], _ width: Int) throws -> [SQLValue]
  /// The rows of a statement.
  @usableFromInline let rows: (Prepared) throws -> [Child]
  /// Those of a statement's rows that differ from all that they are compared with.
  @usableFromInline let differing: (Prepared, RowComparison) throws -> [Child]

  @inlinable
  init(
    values: @escaping ([Child], Int) throws -> [SQLValue],
    rows: @escaping (Prepared) throws -> [Child],
    differing: @escaping (Prepared, RowComparison) throws -> [Child]
  ) {
    self.values = values
    self.rows = rows
    self.differing = differing
  }
}

/// Decodes the rows that differ, and gives nil for one that is known.
@usableFromInline
struct DifferingRows<Child: KeyedTable>: RowDecoder {
  @usableFromInline let comparison: RowComparison

  @inlinable
  init(_ comparison: RowComparison) { self.comparison = comparison }

  @inlinable
  func decode<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws -> Child? {
    try comparison.knows(row) ? nil : Child(row: row)
  }
}
