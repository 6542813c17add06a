/// The table has no row with the key of the row to find, update, refresh or load, or a query that
/// must return a row returned none.
// Characters: an error's words
public struct RowNotFoundError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The table of the row. For a query, it is the first table; for raw SQL, it is empty.
  public var table: String
  /// The SQL of the query that returned no row, with parameters in place of values; nil if the row
  /// was looked up by its key.
  public var sql: String?
  /// The place in the program that caused the error, if it is known; see
  /// ``Configuration/callSites``.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  /// Creates the error for a row of this table, or for a query of it.
  public init(table: String, sql: String? = nil) {
    self.table = table
    self.sql = sql
  }

  public var description: String {
    guard let sql else { return "\"\(table)\": there is no row with this key" + site.suffix }
    let name = table.isEmpty ? "" : "\"\(table)\": "
    let text = sql.isEmpty ? "" : " in: \(sql)"
    return "\(name)the statement returned no row\(site.suffix)\(text)"
  }
}

/// A row was not written, or was not found afterwards: a trigger ignored the write or undid it, or
/// the table's `ON CONFLICT IGNORE` skipped the row.
///
/// ```swift
/// // CREATE TRIGGER quiet BEFORE INSERT ON album WHEN new.title = ''
/// //   BEGIN SELECT RAISE(IGNORE); END
/// try db.insert(Album(title: ""))            // throws RowNotKeptError(table: "album")
/// ```
///
/// The statement is rolled back, with everything its triggers did. See
/// <https://www.sqlite.org/lang_createtrigger.html#raise>.
// Characters: an error's words
public struct RowNotKeptError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The table of the row.
  public var table: String
  /// The place in the program that caused the error, if it is known; see
  /// ``Configuration/callSites``.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  /// Creates the error for a row of this table.
  public init(table: String) { self.table = table }

  public var description: String {
    "\"\(table)\": the row was not written, or is not found by its key; a trigger may be the cause"
      + site.suffix
  }
}
