import ORMCore

extension RepresentationSchema {
  /// The representation of a column without a record in a table whose other columns have records.
  static let unrecorded = RepresentationSchema("a form that is not recorded")

  var isUnrecorded: Bool { name.hasSameBytes(as: Self.unrecorded.name) }
}

extension Schema {
  /// Adds the representations of another schema to the columns that have none.
  package mutating func addMissingRepresentations(of other: Schema) {
    for place in tables.indices {
      guard let table = other.table(tables[place].name) else { continue }
      for (number, column) in tables[place].columns.enumerated()
      where column.representation == nil {
        guard let known = table.column(column.name), known.representation != nil,
          tables[place].hasSameMeaning(of: known.type, at: number)
        else { continue }
        tables[place].columns[number].representation = known.representation
      }
    }
  }

  /// Marks the columns that a step or another program may have renamed or added after their tables
  /// were recorded, so that the representation of their values is not known.
  ///
  /// A column that has no record and is not marked is assumed to be stored as the struct declares.
  /// This is so in a table without any record, and if the only records without a column have the
  /// same representation.
  ///
  /// - Parameters:
  ///   - records: The records of the tables, with those of columns that the tables no longer have.
  ///   - moved: The records of tables that no longer exist, under the names of the tables that are
  ///     now in their places.
  ///   - marksAdded: Whether a column is also marked if no column that it could have been is
  ///     missing.
  ///   - wanted: Returns the schema's column for a column of the database.
  package mutating func markUnrecorded(
    _ records: [ColumnRecord], moved: [ColumnRecord], marksAdded: Bool,
    wanted: (_ table: String, _ column: String) -> Column?
  ) {
    let own = Dictionary(grouping: records) { SQLName($0.table) }
    let moved = Dictionary(grouping: moved) { SQLName($0.table) }
    for place in tables.indices {
      let table = tables[place]
      let name = SQLName(table.name)
      guard let records = own[name] ?? moved[name] else { continue }
      let gone = records.filter { table.column($0.column) == nil }
      for (number, column) in table.columns.enumerated()
      where column.representation == nil && column.generated == nil {
        let same = records.filter { $0.column.isSameName(as: column.name) }
        // The column's type has changed since.
        if own[name] != nil && !same.isEmpty { continue }
        guard let new = wanted(table.name, column.name), let form = new.representation,
          table.hasSameMeaning(of: new.type, at: number)
        else { continue }
        let former = (same.isEmpty ? gone : same).filter {
          table.hasSameMeaning(of: $0.type, at: number)
        }
        let isUnclear =
          former.isEmpty
          ? marksAdded && !form.isImplied(by: column.type)
          : former.contains {
            RepresentationChange(from: $0.representation, to: form).work != .nothing
          }
        if isUnclear { tables[place].columns[number].representation = .unrecorded }
      }
    }
  }
}
