extension TableSchema {
  /// Adds a column with only a name and a type, as most columns have.
  ///
  /// The method with more parameters does this too, but each call would pass ten default arguments,
  /// which would be most of a schema's code in a debug build.
  public mutating func add<Representation: ColumnRepresentation>(
    _ name: String, _ representation: Representation.Type
  ) {
    var column = ColumnSchema(
      name, type: Representation.columnType, isNullable: Representation.isNullable)
    column.isNumberAsText = Representation.isNumberAsText
    column.representation = RepresentationSchema(of: Representation.self)
    column.declared.representation = Representation.self
    columns.append(column)
  }

  /// Adds a column with the type and the nullability of `representation`.
  public mutating func add<Representation: ColumnRepresentation>(
    _ name: String, _ representation: Representation.Type, unique: Bool = false,
    default columnDefault: ColumnDefault? = nil, collate: Collation? = nil, check: String? = nil,
    generated: GeneratedColumn? = nil, readOnly: Bool = false, lazy: Bool = false,
    renamedFrom: [String] = [], meaning: String? = nil
  ) {
    var column = ColumnSchema(
      name, type: Representation.columnType, isNullable: Representation.isNullable)
    column.isUnique = unique
    column.defaultSQL = columnDefault?.sql
    column.collation = collate?.rawValue
    column.check = check
    column.generated = generated
    column.isReadOnly = readOnly
    column.isLazy = lazy
    column.formerNames = renamedFrom
    column.isNumberAsText = Representation.isNumberAsText
    column.representation = RepresentationSchema(of: Representation.self)
    column.representation?.meaning = meaning
    column.declared.representation = Representation.self
    column.declared.hasWrittenDefault = columnDefault?.sql != nil
    columns.append(column)
  }

  /// Adds a column whose `DEFAULT` is the literal default of its property.
  public mutating func add<Representation: ColumnRepresentation>(
    _ name: String, _ representation: Representation.Type, value: Representation.Value,
    unique: Bool = false, collate: Collation? = nil, check: String? = nil, readOnly: Bool = false,
    lazy: Bool = false, renamedFrom: [String] = [], meaning: String? = nil
  ) {
    // A literal that can't be stored has no `DEFAULT`; an insert of the value throws.
    let sql = (try? Representation.sqlValue(of: value)).map(\.literal)
    add(
      name, representation, unique: unique,
      default: sql.map { ColumnDefault(sql: $0, omitsNil: false) }, collate: collate, check: check,
      readOnly: readOnly, lazy: lazy, renamedFrom: renamedFrom, meaning: meaning)
    columns[columns.count - 1].declared.hasWrittenDefault = false
  }

  /// Adds the columns of an embedded struct.
  ///
  /// - Parameter nullable: Whether the struct is optional, so that every column may be NULL.
  public mutating func embed<Group: Embeddable>(
    _ group: Group.Type, prefix: String, nullable: Bool = false
  ) {
    let start = columns.count
    Group.addColumns(to: &self, prefix: prefix)
    if nullable {
      for index in columns.indices[start...] { columns[index].isNullable = true }
    }
  }

  /// Adds a foreign key to the primary key of `parent`, which has the type of the column.
  public mutating func reference<Own: ColumnRepresentation, Parent: KeyedTable>(
    from column: String, _ own: Own.Type, to parent: Parent.Type,
    onDelete: ForeignKey.Action = .noAction, onUpdate: ForeignKey.Action = .noAction
  ) where Own.Nullable.Value == Parent.Key? {
    refer(column, Parent.self, Parent.primaryKeyColumns, onDelete, onUpdate)
  }

  /// Adds a foreign key to a column of another table, or of this one, with the same representation.
  public mutating func reference<
    Own: ColumnRepresentation, Parent: DatabaseTable, Other: ColumnRepresentation
  >(
    from column: String, _ own: Own.Type, to parent: Column<Parent, Other>,
    onDelete: ForeignKey.Action = .noAction, onUpdate: ForeignKey.Action = .noAction
  ) where Own.Nullable == Other.Nullable {
    refer(column, Parent.self, [parent.name], onDelete, onUpdate)
  }

  fileprivate mutating func refer(
    _ column: String, _ parent: any DatabaseTable.Type, _ columns: [String],
    _ onDelete: ForeignKey.Action, _ onUpdate: ForeignKey.Action
  ) {
    var key = ForeignKey(
      columns: [column], parentTable: parent.tableName, parentColumns: columns,
      onDelete: onDelete, onUpdate: onUpdate)
    key.parent.table = parent
    foreignKeys.append(key)
  }

  /// Adds an index. Its default name consists of the names of the table and the columns.
  public mutating func index(
    _ columns: String..., unique: Bool = false, where condition: String? = nil, name: String? = nil
  ) {
    let name = name ?? ([self.name] + columns + ["index"]).joined(separator: "_")
    indexes.append(IndexSchema(name, columns: columns, isUnique: unique, condition: condition))
  }

  /// Adds an index on SQL terms.
  public mutating func index(
    terms: String..., unique: Bool = false, where condition: String? = nil, name: String
  ) {
    indexes.append(IndexSchema(name, terms: terms, isUnique: unique, condition: condition))
  }
}

// Integers of all widths have the same stored form, as do a raw-value type and its raw value.
// `create`, `migrate` and `verify` also check the representations.

@_documentation(visibility: internal)
extension TableSchema {
  @_disfavoredOverload
  public mutating func reference<
    Own: ColumnRepresentation, Value: FixedWidthInteger, Parent: KeyedTable
  >(
    from column: String, _ own: Own.Type, to parent: Parent.Type,
    onDelete: ForeignKey.Action = .noAction, onUpdate: ForeignKey.Action = .noAction
  ) where Own.Nullable.Value == Value?, Parent.Key: FixedWidthInteger {
    refer(column, Parent.self, Parent.primaryKeyColumns, onDelete, onUpdate)
  }

  @_disfavoredOverload
  public mutating func reference<
    Own: ColumnRepresentation, Value: RawRepresentable, Parent: KeyedTable
  >(
    from column: String, _ own: Own.Type, to parent: Parent.Type,
    onDelete: ForeignKey.Action = .noAction, onUpdate: ForeignKey.Action = .noAction
  ) where Own.Nullable.Value == Value?, Value.RawValue == Parent.Key {
    refer(column, Parent.self, Parent.primaryKeyColumns, onDelete, onUpdate)
  }

  @_disfavoredOverload
  public mutating func reference<Own: ColumnRepresentation, Parent: KeyedTable>(
    from column: String, _ own: Own.Type, to parent: Parent.Type,
    onDelete: ForeignKey.Action = .noAction, onUpdate: ForeignKey.Action = .noAction
  ) where Parent.Key: RawRepresentable, Own.Nullable.Value == Parent.Key.RawValue? {
    refer(column, Parent.self, Parent.primaryKeyColumns, onDelete, onUpdate)
  }

  @_disfavoredOverload
  public mutating func reference<
    Own: ColumnRepresentation, Value: FixedWidthInteger, OtherValue: FixedWidthInteger,
    Parent: DatabaseTable, Other: ColumnRepresentation
  >(
    from column: String, _ own: Own.Type, to parent: Column<Parent, Other>,
    onDelete: ForeignKey.Action = .noAction, onUpdate: ForeignKey.Action = .noAction
  ) where Own.Nullable.Value == Value?, Other.Nullable.Value == OtherValue? {
    refer(column, Parent.self, [parent.name], onDelete, onUpdate)
  }

  @_disfavoredOverload
  public mutating func reference<
    Own: ColumnRepresentation, Value: RawRepresentable, Parent: DatabaseTable,
    Other: ColumnRepresentation
  >(
    from column: String, _ own: Own.Type, to parent: Column<Parent, Other>,
    onDelete: ForeignKey.Action = .noAction, onUpdate: ForeignKey.Action = .noAction
  ) where Own.Nullable.Value == Value?, Other.Nullable.Value == Value.RawValue? {
    refer(column, Parent.self, [parent.name], onDelete, onUpdate)
  }

  @_disfavoredOverload
  public mutating func reference<
    Own: ColumnRepresentation, Value: RawRepresentable, Parent: DatabaseTable,
    Other: ColumnRepresentation
  >(
    from column: String, _ own: Own.Type, to parent: Column<Parent, Other>,
    onDelete: ForeignKey.Action = .noAction, onUpdate: ForeignKey.Action = .noAction
  ) where Other.Nullable.Value == Value?, Own.Nullable.Value == Value.RawValue? {
    refer(column, Parent.self, [parent.name], onDelete, onUpdate)
  }

  /// Unavailable: the column must have the type of the key that it refers to.
  @available(
    *, unavailable,
    message:
      "the column and the key that it refers to have different types; give both the same type"
  )
  @_disfavoredOverload
  public mutating func reference<Own: ColumnRepresentation, Parent: KeyedTable>(
    from column: String, _ own: Own.Type, to parent: Parent.Type,
    onDelete: ForeignKey.Action = .noAction, onUpdate: ForeignKey.Action = .noAction
  ) {
    refer(column, Parent.self, Parent.primaryKeyColumns, onDelete, onUpdate)
  }

  /// Unavailable: the column must have the type and the representation of the column that it refers
  /// to.
  @available(
    *, unavailable,
    message:
      "the column and the column that it refers to must have the same type and representation"
  )
  @_disfavoredOverload
  public mutating func reference<
    Own: ColumnRepresentation, Parent: DatabaseTable, Other: ColumnRepresentation
  >(
    from column: String, _ own: Own.Type, to parent: Column<Parent, Other>,
    onDelete: ForeignKey.Action = .noAction, onUpdate: ForeignKey.Action = .noAction
  ) {
    refer(column, Parent.self, [parent.name], onDelete, onUpdate)
  }
}
