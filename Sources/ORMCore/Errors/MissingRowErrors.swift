/// There is no row with this key.
// Characters: an error's words
public struct RowNotFoundError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The table that the row was to be in.
  public var table: String
  /// Where in the program it was made, if that is known; see ``Configuration/callSites``.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  /// The error of a row of this table.
  public init(table: String) { self.table = table }

  public var description: String { "\"\(table)\": there is no row with this key" + site.suffix }
}

/// A trigger did not let the row be written, or took it away again.
///
/// ```swift
/// // CREATE TRIGGER quiet BEFORE INSERT ON album WHEN new.title = ''
/// //   BEGIN SELECT RAISE(IGNORE); END
/// try db.insert(Album(title: ""))            // throws RowNotKeptError(table: "album")
/// ```
///
/// The statement and all that its triggers did are undone. See
/// <https://www.sqlite.org/lang_createtrigger.html#raise>.
// Characters: an error's words
public struct RowNotKeptError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The table that the row was to be in.
  public var table: String
  /// Where in the program it was made, if that is known; see ``Configuration/callSites``.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  /// The error of a row of this table.
  public init(table: String) { self.table = table }

  public var description: String {
    "\"\(table)\": a trigger did not let the row be written, or it is not there under its key now"
      + site.suffix
  }
}
