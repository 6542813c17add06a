/// A value inside of JSON, as a row of `json_each` or `json_tree`.
///
/// ```swift
/// let tags = Album.join { $0.tags.each() }.select { album, tag in (album.title, tag.value) }
/// // SELECT "album"."title", "json_each"."value" FROM "album" JOIN json_each("album"."tags")
/// ```
///
/// See <https://www.sqlite.org/json1.html#jeach>.
public struct JSONEntry<Representation: ColumnRepresentation>: Selection {
  /// The key in an object, or the position in an array; NULL for a single value.
  public let key: SQLValue
  /// The value; an object or an array is JSON.
  public let value: Representation.Nullable.Value
  /// The kind of the value.
  public let type: JSONType
  /// The value, or NULL if it is an object or an array.
  public let atom: SQLValue
  /// A number that is unique among the values of the same JSON.
  public let id: Int
  /// The ``id`` of the object or array that contains the value; always nil in `each`.
  public let parent: Int?
  /// The path to the value: `$.owner.name`.
  public let fullkey: String
  /// The path to the object or array that contains the value: `$.owner`.
  public let path: String

  /// The columns of the rows.
  public struct Columns: TableColumns {
    @_documentation(visibility: internal)
    public typealias SelectedResult = WholeRow<JSONEntry>
    @_documentation(visibility: internal)
    public typealias OuterScope = OuterColumns<Self>

    let source: TableSource

    public static func source(of columns: Self) -> TableSource { columns.source }

    public init(source: TableSource) { self.source = source }

    /// The key in an object, or the position in an array.
    public var key: Column<JSONEntry, JSON.Untyped> { Column("key", in: source) }
    /// The value; NULL if the JSON value is `null`.
    public var value: Column<JSONEntry, Representation.Nullable> { Column("value", in: source) }
    /// The kind of the value.
    public var type: Column<JSONEntry, JSONType> { Column("type", in: source) }
    /// The value, or NULL if it is an object or an array.
    public var atom: Column<JSONEntry, JSON.Untyped> { Column("atom", in: source) }
    /// A number that is unique among the values of the same JSON.
    public var id: Column<JSONEntry, Int> { Column("id", in: source) }
    /// The ``id`` of the object or array that contains the value.
    public var parent: Column<JSONEntry, Int?> { Column("parent", in: source) }
    /// The path to the value.
    public var fullkey: Column<JSONEntry, String> { Column("fullkey", in: source) }
    /// The path to the object or array that contains the value.
    public var path: Column<JSONEntry, String> { Column("path", in: source) }
  }

  @_documentation(visibility: internal)
  public static var columnCount: Int { 8 }

  public static var selectedColumns: [String] {
    ["key", "value", "type", "atom", "id", "parent", "fullkey", "path"]
  }

  public init<Row: RowReader & ~Copyable>(row: borrowing Row) throws {
    key = try JSON.Untyped.read(from: row, at: 0)
    value = try Representation.Nullable.read(from: row, at: 1)
    type = try JSONType.read(from: row, at: 2)
    atom = try JSON.Untyped.read(from: row, at: 3)
    id = try Int.read(from: row, at: 4)
    parent = try Int?.read(from: row, at: 5)
    fullkey = try String.read(from: row, at: 6)
    path = try String.read(from: row, at: 7)
  }
}

@_documentation(visibility: internal)
extension JSONEntry: Equatable where Representation.Nullable.Value: Equatable {
  public static func == (left: JSONEntry, right: JSONEntry) -> Bool {
    left.key == right.key && left.value == right.value && left.type == right.type
      && left.atom == right.atom && left.id == right.id && left.parent == right.parent
      && left.fullkey.hasSameBytes(as: right.fullkey) && left.path.hasSameBytes(as: right.path)
  }
}

extension JSONEntry: Hashable where Representation.Nullable.Value: Hashable {}
