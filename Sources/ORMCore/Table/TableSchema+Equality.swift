// Schemas are equal if their SQL is equal byte for byte.

@_documentation(visibility: internal)
extension TableSchema {
  public static func == (left: TableSchema, right: TableSchema) -> Bool {
    left.name.hasSameBytes(as: right.name) && left.columns == right.columns
      && left.formerNames.haveSameBytes(as: right.formerNames)
      && left.primaryKey.haveSameBytes(as: right.primaryKey)
      && left.autoincrement == right.autoincrement && left.foreignKeys == right.foreignKeys
      && left.indexes == right.indexes && left.constraints.haveSameBytes(as: right.constraints)
      && left.isStrict == right.isStrict && left.isWithoutRowID == right.isWithoutRowID
  }
}

@_documentation(visibility: internal)
extension ColumnSchema {
  public static func == (left: ColumnSchema, right: ColumnSchema) -> Bool {
    left.name.hasSameBytes(as: right.name) && left.type == right.type
      && left.isNullable == right.isNullable && left.isUnique == right.isUnique
      && left.defaultSQL.hasSameBytes(as: right.defaultSQL)
      && left.collation.hasSameBytes(as: right.collation)
      && left.check.hasSameBytes(as: right.check) && left.generated == right.generated
      && left.isReadOnly == right.isReadOnly && left.isLazy == right.isLazy
      && left.formerNames.haveSameBytes(as: right.formerNames)
      && left.representation == right.representation
  }
}

@_documentation(visibility: internal)
extension GeneratedColumn {
  public static func == (left: GeneratedColumn, right: GeneratedColumn) -> Bool {
    left.expression.hasSameBytes(as: right.expression) && left.isStored == right.isStored
  }
}

@_documentation(visibility: internal)
extension ForeignKey {
  public static func == (left: ForeignKey, right: ForeignKey) -> Bool {
    left.columns.haveSameBytes(as: right.columns)
      && left.parentTable.hasSameBytes(as: right.parentTable)
      && left.parentColumns.haveSameBytes(as: right.parentColumns)
      && left.onDelete == right.onDelete && left.onUpdate == right.onUpdate
  }
}

@_documentation(visibility: internal)
extension IndexSchema {
  public static func == (left: IndexSchema, right: IndexSchema) -> Bool {
    left.name.hasSameBytes(as: right.name) && left.columns.haveSameBytes(as: right.columns)
      && left.terms.haveSameBytes(as: right.terms)
      && left.isUnique == right.isUnique && left.condition.hasSameBytes(as: right.condition)
  }
}

@_documentation(visibility: internal)
extension ColumnDefault {
  public static func == (left: ColumnDefault, right: ColumnDefault) -> Bool {
    left.sql.hasSameBytes(as: right.sql) && left.omitsNil == right.omitsNil
  }
}

// SQLite ignores the case of a collation's name, but here names are compared byte for byte.

@_documentation(visibility: internal)
extension Collation {
  public static func == (left: Collation, right: Collation) -> Bool {
    left.rawValue.hasSameBytes(as: right.rawValue)
  }
}
