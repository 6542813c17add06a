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
public struct Select<T: Table>: SelectStatement {
  public typealias Output = T

  var clauses = SelectClauses()

  /// Every row of the table.
  public init() {}

  /// Narrows to the rows that also meet the condition.
  public func `where`(
    @ConditionBuilder _ condition: (T.Columns) -> SQLExpression<Bool>
  ) -> Self {
    with { $0.condition = .and($0.condition, condition(T.columns).node) }
  }

  /// Orders the rows, after the terms that the query already has.
  ///
  /// ```swift
  /// Album.order { $0.title }                // … ORDER BY "title"
  /// ```
  public func order(@OrderingBuilder _ terms: (T.Columns) -> [OrderingTerm]) -> Self {
    with { $0.ordering += terms(T.columns) }
  }

  /// Takes at most `count` rows, after leaving out the first `offset`; replaces an earlier limit.
  ///
  /// ```swift
  /// Album.order { $0.title }.limit(10, offset: 20)  // … ORDER BY "title" LIMIT $1 OFFSET $2
  /// ```
  ///
  /// Less than none is none.
  public func limit(_ count: Int, offset: Int = 0) -> Self {
    with {
      $0.limit = max(0, count)
      $0.offset = max(0, offset)
    }
  }

  /// Gives rows that are the same in all columns once.
  public func distinct() -> Self { with { $0.isDistinct = true } }

  @inlinable
  public func decode<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws -> T {
    try T(row: row)
  }

  private func with(_ change: (inout SelectClauses) -> Void) -> Self {
    var copy = self
    change(&copy.clauses)
    return copy
  }
}

extension Table {
  /// Every row of the table, as a query.
  public static var all: Select<Self> { Select() }

  /// The rows that meet the condition, as a query.
  ///
  /// ```swift
  /// Album.where { $0.artistID == 1 }        // SELECT … FROM "album" WHERE "artistID" = $1
  /// ```
  public static func `where`(
    @ConditionBuilder _ condition: (Columns) -> SQLExpression<Bool>
  ) -> Select<Self> {
    all.where(condition)
  }

  /// Every row of the table in an order, as a query.
  public static func order(
    @OrderingBuilder _ terms: (Columns) -> [OrderingTerm]
  ) -> Select<Self> {
    all.order(terms)
  }

  /// At most `count` rows of the table, as a query.
  public static func limit(_ count: Int, offset: Int = 0) -> Select<Self> {
    all.limit(count, offset: offset)
  }
}
