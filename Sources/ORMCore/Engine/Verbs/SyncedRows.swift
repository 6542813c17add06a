/// Closures that read and write synced rows, specialized for their type.
@usableFromInline
struct SyncedRows<Child: KeyedTable, Prepared> {
  /// Returns the stored values of rows, row after row, `width` values each.
  @usableFromInline let values: (_ rows: [Child], _ width: Int) throws -> [SQLValue]
  /// Returns the rows of a statement.
  @usableFromInline let rows: (Prepared) throws -> [Child]
  /// Returns the rows of a statement that differ from all rows of the comparison.
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

/// Decodes the rows that differ, and returns nil for a row that the comparison contains.
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
