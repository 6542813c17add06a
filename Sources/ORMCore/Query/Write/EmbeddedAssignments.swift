/// The columns of an embedded struct among a row's ``Assignments``.
@dynamicMemberLookup
public struct EmbeddedAssignments<T: DatabaseTable, Group> {
  var row: Assignments<T>
  let group: KeyPath<T.Columns, Group>

  /// Sets a column of the embedded struct.
  public subscript<Representation, Value>(
    dynamicMember column: KeyPath<Group, Column<T, Representation>>
  ) -> Value where Representation.Value == Value {
    @available(*, unavailable, message: "a column can only be set here, not read")
    get { cannotBeCalled() }
    set { row.set(T.columns[keyPath: group.appending(path: column)], to: newValue) }
  }

  /// Sets a column of the embedded struct to an SQL expression.
  @_disfavoredOverload
  public subscript<Representation, Expression: SQLExpressible<Representation>>(
    dynamicMember column: KeyPath<Group, Column<T, Representation>>
  ) -> Expression {
    @available(*, unavailable, message: "a column can only be set here, not read")
    get { cannotBeCalled() }
    set {
      row.set(T.columns[keyPath: group.appending(path: column)], toComputed: newValue.node)
    }
  }

  /// Sets a column of the embedded struct that may be NULL to an SQL expression.
  @_disfavoredOverload
  public subscript<Representation, Expression: SQLExpressible<Representation>>(
    dynamicMember column: KeyPath<Group, Column<T, Representation?>>
  ) -> Expression {
    @available(*, unavailable, message: "a column can only be set here, not read")
    get { cannotBeCalled() }
    set {
      row.set(T.columns[keyPath: group.appending(path: column)], toComputed: newValue.node)
    }
  }

  /// The columns of a struct that is embedded in this one.
  @_disfavoredOverload
  public subscript<Inner: ColumnGroup>(
    dynamicMember group: KeyPath<Group, Inner>
  ) -> EmbeddedAssignments<T, Inner> {
    get { EmbeddedAssignments<T, Inner>(row: row, group: self.group.appending(path: group)) }
    set { row = newValue.row }
  }
}
