/// One page of an ordered query, as ``TableQuery/page(after:size:orderIsUnique:)`` makes it.
public struct PageQuery<Result: SelectResult>: StatementConvertible {
  let query: SelectNode
  let place: CursorValue?
  let isBackwards: Bool
  let size: Int
  let orderIsUnique: Bool

  /// The text and its arguments: a row more than the page has, which tells whether another page
  /// follows, and in each row, behind what is selected, the values that the order has there and
  /// that are not selected.
  ///
  /// - Throws: ``PageError``, ``ValueEncodingError``
  public func statement() throws -> Statement { try places().query.statement }

  /// The lists beside the rows, without their keys.
  @usableFromInline var lists: ListKeys { ListKeys(of: query, areAll: false) }

  /// What a fetch needs, the query first.
  @usableFromInline
  package func places() throws -> PageBuilder<Result.Output> {
    guard size >= 1 else { throw PageError.sizeBelowOne }
    guard query.limit == nil else { throw PageError.limit }
    guard !query.hasRowsOfSeveral else { throw PageError.rowsOfSeveral }
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
        throw PageError.cursorOfOtherOrder
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
  /// Some of the rows in the query's order: those behind a place, or the first ones.
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
  /// The keys of the query's tables are added to the order, so that no two rows are equal, and a
  /// page begins behind the values of a row instead of leaving rows out by their number. So it
  /// costs no more than the first one where an index has the order, and no row comes twice or is
  /// missed because others are inserted or deleted between two pages. A row whose own place in the
  /// order changes meanwhile comes at its new place.
  ///
  /// The rowid distinguishes the rows of a table without a key, which `VACUUM` changes
  /// (<https://www.sqlite.org/lang_vacuum.html#howvacuumworks>).
  ///
  /// - Parameters:
  ///   - cursor: ``Page/next`` of the page before this one; nil for the first page.
  ///   - size: How many rows a page has; the last one may have less.
  ///   - orderIsUnique: Whether the query's own order tells all rows apart, so that no key is added
  ///     to it. If it does not, rows that are equal to the last one of a page are missed.
  public func page(
    after cursor: Page<Output>.Cursor? = nil, size: Int, orderIsUnique: Bool = false
  ) -> PageQuery<Result> {
    page(cursor, isBackwards: false, size, orderIsUnique)
  }

  /// The rows before a place, or the last ones, in the query's order; see
  /// ``page(after:size:orderIsUnique:)``.
  ///
  /// - Parameter cursor: ``Page/previous`` of the page behind this one; nil for the last page.
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
  /// Whether more than one row of a source can stand behind a row, or decide what is in it.
  fileprivate var hasRowsOfSeveral: Bool {
    core.isDistinct || !core.grouping.isEmpty || !core.having.isAlways
      || core.chosen?.contains { $0.node.hasCall } == true || ordering.contains { $0.node.hasCall }
  }
}
