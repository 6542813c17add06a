/// A query without `group` selects a column next to an aggregate.
///
/// ```swift
/// Album.select { ($0.title, $0.count()) }        // SELECT "title", count(*) FROM "album"
/// ```
///
/// The aggregate combines all rows into one, and SQLite would return the title of an arbitrary
/// row. Group by the column, aggregate it, or fetch it with a separate query. The same is an error
/// inside of one expression, as in `$0.plays + $0.count()`, for a related row or list, and for a
/// column in a subquery that the query selects. A column next to `min()` or `max()` is not an
/// error: SQLite returns its value from the row with the least or greatest value. See
/// <https://www.sqlite.org/lang_select.html#bareagg>.
///
/// The query is checked, not its rows: a condition that finds one row, such as `$0.id == 1`, and a
/// joined source of one row make no difference. Write `max()` of the column.
///
/// The text of raw SQL is not checked, only the columns in it. A column between the parentheses of
/// a call is not reported, because the function may aggregate it.
public struct UngroupedColumnError: Error, Sendable, Hashable {  // Characters: an error's words
  /// The name of the selected column in the database; for a list, of a key column.
  public var column: String
  /// The place in the program that caused the error, if it is known; see
  /// ``Configuration/callSites``.
  public var callSite: String? { site.text }

  private var site = CallSite.current
  /// Whether the column is a key that the query reads in addition to its results.
  private var isKey = false

  /// Creates the error for a query that selects this column.
  public init(column: String) { self.column = column }

  init(column: String, isKey: Bool) {
    self.column = column
    self.isKey = isKey
  }
}

@_documentation(visibility: internal)
extension UngroupedColumnError: CustomStringConvertible {
  public var description: String {
    let problem =
      isKey
      ? "an aggregate of all rows is selected, but a list or load needs the key \"\(column)\" of "
        + "each row; group by the key, or fetch the aggregate with a separate query"
      : "the column \"\(column)\" is selected next to an aggregate of all rows, so its value would "
        + "come from an arbitrary row; group by the column, or aggregate it, for example with max()"
    return problem + site.suffix
  }
}
