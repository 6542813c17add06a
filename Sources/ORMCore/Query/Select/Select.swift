/// A query for the rows of a table, as a value: built anywhere, stored, composed, run by any
/// connection.
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
/// Methods name clauses and not steps: a `where` after a `limit` still narrows before the limit
/// counts.
///
/// The query can be joined to other tables and select something else; see ``SelectQuery``.
public typealias Select<T: NamedSource> = SelectQuery<T.Columns, WholeRow<T>>

extension SelectQuery {
  /// Every row of the table.
  @inlinable
  public init<T: NamedSource>(_ table: T.Type = T.self)
  where Scope == T.Columns, Result == WholeRow<T> {
    self.init(
      SelectNode(whole: T.self), scope: T.Columns(source: TableSource(qualifier: T.tableName)))
  }
}

extension NamedSource {
  /// Every row of the table, as a query.
  @inlinable public static var all: Select<Self> { Select(Self.self) }

  /// The rows that meet the condition, as a query.
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

  /// Every row of the table in an order, as a query.
  @inlinable
  public static func order(
    @OrderingBuilder _ terms: (Columns) -> [OrderingTerm]
  ) -> Select<Self> {
    all.order(terms)
  }

  /// At most `count` rows of the table, as a query.
  @inlinable
  public static func limit(_ count: Int, offset: Int = 0) -> Select<Self> {
    all.limit(count, offset: offset)
  }

  /// Every row of the table under another name, which a query needs that reads from it twice.
  ///
  /// ```swift
  /// let rivals = Album.as("other")
  /// Album.where { album in rivals.where { $0.plays > album.plays }.exists() }
  /// // … WHERE EXISTS (SELECT 1 FROM "album" AS "other" WHERE "plays" > "album"."plays")
  /// ```
  @inlinable
  public static func `as`(_ alias: String) -> Select<Self> {
    RowSource(Self.self).query(as: alias)
  }

  /// Makes one row of all that have the same values; see ``SelectQuery/group(_:)``.
  @inlinable
  public static func group(@GroupingBuilder _ terms: (Columns) -> [SQLNode]) -> Select<Self> {
    all.group(terms)
  }

  /// Selects one column or one expression, or a tuple of up to ten; see ``SelectQuery``.
  @inlinable
  public static func select<S: Selectable>(
    @SelectionBuilder _ result: (Columns) -> S
  ) -> SelectQuery<Columns, S.SelectedResult> {
    all.select(result)
  }

  /// ``all``, in a type that joins can be said of for any table.
  @inlinable
  static var wholeRows: SelectQuery<Columns, Columns.SelectedResult> {
    let all = all
    return SelectQuery(all.node, scope: all.scope)
  }
}
