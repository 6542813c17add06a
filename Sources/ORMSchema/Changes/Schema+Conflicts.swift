import ORMCore

extension Schema {
  /// Returns a schema of structs with the `ON CONFLICT` of another schema's `NOT NULL` columns. A
  /// struct can't declare it, so a migration does not change it.
  ///
  /// A schema that is not of structs is returned unchanged.
  package func keepingConflicts(of other: Schema) -> Schema {
    if declared.tables.isEmpty && !declared.areInSources { return self }
    var schema = self
    for (place, table) in tables.enumerated() {
      guard let found = other.table(table.name) else { continue }
      for (number, column) in table.columns.enumerated() {
        guard let notNull = column.notNull, notNull.conflict == nil,
          let conflict = found.column(column.name)?.notNull?.conflict
        else { continue }
        schema.tables[place].columns[number].notNull?.conflict = conflict
      }
    }
    return schema
  }
}
