extension TableSchema {
  /// Adds a column that has nothing but a name and a type, as most have.
  ///
  /// The other one does this too, but each column would pass its nine defaults, which are most
  /// of the code of a schema in a debug build.
  public mutating func add<Representation: ColumnRepresentation>(
    _ name: String, _ representation: Representation.Type
  ) {
    var column = ColumnSchema(
      name, type: Representation.columnType, isNullable: Representation.isNullable)
    column.isNumberAsText = Representation.isNumberAsText
    column.representation = RepresentationSchema(of: Representation.self)
    columns.append(column)
  }

  /// Adds a column whose type and nullability are those of `representation`.
  public mutating func add<Representation: ColumnRepresentation>(
    _ name: String, _ representation: Representation.Type, unique: Bool = false,
    default columnDefault: ColumnDefault? = nil, collate: Collation? = nil, check: String? = nil,
    generated: GeneratedColumn? = nil, readOnly: Bool = false, lazy: Bool = false,
    renamedFrom: [String] = []
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
    columns.append(column)
  }

  /// Adds a column with the `DEFAULT` that a property's literal default means.
  public mutating func add<Representation: ColumnRepresentation>(
    _ name: String, _ representation: Representation.Type, value: Representation.Value,
    unique: Bool = false, collate: Collation? = nil, check: String? = nil, readOnly: Bool = false,
    lazy: Bool = false, renamedFrom: [String] = []
  ) {
    // A literal that can't be stored is no default in SQL; an insert that carries it throws.
    let sql = (try? Representation.sqlValue(of: value)).map(\.literal)
    add(
      name, representation, unique: unique,
      default: sql.map { ColumnDefault(sql: $0, omitsNil: false) }, collate: collate, check: check,
      readOnly: readOnly, lazy: lazy, renamedFrom: renamedFrom)
  }

  /// Adds the columns of an embedded struct.
  ///
  /// - Parameter nullable: Whether the whole of it may be missing, so that every column may be
  ///   NULL.
  public mutating func embed<Group: Embeddable>(
    _ group: Group.Type, prefix: String, nullable: Bool = false
  ) {
    let start = columns.count
    Group.addColumns(to: &self, prefix: prefix)
    if nullable {
      for index in columns.indices[start...] { columns[index].isNullable = true }
    }
  }

  /// Adds a reference to the key of `parent`.
  public mutating func reference<Parent: KeyedTable>(
    from column: String, to parent: Parent.Type, onDelete: ForeignKey.Action = .noAction,
    onUpdate: ForeignKey.Action = .noAction
  ) {
    foreignKeys.append(
      ForeignKey(
        columns: [column], parentTable: Parent.tableName, parentColumns: Parent.primaryKeyColumns,
        onDelete: onDelete, onUpdate: onUpdate))
  }

  /// Adds a reference to a column of another table, or of this one.
  public mutating func reference<Parent: DatabaseTable, Representation>(
    from column: String, to parent: Column<Parent, Representation>,
    onDelete: ForeignKey.Action = .noAction, onUpdate: ForeignKey.Action = .noAction
  ) {
    foreignKeys.append(
      ForeignKey(
        columns: [column], parentTable: Parent.tableName, parentColumns: [parent.name],
        onDelete: onDelete, onUpdate: onUpdate))
  }

  /// Adds an index under a name made of the table's and the columns', unless it is given one.
  public mutating func index(
    _ columns: String..., unique: Bool = false, where condition: String? = nil, name: String? = nil
  ) {
    let name = name ?? ([self.name] + columns + ["index"]).joined(separator: "_")
    indexes.append(IndexSchema(name, columns: columns, isUnique: unique, condition: condition))
  }

  /// Adds an index over terms of SQL.
  public mutating func index(
    terms: String..., unique: Bool = false, where condition: String? = nil, name: String
  ) {
    indexes.append(IndexSchema(name, terms: terms, isUnique: unique, condition: condition))
  }
}
