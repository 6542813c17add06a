import ORMCore

extension Schema {
  /// A row of `sqlite_schema`.
  ///
  /// See <https://www.sqlite.org/schematab.html>.
  public struct Entry: Sendable, Hashable {
    /// What the object is: `table`, `index`, `view` or `trigger`.
    public var type: String
    /// The object's name.
    public var name: String
    /// The table or the view that an index or a trigger belongs to; all others, themselves.
    public var table: String
    /// The `CREATE` statement; nil of the index of a key.
    public var sql: String?

    /// A row with these values.
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
  /// SQLite writes no such text. A file that someone has written to with `PRAGMA writable_schema`
  /// can have one, or one that a later version of SQLite has made with something new.
  public struct Unreadable: Error, Sendable, Hashable, Codable {
    /// What the object is: `table`, `index`, `view` or `trigger`.
    public var type: String
    /// The object's name.
    public var name: String
    /// The text.
    public var sql: String
    /// What was expected, and what is there.
    public var reason: String

    /// An object that can't be read for this reason.
    public init(type: String, name: String, sql: String, reason: String) {
      self.type = type
      self.name = name
      self.sql = sql
      self.reason = reason
    }

    /// Whether both say the same, byte for byte.
    public static func == (left: Self, right: Self) -> Bool {
      left.type.hasSameBytes(as: right.type) && left.name.hasSameBytes(as: right.name)
        && left.sql.hasSameBytes(as: right.sql) && left.reason.hasSameBytes(as: right.reason)
    }
  }
}

@_documentation(visibility: internal)
extension Schema.Unreadable: CustomStringConvertible {
  /// Names the object, and says what was expected.
  public var description: String { "the \(type) \(name) can't be read: \(reason)" }
}
