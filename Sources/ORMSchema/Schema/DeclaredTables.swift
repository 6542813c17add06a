import ORMCore

/// The structs that a schema was created from, if any. They are neither compared nor encoded.
package struct DeclaredTables: Sendable, Hashable {
  package var tables: [any DatabaseTable.Type] = []

  package static func == (left: Self, right: Self) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}
