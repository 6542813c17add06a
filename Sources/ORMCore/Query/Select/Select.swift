/// A query for the rows of a table. It is a value: it can be built anywhere, stored, composed, and
/// run on any connection.
///
/// ```swift
/// extension Album {
///   static let recent = Album.where { $0.date != nil }.order { $0.date.desc() }
/// }
///
/// let albums = try await db.fetch(Album.recent.limit(10))
/// // SELECT … FROM "album" WHERE "date" IS NOT NULL ORDER BY "date" DESC LIMIT $1
/// ```
///
/// Methods add clauses; they are not steps. A `where` after a `limit` still applies before the
/// limit does.
///
/// The query can be joined to other tables and select something else; see ``SelectQuery``.
public typealias Select<T: TableOrView> = SelectQuery<T.Columns, WholeRow<T>>

extension SelectQuery {
  /// Creates a query for every row of the table.
  @inlinable
  public init<T: TableOrView>(_ table: T.Type = T.self)
  where Scope == T.Columns, Result == WholeRow<T> {
    self.init(
      SelectNode(whole: T.self), scope: T.Columns(source: TableSource(qualifier: T.tableName)))
  }
}

extension TableOrView {
  /// A query for every row of the table.
  @inlinable public static var all: Select<Self> { Select(Self.self) }

  /// A query for the rows that meet the condition.
  ///
  /// ```swift
  /// Album.where { $0.artistID == 1 }        // SELECT … FROM "album" WHERE "artistID" = $1
  /// ```
  @inlinable
  public static func `where`(
    @ConditionBuilder _ condition: (Columns) -> SQLExpression<Bool>
  ) -> Select<Self> {
    all.where(condition)
  }

  /// A query for every row of the table, in the given order.
  @inlinable
  public static func order(
    @OrderingBuilder _ terms: (Columns) -> [OrderingTerm]
  ) -> Select<Self> {
    all.order(terms)
  }

  /// A query for at most `count` rows of the table, after skipping `offset` rows.
  @inlinable
  public static func limit(_ count: Int, offset: Int = 0) -> Select<Self> {
    all.limit(count, offset: offset)
  }

  /// A query for every row of the table under an alias. A query that reads the same table twice
  /// needs an alias for one of them.
  ///
  /// ```swift
  /// let rivals = Album.as("other")
  /// Album.where { album in rivals.where { $0.plays > album.plays }.exists() }
  /// // … WHERE EXISTS (SELECT 1 FROM "album" AS "other" WHERE "plays" > "album"."plays")
  /// ```
  @inlinable
  public static func `as`(_ alias: String) -> Select<Self> {
    TableExpression(Self.self).query(as: alias)
  }

  /// Combines the rows whose terms have the same values into one row; see
  /// ``SelectQuery/group(_:)``.
  @inlinable
  public static func group(@GroupingBuilder _ terms: (Columns) -> [SQLNode]) -> Select<Self> {
    all.group(terms)
  }

  /// Selects a column, an expression or a whole table, or up to ten of these; see
  /// ``SelectQuery/select(_:)``.
  @inlinable
  public static func select<S: Selectable>(
    @SelectionBuilder _ result: (Columns) -> S
  ) -> SelectQuery<Columns, S.SelectedResult> {
    all.select(result)
  }

  /// ``all``, with the result type that joins of any table need.
  @inlinable
  static var wholeRows: SelectQuery<Columns, Columns.SelectedResult> {
    let all = all
    return SelectQuery(all.node, scope: all.scope)
  }
}
