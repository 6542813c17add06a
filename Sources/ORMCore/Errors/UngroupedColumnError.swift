/// A query without `group` selects a column next to an aggregate.
///
/// ```swift
/// Album.select { ($0.title, $0.count()) }        // SELECT "title", count(*) FROM "album"
/// ```
///
/// The aggregate combines all rows into one, and SQLite would return the title of an arbitrary
/// row. Group by the column, aggregate it, or fetch it with a separate query. A column next to
/// `min()` or `max()` is not an error: SQLite returns its value from the row with the least or
/// greatest value. Columns in raw SQL that calls a function are not checked.
///
/// See <https://www.sqlite.org/lang_select.html#bareagg>.
public struct UngroupedColumnError: Error, Sendable, Hashable {  // Characters: an error's words
  /// The selected column. If a relation leads to its table, the table and the column:
  /// `artist.name`.
  public var column: String
  /// The place in the program that caused the error, if it is known; see
  /// ``Configuration/callSites``.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  /// Creates the error for a query that selects this column.
  public init(column: String) { self.column = column }
}

@_documentation(visibility: internal)
extension UngroupedColumnError: CustomStringConvertible {
  public var description: String {
    "\"\(column)\" is selected next to an aggregate of all rows, so its value would come from an "
      + "arbitrary row; group by it, as in .group { $0.\(column) }, or aggregate it, as in "
      + "$0.\(column).max()" + site.suffix
  }
}
