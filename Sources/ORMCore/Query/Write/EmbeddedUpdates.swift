/// The columns of an embedded struct among a row's ``Updates``.
@dynamicMemberLookup
public struct EmbeddedUpdates<T: DatabaseTable, Group> {
  var row: Updates<T>
  let group: Group

  /// A column as an expression: the row's value, or the expression that this update sets it to.
  public subscript<Representation>(
    dynamicMember column: KeyPath<Group, Column<T, Representation>>
  ) -> SQLExpression<Representation> {
    get { row.expression(of: group[keyPath: column]) }
    set { row.set(group[keyPath: column], toComputed: newValue.node) }
  }

  /// Sets a column to a value.
  @_disfavoredOverload
  public subscript<Representation, Value>(
    dynamicMember column: KeyPath<Group, Column<T, Representation>>
  ) -> Value where Representation.Value == Value {
    @available(
      *, unavailable, message: "a column is an expression here, so it has no value to read"
    )
    get { cannotBeCalled() }
    set { row.set(group[keyPath: column], to: newValue) }
  }

  /// Sets a column to another column or an expression.
  @_disfavoredOverload
  public subscript<Representation, Expression: SQLExpressible<Representation>>(
    dynamicMember column: KeyPath<Group, Column<T, Representation>>
  ) -> Expression {
    @available(
      *, unavailable,
      message: "a column is read as an SQLExpression here; optional() makes it optional"
    )
    get { cannotBeCalled() }
    set { row.set(group[keyPath: column], toComputed: newValue.node) }
  }

  /// Sets a column that may be NULL to another column or an expression.
  @_disfavoredOverload
  public subscript<Representation, Expression: SQLExpressible<Representation>>(
    dynamicMember column: KeyPath<Group, Column<T, Representation?>>
  ) -> Expression {
    @available(
      *, unavailable,
      message: "a column is read as an SQLExpression here; optional() makes it optional"
    )
    get { cannotBeCalled() }
    set { row.set(group[keyPath: column], toComputed: newValue.node) }
  }

  /// The columns of a struct that is embedded in this one.
  @_disfavoredOverload
  public subscript<Inner: ColumnGroup>(
    dynamicMember inner: KeyPath<Group, Inner>
  ) -> EmbeddedUpdates<T, Inner> {
    get { EmbeddedUpdates<T, Inner>(row: row, group: group[keyPath: inner]) }
    set { row = newValue.row }
  }
}
