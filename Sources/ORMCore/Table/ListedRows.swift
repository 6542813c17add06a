/// Reads the rows of a query with lists in batches: some rows, and then the lists of these.
///
/// A stream does, for one; nothing here is meant to be written by hand.
public protocol ListedRows<Output>: AnyObject {
  /// A row with its lists.
  associatedtype Output

  /// The statement that has the rows, and in each of them the keys of its lists.
  ///
  /// - Throws: ``ValueEncodingError``
  func statement() throws -> Statement
  /// Reads a row without its lists.
  ///
  /// - Throws: ``RowDecodingError``
  func read<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws
  /// Fetches the lists of the rows that were read since the last time, by one statement each.
  ///
  /// - Returns: these rows, in their order.
  func take<Fetcher: RowFetching>(on db: isolated Fetcher) throws -> [Output]
}

/// Reads the rows of a query as its result says.
final class ListedRowsOf<Result: SelectResult>: ListedRows {
  private let select: SelectNode
  private var keys: ListKeys
  private var parts: [Result.Part] = []

  init(_ select: SelectNode) {
    self.select = select
    // However many rows there are, those of a batch are a few.
    keys = ListKeys(of: select, areAll: false)
  }

  func statement() throws -> Statement { try select.withKeys.statement }

  func read<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws {
    keys.begin()
    parts.append(try Result.part(row, at: 0, &keys))
  }

  func take<Fetcher: RowFetching>(on db: isolated Fetcher) throws -> [Result.Output] {
    defer {
      keys = ListKeys(of: select, areAll: false)
      parts = []
    }
    keys.begin()
    let lists = try Result.lists(&keys, on: db)
    return parts.indices.map { Result.whole(parts[$0], $0, lists) }
  }
}
