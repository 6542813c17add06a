import ORMCore

/// The options of writing structs from a schema, and the facts that the schema does not contain.
package struct SwiftSourceOptions: Sendable {
  /// The naming of properties.
  package enum Naming: String, Sendable, CaseIterable {
    /// Swift's conventions: `artistID` for `artist_id`.
    case swift
    /// The columns' names, if they are Swift identifiers.
    case database
  }

  /// A column of a view or of a virtual table.
  package struct SelectedColumn: Sendable {
    package let name: String
    /// The declared type of the selected column; empty for a computed value.
    package let type: String
    package let values: StoredValues
    /// Whether the column is known to be never NULL.
    package let isCertain: Bool

    package init(_ name: String, type: String, values: StoredValues, isCertain: Bool = false) {
      (self.name, self.type, self.values) = (name, type, values)
      self.isCertain = isCertain && !values.hasNull
    }
  }

  package var naming = Naming.swift
  /// The name of an enum around all types; nil for none.
  package var namespace: String?
  /// The stored values, by table and column.
  package var values: [SQLName: [SQLName: StoredValues]] = [:]
  /// The columns of views and virtual tables that can be read.
  package var selected: [SQLName: [SelectedColumn]] = [:]
  /// Whether to write references as relations, views as structs, and checks of a list of values as
  /// enums. The default is `false`.
  package var isFull = false
  /// The first lines of the file.
  package var heading: [String] = []

  package init() {}
}
