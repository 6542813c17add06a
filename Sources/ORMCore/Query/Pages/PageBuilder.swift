/// A page's query, and the positions of the page's first and last row.
@usableFromInline
package struct PageBuilder<Output: Sendable> {
  @usableFromInline package let query: SelectNode
  /// The columns of the result that hold the values of the order.
  private let columns: [Int]
  private let order: UInt64
  @usableFromInline let size: Int
  private let isBackwards: Bool
  /// Whether the page was fetched without a cursor: from the first row, or backwards from the last.
  private let isAtEnd: Bool
  @usableFromInline var count = 0
  private var first: Page<Output>.Cursor?
  private var last: Page<Output>.Cursor?

  init(
    query: SelectNode, columns: [Int], order: UInt64, size: Int, isBackwards: Bool,
    isAtEnd: Bool
  ) {
    self.query = query
    self.columns = columns
    self.order = order
    self.size = size
    self.isBackwards = isBackwards
    self.isAtEnd = isAtEnd
  }

  /// Records the position of the next row if it is the page's first or last row.
  @inlinable
  package mutating func note(_ row: borrowing some RowReader & ~Copyable) throws {
    count += 1
    if count == 1 || count == size { try keep(row) }
  }

  @usableFromInline
  @inline(never)
  mutating func keep(_ row: borrowing some RowReader & ~Copyable) throws {
    var values: [SQLValue] = []
    for column in columns { values.append(try row.sqlValue(at: column)) }
    let cursor = Page<Output>.Cursor(place: CursorValue(order: order, values: values))
    if count == 1 { first = cursor }
    if count == size { last = cursor }
  }

  /// The page of the rows that the statement returned.
  @usableFromInline
  package func page(of rows: consuming [Output]) -> Page<Output> {
    let behind = rows.count > size ? last : nil
    let before = isAtEnd ? nil : first
    // The statement asks for one row more than the page has.
    while rows.count > size { rows.removeLast() }
    return isBackwards
      ? Page(rows: rows.reversed(), previous: behind, next: before)
      : Page(rows: rows, previous: before, next: behind)
  }
}
