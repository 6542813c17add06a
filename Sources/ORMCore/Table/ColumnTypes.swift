// What `@Table` says of types that it doesn't know. The compiler reports a type that is no column
// at the first use of one of these names, and of the rest of the generated code, which uses the
// name, nothing more.

/// The type of a column that is stored as itself, as generated code names it.
@_documentation(visibility: internal)
public typealias StoredValue<Value: ColumnValue> = Value

/// The representation of a column's values, as generated code names it.
@_documentation(visibility: internal)
public typealias StoredRepresentation<Representation: ColumnRepresentation, Value> = Representation
where Representation.Value == Value

/// The type of an embedded group of columns, as generated code names it.
@_documentation(visibility: internal)
public typealias EmbeddedGroup<Group: Embeddable> = Group

/// A table that a column refers to, as generated code names it.
@_documentation(visibility: internal)
public typealias ReferencedTable<Parent: KeyedTable> = Parent
