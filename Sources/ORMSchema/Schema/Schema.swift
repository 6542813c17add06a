import ORMCore

/// The tables, indexes, views and triggers of a database, as a value that can be compared, stored
/// as JSON and printed as SQL.
///
/// ```swift
/// for table in schema.tables { print(table.sql) }
/// // CREATE TABLE "artist" ("id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL) STRICT
/// ```
///
/// A schema is read from SQLite's `CREATE` statements, with the names of constraints, `ON CONFLICT`
/// and everything else that no pragma returns; expressions are kept verbatim. Tables that belong to
/// SQLite or to a virtual table are left out.
///
/// Two schemas are equal if they are the same byte for byte, apart from comments, quotes and the
/// order in which objects were created. See <https://www.sqlite.org/schematab.html>.
public struct Schema: Sendable, Hashable {
  /// The tables, by name.
  public var tables: [Table] { didSet { names.forget() } }
  /// The indexes created by `CREATE INDEX`, by name; for the indexes of keys, see ``Table/keys``.
  public var indexes: [Index] { didSet { names.forget() } }
  /// The views, by name.
  public var views: [View] { didSet { names.forget() } }
  /// The triggers, by name.
  public var triggers: [Trigger] { didSet { names.forget() } }
  /// The virtual tables, by name, without their shadow tables.
  public var virtualTables: [VirtualTable] { didSet { names.forget() } }
  /// The objects whose SQL could not be read. They don't affect the other objects.
  public var unreadable: [Unreadable] { didSet { names.forget() } }
  /// The structs that the schema was created from. They are neither compared nor encoded.
  package var declared = DeclaredTables()
  /// The names that a migration has left in the database, if a migration recorded the schema. They
  /// are encoded, but not compared.
  package var kept = KeptNames()
  private var names = NamesOfSchema()

  /// Creates an empty schema.
  // Without this initializer, `Schema()` could also be `init(of:)` with no types.
  public init() {
    self.init(tables: [])
  }

  /// Creates a schema of these objects, sorted by name.
  public init(
    tables: [Table] = [], indexes: [Index] = [], views: [View] = [], triggers: [Trigger] = [],
    virtualTables: [VirtualTable] = [], unreadable: [Unreadable] = []
  ) {
    self.tables = tables.sorted(byName: \.name)
    self.indexes = indexes.sorted(byName: \.name)
    self.views = views.sorted(byName: \.name)
    self.triggers = triggers.sorted(byName: \.name)
    self.virtualTables = virtualTables.sorted(byName: \.name)
    self.unreadable = unreadable.sorted(byName: \.name)
  }
}

extension Schema {
  /// The ledger of the migrations, which is not part of the schema.
  package static let migrationsTable = "orm_schema"
  /// The table that records the steps that have run.
  package static let stepsTable = "orm_steps"

  /// The table that records the representations of columns.
  package static let columnsTable = "orm_columns"

  /// Whether migrations record something in the table, so that it is not part of the schema.
  package static func isOfMigrations(_ name: String) -> Bool {
    name.isSameName(as: migrationsTable) || name.isSameName(as: stepsTable)
      || name.isSameName(as: columnsTable)
  }

  /// Returns the table with this name, ignoring case as SQLite does.
  public func table(_ name: String) -> Table? { object(name, .tables, tables, \.name) }

  /// Returns the indexes of a table.
  public func indexes(of table: String) -> [Index] {
    names.places.places(of: table, .indexesOfTables, in: indexes, \.table).map { indexes[$0] }
  }

  /// Returns the triggers of a table or a view.
  public func triggers(of table: String) -> [Trigger] {
    names.places.places(of: table, .triggersOfTables, in: triggers, \.table).map { triggers[$0] }
  }

  func index(_ name: String) -> Index? { object(name, .indexes, indexes, \.name) }

  func view(_ name: String) -> View? { object(name, .views, views, \.name) }

  func trigger(_ name: String) -> Trigger? { object(name, .triggers, triggers, \.name) }

  func virtualTable(_ name: String) -> VirtualTable? {
    object(name, .virtualTables, virtualTables, \.name)
  }

  /// Returns the object with this name whose SQL could not be read.
  func unreadable(_ name: String) -> Unreadable? {
    object(name, .unreadable, unreadable, \.name)
  }

  private func object<Object>(
    _ name: String, _ list: SchemaNames.List, _ objects: [Object], _ nameOf: (Object) -> String
  ) -> Object? {
    names.places.places(of: name, list, in: objects, nameOf).first.map { objects[$0] }
  }
}

extension Array {
  /// The objects, sorted by their names' bytes, ignoring ASCII case. No two names in a schema are
  /// equal by that order.
  fileprivate func sorted(byName name: (Element) -> String) -> [Element] {
    let names = map { name($0).utf8.map(\.loweredInASCII) }
    let order = indices.sorted { names[$0].lexicographicallyPrecedes(names[$1]) }
    return order.map { self[$0] }
  }
}
