/// A row was inserted without its key into a table that does not generate one.
///
/// SQLite generates a key only if the key is an alias of the rowid, that is, if it is declared as
/// `INTEGER PRIMARY KEY`. It also fills a key that has a `DEFAULT`. A table from another program
/// may declare its key as `INT PRIMARY KEY`, `INTEGER PRIMARY KEY DESC` or `INTEGER UNIQUE`: if an
/// insert omits such a key, SQLite stores NULL.
///
/// ```swift
/// // CREATE TABLE note (id INT PRIMARY KEY, text TEXT NOT NULL)
/// try db.insert(Note(text: "a"))      // throws KeyNotGivenError(table: "note", column: "id")
/// try db.insert(Note(id: 1, text: "a"))
/// ```
///
/// Nothing is stored. If a trigger sets the key, use an insert that does not return it:
/// `try db.run(Note.insert { $0.text = "a" })`. See
/// <https://www.sqlite.org/lang_createtable.html#rowids_and_the_integer_primary_key>.
// Characters: an error's words
public struct KeyNotGivenError: Error, Sendable, Hashable {
  /// The table of the row.
  public var table: String
  /// The key's column.
  public var column: String
  /// The place in the program that caused the error, if it is known; see
  /// ``Configuration/callSites``.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  /// Creates the error for a row of this table.
  public init(table: String, column: String) {
    self.table = table
    self.column = column
  }
}

@_documentation(visibility: internal)
extension KeyNotGivenError: CustomStringConvertible {
  public var description: String {
    "\"\(table)\": the database does not generate the key \"\(column)\", which is not an"
      + " INTEGER PRIMARY KEY; set the row's key before the insert, or migrate the table"
      + site.suffix
  }
}
