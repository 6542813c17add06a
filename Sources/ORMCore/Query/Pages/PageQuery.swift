/// A query for one page, made by ``TableQuery/page(after:size:orderIsUnique:)``.
public struct PageQuery<Result: SelectResult>: StatementConvertible {
  let query: SelectNode
  let place: CursorValue?
  let isBackwards: Bool
  let size: Int
  let orderIsUnique: Bool

  /// The SQL and its arguments.
  ///
  /// The statement asks for one row more than the page has, which shows whether another page
  /// follows. If the query does not select all terms of its order, their values are appended to
  /// each row.
  ///
  /// - Throws: ``PageError``, ``ValueEncodingError``
  public func statement() throws -> Statement { try statement(in: .sqlite) }

  @_documentation(visibility: internal)
  public func statement(in dialect: SQLDialect) throws -> Statement {
    try places().query.statement(in: dialect)
  }

  /// The rows' lists, without their keys.
  @usableFromInline var lists: ListKeys { ListKeys(of: query, areAll: false) }

  /// Checks the query and returns the builder of the page.
  ///
  /// - Throws: ``PageError``, ``ValueEncodingError``
  @usableFromInline
  package func places() throws -> PageBuilder<Result.Output> {
    guard size >= 1 else { throw PageError.invalidSize }
    guard query.limit == nil else { throw PageError.limit }
    guard !query.hasRowsOfSeveral else { throw PageError.aggregatedQuery }
    let selecting = Result.hasLists ? query.withKeys.core : query.core
    let plan = try KeysetPlan.plan(for: query, selecting: selecting, isUnique: orderIsUnique)
    let order = plan.order
    let terms = isBackwards ? order.reversed : order.terms
    var page = query
    if Result.hasLists || !plan.added.isEmpty {
      page.core.results = selecting.results + plan.added
    }
    page.ordering = terms
    page.limit = min(size, .max - 1) + 1
    if let place {
      guard place.order == order.fingerprint, place.values.count == terms.count else {
        throw PageError.cursorOrderMismatch
      }
      let isBehind = SQLNode(behind: place.values, in: terms)
      page.core.condition = .and(page.core.condition, isBehind)
    }
    return PageBuilder(
      query: page, columns: plan.columns, order: order.fingerprint, size: size,
      isBackwards: isBackwards, isAtEnd: place == nil)
  }
}

extension TableQuery {
  /// A page of rows in the query's order: the rows after a cursor, or the first rows.
  ///
  /// ```swift
  /// let albums = Album.order { $0.year.desc() }.order { $0.title }
  /// let first = try await db.fetch(albums.page(size: 50))
  /// // SELECT … FROM "album" ORDER BY "year" DESC, "title", "id" LIMIT $1
  /// let second = try await db.fetch(albums.page(after: first.next, size: 50))
  /// // SELECT … FROM "album" WHERE "year" <= $1 AND ("year" < $2 OR ("title", "id") > ($3, $4))
  /// //   ORDER BY "year" DESC, "title", "id" LIMIT $5
  /// ```
  ///
  /// This is keyset pagination: the keys of the query's tables are added to the order, so that no
  /// two rows are equal, and a page begins after the values of a row instead of at an `OFFSET`. If
  /// an index provides the order, each page costs no more than the first. If rows are inserted or
  /// deleted between two pages, no other row is returned twice or missed. A row whose position in
  /// the order changes in the meantime is returned at its new position.
  ///
  /// The rows of a table without a key are distinguished by their rowid, which `VACUUM` changes
  /// (<https://www.sqlite.org/lang_vacuum.html#howvacuumworks>).
  ///
  /// - Parameters:
  ///   - cursor: ``Page/next`` of the page before this one; nil for the first page.
  ///   - size: The number of rows of a page; the last page may have fewer.
  ///   - orderIsUnique: Whether the query's own order distinguishes all rows, so that no key is
  ///     added to it. The default is false. If it is true although rows can be equal in the order,
  ///     rows that equal the last row of a page are missed.
  public func page(
    after cursor: Page<Output>.Cursor? = nil, size: Int, orderIsUnique: Bool = false
  ) -> PageQuery<Result> {
    page(cursor, isBackwards: false, size, orderIsUnique)
  }

  /// A page of rows in the query's order: the rows before a cursor, or the last rows; see
  /// ``page(after:size:orderIsUnique:)``.
  ///
  /// - Parameter cursor: ``Page/previous`` of the page after this one; nil for the last page.
  public func page(
    before cursor: Page<Output>.Cursor?, size: Int, orderIsUnique: Bool = false
  ) -> PageQuery<Result> {
    page(cursor, isBackwards: true, size, orderIsUnique)
  }

  private func page(
    _ cursor: Page<Output>.Cursor?, isBackwards: Bool, _ size: Int, _ orderIsUnique: Bool
  ) -> PageQuery<Result> {
    PageQuery(
      query: node, place: cursor?.place, isBackwards: isBackwards, size: size,
      orderIsUnique: orderIsUnique)
  }
}

extension SelectNode {
  /// Whether a row of the query can represent several rows of a source, or be computed from them.
  fileprivate var hasRowsOfSeveral: Bool {
    core.isDistinct || !core.grouping.isEmpty || !core.having.isAlways
      || core.chosen?.contains { $0.node.hasCall } == true || ordering.contains { $0.node.hasCall }
  }
}
