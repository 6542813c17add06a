extension ToManyQuery: Selectable {
  @_documentation(visibility: internal)
  public typealias SelectedResult = ListResult<Result>

  /// The key of each list.
  @_documentation(visibility: internal)
  public var results: [ResultColumn] { [rows.column] }

  /// Orders the rows of each list, after the terms that the order already has.
  public func order(@OrderingBuilder _ terms: (Scope) -> [OrderingTerm]) -> Self {
    var ordered = self
    ordered.rows.select.appendOrdering(inside(terms))
    return ordered
  }

  /// Limits each list to `count` rows; replaces an earlier limit. Aggregates, too, contain only
  /// these rows.
  ///
  /// A negative number counts as 0.
  public func limit(_ count: Int) -> Self {
    var limited = self
    limited.rows.limit = Swift.max(0, count)
    return limited
  }

  /// Selects, for each related row, columns, expressions, whole tables, and lists of the rows that
  /// are related to it.
  ///
  /// ```swift
  /// Artist.select { ($0.name, $0.albums.select { ($0.title, $0.tracks) }) }
  /// // [(String, [(String, [Track])])]
  /// ```
  public func select<S: Selectable>(
    @SelectionBuilder _ result: (Scope) -> S
  ) -> ToManyQuery<Scope, S.SelectedResult> {
    var rows = rows
    rows.select.select(inside(result).results)
    return ToManyQuery<Scope, S.SelectedResult>(rows, scope: scope)
  }

  /// The first row in the relation's order, if there is one.
  ///
  /// ```swift
  /// Artist.select { ($0.name, $0.albums.order { $0.year.desc() }.first) }  // [(String, Album?)]
  /// ```
  public var first: FirstRow<Scope, Result> {
    FirstRow(limit(Swift.min(rows.limit ?? 1, 1)))
  }
}

/// The first row of a to-many relation, as a query selects it: see ``ToManyQuery/first``.
@_documentation(visibility: internal)
public struct FirstRow<Scope: Sendable, Result: SelectResult>: Selectable {
  public typealias SelectedResult = FirstOfList<Result>

  private let rows: ToManyQuery<Scope, Result>

  init(_ rows: ToManyQuery<Scope, Result>) { self.rows = rows }

  public var results: [ResultColumn] { rows.results }
}

extension RelatedRows {
  fileprivate var column: ResultColumn {
    ResultColumn(
      pairs.first?.key ?? .value(.null), .list(ListNode(select, pairs: pairs, limit: limit)))
  }
}

/// The related rows of a row, as an array.
@_documentation(visibility: internal)
public enum ListResult<Element: SelectResult>: SelectResult {
  public typealias Output = [Element.Output]
  public typealias Part = Void
  public typealias Lists = FetchedLists<Element.Output>

  @inlinable public static var columnCount: Int { 0 }
  @inlinable public static var hasLists: Bool { true }

  /// - Throws: ``RelationError``, because a single row does not contain its lists.
  public static func decode<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int
  ) throws -> [Element.Output] {
    throw RelationError(listOf: Element.Output.self)
  }

  @inlinable
  public static func part<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int, _ keys: inout ListKeys
  ) throws {
    try keys.note(row)
  }

  @inlinable
  public static func lists<Fetcher: RowFetching>(
    _ keys: inout ListKeys, on db: isolated Fetcher
  ) throws -> FetchedLists<Element.Output> {
    let areAll = keys.areAll
    let (list, rowKeys) = keys.takeNext()
    return try ListFetch(list, rowKeys, areAll: areAll).run(Element.self, on: db)
  }

  @inlinable
  public static func whole(
    _ part: Void, _ row: Int, _ lists: FetchedLists<Element.Output>
  ) -> [Element.Output] {
    lists[row]
  }
}

/// The first of the related rows of a row.
@_documentation(visibility: internal)
public enum FirstOfList<Element: SelectResult>: SelectResult {
  public typealias Output = Element.Output?
  public typealias Part = Void
  public typealias Lists = FetchedLists<Element.Output>

  @inlinable public static var columnCount: Int { 0 }
  @inlinable public static var hasLists: Bool { true }

  /// - Throws: ``RelationError``, because a single row does not contain its lists.
  public static func decode<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int
  ) throws -> Element.Output? {
    throw RelationError(listOf: Element.Output.self)
  }

  @inlinable
  public static func part<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int, _ keys: inout ListKeys
  ) throws {
    try keys.note(row)
  }

  @inlinable
  public static func lists<Fetcher: RowFetching>(
    _ keys: inout ListKeys, on db: isolated Fetcher
  ) throws -> FetchedLists<Element.Output> {
    try ListResult<Element>.lists(&keys, on: db)
  }

  @inlinable
  public static func whole(
    _ part: Void, _ row: Int, _ lists: FetchedLists<Element.Output>
  ) -> Element.Output? {
    lists[row].first
  }
}
