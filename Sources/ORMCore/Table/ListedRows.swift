/// Reads the rows of a query with lists: some rows or all, and then the lists of these.
///
/// Streams and observations do; nothing here is meant to be written by hand.
@_documentation(visibility: internal)
public protocol ListedRows<Output>: AnyObject {
  /// A row with its lists.
  associatedtype Output

  /// How many columns of a row are selected; behind them are the keys of its lists.
  var columnCount: Int { get }

  /// Calls `body` with the query of the rows, of which it can write statements.
  func withQuery<Value>(_ body: (SelectNode) throws -> Value) rethrows -> Value
  /// Reads a row without its lists.
  ///
  /// - Throws: ``RowDecodingError``
  func read<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws
  /// Fetches the lists of the rows that were read since the last time, by one statement each.
  ///
  /// - Returns: these rows, in their order.
  func take<Fetcher: RowFetching>(on db: isolated Fetcher) throws -> [Output]
}

extension ListedRows {
  /// The statement that has the rows, and in each of them the keys of its lists.
  ///
  /// - Throws: ``ValueEncodingError``
  package func statement() throws -> Statement { try withQuery { try $0.withKeys.statement } }

  /// Statements that read, each for some keys, what those of the lists of every level read.
  ///
  /// - Throws: ``ValueEncodingError``
  package func listStatements() throws -> [Statement] { try withQuery { try $0.listStatements() } }
}

/// Reads the rows of a query as its result says.
final class ListedRowsOf<Result: SelectResult>: ListedRows {
  private let select: SelectNode
  /// Whether all rows are read at once.
  private let areAll: Bool
  private var keys: ListKeys
  private var parts: [Result.Part] = []

  /// - Throws: ``RelationError`` if the query can't have lists.
  init(checked select: SelectNode, inBatches: Bool) throws {
    try select.checkListsAreInPlace()
    self.select = select
    // However many rows there are, those of a batch are a few.
    areAll = !inBatches
    keys = ListKeys(of: select, areAll: areAll)
  }

  var columnCount: Int { Result.columnCount }

  func withQuery<Value>(_ body: (SelectNode) throws -> Value) rethrows -> Value { try body(select) }

  func read<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws {
    keys.begin()
    parts.append(try Result.part(row, at: 0, &keys))
  }

  func take<Fetcher: RowFetching>(on db: isolated Fetcher) throws -> [Result.Output] {
    defer {
      keys = ListKeys(of: select, areAll: areAll)
      parts = []
    }
    keys.begin()
    let lists = try Result.lists(&keys, on: db)
    return parts.indices.map { Result.whole(parts[$0], $0, lists) }
  }
}

extension SelectNode {
  /// What is read for the lists, level by level.
  fileprivate func listStatements() throws -> [Statement] {
    try lists.flatMap { list in
      var rows = list.rows.withKeys
      rows.core.results += list.pairs.map { ResultColumn($0.reference) }
      return try [rows.statement] + list.rows.listStatements()
    }
  }
}
