/// The columns of a row that an insert names, with their values.
///
/// ```swift
/// let album = try await db.insert(Album.self) {
///   $0.title = "Promise"
///   $0.artistID = 1
/// }
/// // INSERT INTO "album" ("title", "artistID") VALUES ($1, $2) RETURNING "id", "title", …
/// ```
///
/// The columns that are left out take the database's defaults.
@dynamicMemberLookup
public struct Assignments<T: Table>: Sendable {
  private(set) var columns: [String] = []
  private(set) var values: [SQLNode] = []

  /// No columns.
  public init() {}

  /// What `assign` sets.
  public init(_ assign: (inout Assignments) throws -> Void) rethrows {
    try assign(&self)
  }

  /// Sets a column. There is nothing to be read: the row is not there yet.
  ///
  /// `Value` has a name of its own because the compiler has no words for a column that is not there
  /// where the result is `Representation.Value` ("failed to produce diagnostic", Swift 6.3).
  public subscript<Representation, Value>(
    dynamicMember column: KeyPath<T.Columns, Column<T, Representation>>
  ) -> Value where Representation.Value == Value {
    @available(*, unavailable, message: "a column can be set here and not read")
    // Swift wants a getter beside a setter; no code that calls this one compiles.
    get { fatalError() }
    set { set(T.columns[keyPath: column], to: newValue) }
  }

  /// The columns of an embedded struct: `$0.home.city = "Ibadan"`.
  @_disfavoredOverload
  public subscript<Group>(
    dynamicMember group: KeyPath<T.Columns, Group>
  ) -> EmbeddedAssignments<T, Group> {
    get { EmbeddedAssignments(row: self, group: group) }
    set { self = newValue.row }
  }

  mutating func set<Representation>(
    _ column: Column<T, Representation>, to value: Representation.Value
  ) {
    set(column.name, to: SQLNode(value, as: Representation.self, beside: column.node))
  }

  private mutating func set(_ name: String, to value: SQLNode) {
    if let index = columns.firstIndex(of: name) {
      values[index] = value
    } else {
      columns.append(name)
      values.append(value)
    }
  }

  /// The insert, with all columns that a fetch reads as its result.
  ///
  /// - Throws: ``ValueEncodingError``
  public func insertStatement() throws -> Statement {
    var renderer = SQLRenderer("INSERT INTO \(T.tableName.quotedIdentifier)")
    if columns.isEmpty {
      renderer.append(" DEFAULT VALUES")
    } else {
      renderer.append(" (\(columns.identifierList)) VALUES (")
      do {
        try renderer.append(values) { try $0.append($1) }
      } catch var error as ValueEncodingError {
        error.table = T.tableName
        throw error
      }
      renderer.append(")")
    }
    renderer.append(T.schema.returningClause)
    return renderer.statement
  }
}
