import ORMCore

/// The structs that a schema was created from, if any. They are neither compared nor encoded.
package struct DeclaredTables: Sendable, Hashable {
  package var tables: [any DatabaseTable.Type] = []
  /// Whether the schema was read from the structs in a package's sources.
  package var areInSources = false

  package static func == (left: Self, right: Self) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}
