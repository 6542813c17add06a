/// Reads the rows of a query with lists: some or all rows first, then their lists.
///
/// Streams and observations use it. Do not implement it by hand.
@_documentation(visibility: internal)
public protocol ListedRows<Output>: AnyObject {
  /// A row with its lists.
  associatedtype Output

  /// The number of selected columns; the keys of the lists come after them.
  var columnCount: Int { get }

  /// Calls `body` with the query of the rows, from which it can build statements.
  func withQuery<Value>(_ body: (SelectNode) throws -> Value) rethrows -> Value
  /// Reads a row without its lists.
  ///
  /// - Throws: ``RowDecodingError``
  func read<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws
  /// Fetches the lists of the rows that were read since the last call, with one statement for each
  /// list.
  ///
  /// - Returns: These rows, in order.
  func take<Fetcher: RowFetching>(on db: isolated Fetcher) throws -> [Output]
  /// Fetches the lists of the rows before the first row whose lists can't be decoded.
  ///
  /// - Returns: These rows, and the error of the row after them if there is one.
  func takeReadable<Fetcher: RowFetching>(
    on db: isolated Fetcher
  ) throws -> (rows: [Output], failure: RowDecodingError?)
}

extension ListedRows {
  /// Returns the statement of the rows, with the keys of their lists.
  ///
  /// - Throws: ``ValueEncodingError``
  package func statement() throws -> Statement { try withQuery { try $0.withKeys.statement } }

  /// Returns statements that read the same tables as the statements of the lists of every level,
  /// which read rows of certain keys.
  ///
  /// - Throws: ``ValueEncodingError``
  package func listStatements() throws -> [Statement] { try withQuery { try $0.listStatements() } }
}

/// Reads the rows of a query by its result type.
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
    // A batch has only a few rows, even if the query selects the whole table.
    areAll = !inBatches
    keys = ListKeys(of: select, areAll: areAll)
  }

  var columnCount: Int { Result.columnCount }

  func withQuery<Value>(_ body: (SelectNode) throws -> Value) rethrows -> Value { try body(select) }

  func read<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws {
    keys.begin()
    do {
      parts.append(try Result.part(row, at: 0, &keys))
    } catch {
      // The rows before this one are still to be returned, without this row's keys.
      keys = keys.prefix(parts.count)
      throw error
    }
  }

  func take<Fetcher: RowFetching>(on db: isolated Fetcher) throws -> [Result.Output] {
    defer { forgetRows() }
    return try first(parts.count, with: keys, on: db)
  }

  func takeReadable<Fetcher: RowFetching>(
    on db: isolated Fetcher
  ) throws -> (rows: [Result.Output], failure: RowDecodingError?) {
    defer { forgetRows() }
    do {
      return (try first(parts.count, with: keys, on: db), nil)
    } catch var failure as RowDecodingError {
      // One statement reads the lists of all rows. A binary search over the number of rows finds
      // the row whose list failed.
      var (rows, readable, failing) = ([Result.Output](), 0, parts.count)
      while failing - readable > 1 {
        let middle = (readable + failing) / 2
        do {
          rows = try first(middle, with: keys.prefix(middle), on: db)
          readable = middle
        } catch let error as RowDecodingError {
          (failing, failure) = (middle, error)
        }
      }
      if rows.isEmpty { throw failure }
      return (rows, failure)
    }
  }

  /// Returns the first of the rows that were read, with their lists.
  private func first<Fetcher: RowFetching>(
    _ count: Int, with keys: ListKeys, on db: isolated Fetcher
  ) throws -> [Result.Output] {
    var keys = keys
    keys.begin()
    let lists = try Result.lists(&keys, on: db)
    return (0..<count).map { Result.whole(parts[$0], $0, lists) }
  }

  private func forgetRows() {
    keys = ListKeys(of: select, areAll: areAll)
    parts = []
  }
}

extension SelectNode {
  /// Returns the statements of the lists, level by level.
  fileprivate func listStatements() throws -> [Statement] {
    try lists.flatMap { list in
      var rows = list.rows.withKeys
      rows.core.results += list.pairs.map { ResultColumn($0.reference) }
      return try [rows.statement] + list.rows.listStatements()
    }
  }
}
