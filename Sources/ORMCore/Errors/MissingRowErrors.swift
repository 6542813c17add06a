/// The table has no row with the key of the row to update, refresh or load.
// Characters: an error's words
public struct RowNotFoundError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The table of the row.
  public var table: String
  /// The place in the program that caused the error, if it is known; see
  /// ``Configuration/callSites``.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  /// Creates the error for a row of this table.
  public init(table: String) { self.table = table }

  public var description: String { "\"\(table)\": there is no row with this key" + site.suffix }
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
