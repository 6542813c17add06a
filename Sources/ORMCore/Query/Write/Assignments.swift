/// The columns that an insert sets in a row, with their values.
///
/// ```swift
/// let album = try await db.insert(Album.self) {
///   $0.title = "Promise"
///   $0.artistID = 1
/// }
/// // INSERT INTO "album" ("title", "artistID") VALUES ($1, $2)
/// // SELECT "id", "title", … FROM "album" WHERE rowid = $1
/// ```
///
/// Omitted columns get the database's defaults. A value can also be an expression, such as the
/// result of a query:
///
/// ```swift
/// Album.insert { $0.plays = Album.select { $0.plays.max() }.scalar().coalesce(0) }
/// // INSERT INTO "album" ("plays") VALUES (coalesce((SELECT max("plays") FROM "album"), $1))
/// ```
@dynamicMemberLookup
public struct Assignments<T: DatabaseTable>: Sendable {
  private(set) var columns: [String] = []
  private(set) var values: [SQLNode] = []

  /// Creates assignments of no columns.
  public init() {}

  /// Creates the assignments that `assign` makes.
  public init(_ assign: (inout Assignments) throws -> Void) rethrows {
    try assign(&self)
  }

  /// Sets a column. It can't be read, because the row does not exist yet.
  ///
  /// `Value` is a separate generic parameter because the compiler can't diagnose an unknown column
  /// if the result is `Representation.Value` ("failed to produce diagnostic", Swift 6.3).
  public subscript<Representation, Value>(
    dynamicMember column: KeyPath<T.Columns, Column<T, Representation>>
  ) -> Value where Representation.Value == Value {
    @available(*, unavailable, message: "a column can only be set here, not read")
    get { cannotBeCalled() }
    set { set(T.columns[keyPath: column], to: newValue) }
  }

  /// Sets a column to an SQL expression.
  @_disfavoredOverload
  public subscript<Representation, Expression: SQLExpressible<Representation>>(
    dynamicMember column: KeyPath<T.Columns, Column<T, Representation>>
  ) -> Expression {
    @available(*, unavailable, message: "a column can only be set here, not read")
    get { cannotBeCalled() }
    set { set(T.columns[keyPath: column], toComputed: newValue.node) }
  }

  /// Sets a column that may be NULL to an SQL expression.
  @_disfavoredOverload
  public subscript<Representation, Expression: SQLExpressible<Representation>>(
    dynamicMember column: KeyPath<T.Columns, Column<T, Representation?>>
  ) -> Expression {
    @available(*, unavailable, message: "a column can only be set here, not read")
    get { cannotBeCalled() }
    set { set(T.columns[keyPath: column], toComputed: newValue.node) }
  }

  /// The columns of an embedded struct: `$0.home.city = "Ibadan"`.
  @_disfavoredOverload
  public subscript<Group: ColumnGroup>(
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

  mutating func set<Representation>(
    _ column: Column<T, Representation>, toComputed value: SQLNode
  ) {
    set(column.name, to: column.readable(value))
  }

  mutating func set(_ name: String, to value: SQLNode) {
    if let index = columns.firstIndex(ofName: name) {
      values[index] = value
    } else {
      columns.append(name)
      values.append(value)
    }
  }

  /// The values, or nil if SQL computes one of them.
  var knownValues: [SQLValue]? {
    var known: [SQLValue] = []
    for node in values {
      guard case .value(let value) = node.kind else { return nil }
      known.append(value)
    }
    return known
  }

  /// The insert, returning all columns that a fetch reads.
  ///
  /// - Throws: ``ValueEncodingError``; ``DatabaseError`` if a column is read-only.
  public func insertStatement() throws -> Statement {
    try T.insert(self).returning().statement()
  }
}
