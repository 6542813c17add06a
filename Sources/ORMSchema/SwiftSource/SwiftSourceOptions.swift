import ORMCore

/// What is known beside a schema when structs are written from it, and how they are written.
package struct SwiftSourceOptions: Sendable {
  /// How properties are named.
  package enum Naming: String, Sendable, CaseIterable {
    /// As Swift's are: `artistID` of `artist_id`.
    case swift
    /// As columns are, if they are names of Swift's.
    case database
  }

  /// A column of a view or of a virtual table.
  package struct SelectedColumn: Sendable {
    package let name: String
    /// The declared type of what it selects; empty if that is computed.
    package let type: String
    package let values: StoredValues
    /// Whether it is known to be NULL in no row.
    package let isCertain: Bool

    package init(_ name: String, type: String, values: StoredValues, isCertain: Bool = false) {
      (self.name, self.type, self.values) = (name, type, values)
      self.isCertain = isCertain && !values.hasNull
    }
  }

  package var naming = Naming.swift
  /// An enum around all types.
  package var namespace: String?
  /// What is stored, by table and column.
  package var values: [SQLName: [SQLName: StoredValues]] = [:]
  /// The columns of views and virtual tables that can be read.
  package var selected: [SQLName: [SelectedColumn]] = [:]
  /// Whether references are written as relations, views as structs, and checks of a list of values
  /// as enums.
  package var isFull = false
  /// The first lines of the file.
  package var heading: [String] = []

  package init() {}
}
