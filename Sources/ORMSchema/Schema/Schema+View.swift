import ORMCore

extension Schema {
  /// A view; see <https://www.sqlite.org/lang_createview.html>.
  public struct View: Sendable, Hashable {
    /// The name, without quotes.
    public var name: String
    /// The names of its columns; empty if the query names them.
    public var columns: [String]
    /// The query, verbatim.
    public var query: String

    /// Creates a view.
    public init(_ name: String, columns: [String] = [], query: String) {
      self.name = name
      self.columns = columns
      self.query = query
    }

    /// Whether both are equal, byte for byte.
    public static func == (left: Self, right: Self) -> Bool {
      left.name.hasSameBytes(as: right.name) && left.columns.haveSameBytes(as: right.columns)
        && left.query.hasSameBytes(as: right.query)
    }
  }
}
