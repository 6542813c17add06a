/// The columns that an `UPDATE` sets, each to a value or an SQL expression.
///
/// ```swift
/// Album.where { $0.artistID == 1 }.update {
///   $0.plays += 1
///   $0.title = $0.title.upper()
///   $0.lastPlayed = nil
/// }
/// // UPDATE "album" SET "plays" = "plays" + $1, "title" = upper("title"), "lastPlayed" = $2
/// //   WHERE "artistID" = $3
/// ```
///
/// As in Swift, reading a column that was already set returns its new value: after `$0.plays += 1`,
/// another `$0.plays += 1` makes `"plays" + $1 + $2`. The expression itself is repeated, so a
/// function such as `random()` is evaluated again.
@dynamicMemberLookup
public struct Updates<T: DatabaseTable> {
  @usableFromInline var assignments: [UpdateNode.Assignment] = []
  /// The columns, qualified as in the statement's expressions.
  @usableFromInline let columns: T.Columns

  /// The source of an `UPDATE … FROM`, if SQL may compute its columns.
  @usableFromInline var derived = DerivedSources()

  @inlinable init(of columns: T.Columns) { self.columns = columns }

  // Only the overload that reads a column is not disfavored. If the overload for a value were
  // favored as well, the type checker (6.3.1) would try `$0.plays` as an `Int` in all of Swift's
  // operators for `Int`.

  /// A column as an expression: the row's value, or the expression that this update sets it to.
  public subscript<Representation>(
    dynamicMember column: KeyPath<T.Columns, Column<T, Representation>>
  ) -> SQLExpression<Representation> {
    @inlinable get { expression(of: columns[keyPath: column]) }
    @inlinable set { set(columns[keyPath: column], toComputed: newValue.node) }
  }

  /// Sets a column to a value.
  @_disfavoredOverload
  public subscript<Representation, Value>(
    dynamicMember column: KeyPath<T.Columns, Column<T, Representation>>
  ) -> Value where Representation.Value == Value {
    @available(
      *, unavailable, message: "a column is an expression here, so it has no value to read"
    )
    get { cannotBeCalled() }
    @inlinable set { set(columns[keyPath: column], to: newValue) }
  }

  /// Sets a column to another column or an expression.
  @_disfavoredOverload
  public subscript<Representation, Expression: SQLExpressible<Representation>>(
    dynamicMember column: KeyPath<T.Columns, Column<T, Representation>>
  ) -> Expression {
    @available(
      *, unavailable,
      message: "a column is read as an SQLExpression here; optional() makes it optional"
    )
    get { cannotBeCalled() }
    @inlinable set { set(columns[keyPath: column], toComputed: newValue.node) }
  }

  /// Sets a column that may be NULL to another column or an expression.
  @_disfavoredOverload
  public subscript<Representation, Expression: SQLExpressible<Representation>>(
    dynamicMember column: KeyPath<T.Columns, Column<T, Representation?>>
  ) -> Expression {
    @available(
      *, unavailable,
      message: "a column is read as an SQLExpression here; optional() makes it optional"
    )
    get { cannotBeCalled() }
    @inlinable set { set(columns[keyPath: column], toComputed: newValue.node) }
  }

  /// The columns of an embedded struct: `$0.home.city = "Ibadan"`.
  @_disfavoredOverload
  public subscript<Group: ColumnGroup>(
    dynamicMember group: KeyPath<T.Columns, Group>
  ) -> EmbeddedUpdates<T, Group> {
    get { EmbeddedUpdates(row: self, group: columns[keyPath: group]) }
    set { self = newValue.row }
  }

  /// Sets several columns to the values of a query's first row, or to NULL if the query returns no
  /// row.
  ///
  /// ```swift
  /// let best = Track.order { $0.plays.desc() }.limit(1).select { ($0.title, $0.plays) }
  /// Album.where { $0.id == 1 }.update { $0.set(\.title, \.plays, to: best) }
  /// // UPDATE "album" SET ("title", "plays") = (SELECT "title", "plays" FROM "track" …)
  /// //   WHERE "id" = $1
  /// ```
  public mutating func set<Query: ComposableSelect, each Representation: ColumnRepresentation>(
    _ columns: repeat KeyPath<T.Columns, Column<T, each Representation>>, to query: Query
  )
  where
    Query.Result: ColumnResults, Query.Result.Representations == (repeat each Representation)
  {
    var set: [SetColumn] = []
    for column in repeat each columns { set.append(self.columns[keyPath: column].asSet) }
    guard let first = set.first else { return }
    assignments.append(
      UpdateNode.Assignment(
        column: first.name, others: set.dropFirst().map(\.name),
        value: .subquery(query.node.readable(as: set, derived: derived))))
  }
}

extension Updates {
  @usableFromInline
  func expression<Representation>(
    of column: Column<T, Representation>
  ) -> SQLExpression<Representation> {
    let earlier = assignments.last { $0.sets(column.name) }
    return SQLExpression(earlier?.value(of: column.name).unchecked ?? column.node)
  }

  @inlinable
  mutating func set<Representation>(
    _ column: Column<T, Representation>, to value: Representation.Value
  ) {
    set(column.name, to: SQLNode(value, as: Representation.self, beside: column.node))
  }

  @inlinable
  mutating func set<Representation>(
    _ column: Column<T, Representation>, toComputed value: consuming SQLNode
  ) {
    set(column.name, to: column.readable(value, derived: derived))
  }

  @inlinable
  mutating func set(_ name: String, to value: consuming SQLNode) {
    assignments.set(name, to: value)
  }
}

extension Column where Root: DatabaseTable {
  /// The node as a value for this column, with a check if SQL computes it.
  @inlinable
  func readable(_ node: consuming SQLNode, derived: DerivedSources = DerivedSources()) -> SQLNode {
    node.readable(
      as: Representation.self, Root.tableName, name, isStrict: Root.isStrict, derived: derived)
  }

  /// The column as the target of a write that sets it to a result of a query.
  var asSet: SetColumn {
    SetColumn(ownName, Representation.self, of: Root.tableName, isStrict: Root.isStrict)
  }
}

extension [UpdateNode.Assignment] {
  @usableFromInline
  mutating func set(_ name: String, to value: consuming SQLNode) {
    let assignment = UpdateNode.Assignment(column: name, value: value)
    // If a column is set twice, SQLite uses the last assignment, so this one overrides a row value.
    if let index = lastIndex(where: { $0.sets(name) }), self[index].others.isEmpty {
      self[index] = assignment
    } else {
      if isEmpty { reserveCapacity(4) }
      append(assignment)
    }
  }
}
