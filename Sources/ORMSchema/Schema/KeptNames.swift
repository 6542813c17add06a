import ORMCore

/// The tables and columns that a program had and that stay in the database although its schema has
/// them no longer, by the names that they have there.
///
/// A migration notes them. If the name of one returns in a later schema, the stored values are not
/// taken for those of the new table or column without a permission. Tables and columns that other
/// programs or steps have added are not among them. A schema that is compared does not have them.
package struct KeptNames: Sendable, Hashable {
  package struct Column: Sendable, Codable {
    let table: String
    let column: String
  }

  package var tables: [String] = []
  package var columns: [Column] = []

  package init() {}

  package var isEmpty: Bool { tables.isEmpty && columns.isEmpty }

  func hasTable(_ name: String) -> Bool { tables.contains { $0.isSameName(as: name) } }

  func hasColumn(_ name: String, of table: String) -> Bool {
    columns.contains { $0.table.isSameName(as: table) && $0.column.isSameName(as: name) }
  }

  package static func == (left: Self, right: Self) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}

extension KeptNames: Codable {}
