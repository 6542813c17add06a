import ORMCore

extension Schema {
  /// A row of `sqlite_schema`.
  ///
  /// See <https://www.sqlite.org/schematab.html>.
  public struct Entry: Sendable, Hashable {
    /// The object's type: `table`, `index`, `view` or `trigger`.
    public var type: String
    /// The object's name.
    public var name: String
    /// The table or view that an index or a trigger belongs to; for a table or view, its own name.
    public var table: String
    /// The `CREATE` statement; nil for the automatic index of a key.
    public var sql: String?

    /// Creates an entry.
    public init(type: String, name: String, table: String, sql: String?) {
      self.type = type
      self.name = name
      self.table = table
      self.sql = sql
    }

    /// Whether both have the same values, byte for byte.
    public static func == (left: Self, right: Self) -> Bool {
      left.type.hasSameBytes(as: right.type) && left.name.hasSameBytes(as: right.name)
        && left.table.hasSameBytes(as: right.table) && left.sql.hasSameBytes(as: right.sql)
    }
  }

  /// An object whose `CREATE` statement could not be read.
  ///
  /// SQLite does not write such SQL. It occurs in a file that was changed with `PRAGMA
  /// writable_schema`, or that uses the syntax of a later version of SQLite.
  public struct Unreadable: Error, Sendable, Hashable, Codable {
    /// The object's type: `table`, `index`, `view` or `trigger`.
    public var type: String
    /// The object's name.
    public var name: String
    /// The `CREATE` statement.
    public var sql: String
    /// The reason: the token that was expected, and the one that was found.
    public var reason: String

    /// Creates the description of an object that can't be read.
    public init(type: String, name: String, sql: String, reason: String) {
      self.type = type
      self.name = name
      self.sql = sql
      self.reason = reason
    }

    /// Whether both are equal, byte for byte.
    public static func == (left: Self, right: Self) -> Bool {
      left.type.hasSameBytes(as: right.type) && left.name.hasSameBytes(as: right.name)
        && left.sql.hasSameBytes(as: right.sql) && left.reason.hasSameBytes(as: right.reason)
    }
  }
}

@_documentation(visibility: internal)
extension Schema.Unreadable: CustomStringConvertible {
  /// The object and the reason.
  public var description: String { "the \(type) \(name) can't be read: \(reason)" }
}
