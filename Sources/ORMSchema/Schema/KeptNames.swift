import ORMCore

/// The names of tables and columns that a program's schema no longer has and that are still in the
/// database.
///
/// Migrations record them. If a later schema uses one of the names again, the new table or column
/// takes over the stored values only with a permission. Tables and columns that other programs or
/// steps have added are not among them. Comparisons of schemas ignore them.
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
