import ORMCore

/// The structs that a schema was made of, if it was: no part of what is compared or encoded.
package struct DeclaredTables: Sendable, Hashable {
  package var tables: [any DatabaseTable.Type] = []

  package static func == (left: Self, right: Self) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}
