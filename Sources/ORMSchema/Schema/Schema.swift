import ORMCore

/// What a database's tables, indexes, views and triggers are: a value that can be compared, kept as
/// JSON and printed as SQL.
///
/// ```swift
/// for table in schema.tables { print(table.sql) }
/// // CREATE TABLE "artist" ("id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL) STRICT
/// ```
///
/// It says what SQLite's own text says, with the names of constraints, `ON CONFLICT` and what else
/// no pragma knows; expressions are kept as they are written. Tables that belong to SQLite or to a
/// virtual table are left out.
///
/// Two schemas are equal if they say the same byte for byte, apart from comments, quotes and the
/// order in which things were created. See <https://www.sqlite.org/schematab.html>.
public struct Schema: Sendable, Hashable {
  /// The tables, by name.
  public var tables: [Table] { didSet { names.forget() } }
  /// The indexes that have a statement of their own, by name; those of keys are in ``Table/keys``.
  public var indexes: [Index] { didSet { names.forget() } }
  /// The views, by name.
  public var views: [View]
  /// The triggers, by name.
  public var triggers: [Trigger] { didSet { names.forget() } }
  /// The virtual tables, by name; their shadow tables are not the user's and are left out.
  public var virtualTables: [VirtualTable]
  /// The objects with a text that could not be read. All others are as they are without them.
  public var unreadable: [Unreadable]
  /// The structs that the schema was made from, which are neither compared nor encoded.
  package var declared = DeclaredTables()
  /// The names that a migration has left in the database, if a migration has noted the schema. They
  /// are encoded, and not compared.
  package var kept = KeptNames()
  private var names = NamesOfSchema()

  /// A schema without any object.
  // Not left to the defaults below: a schema of no types would be as good, to the compiler.
  public init() {
    self.init(tables: [])
  }

  /// A schema of these objects, which are sorted by name.
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
  /// The table in which migrations note what they have done: no part of the schema.
  package static let migrationsTable = "orm_schema"
  /// The table in which it is noted which steps have run.
  package static let stepsTable = "orm_steps"

  /// The table that records the representations of columns.
  package static let columnsTable = "orm_columns"

  /// Whether a table is one in which migrations note something, and so no part of the schema.
  package static func isOfMigrations(_ name: String) -> Bool {
    name.isSameName(as: migrationsTable) || name.isSameName(as: stepsTable)
      || name.isSameName(as: columnsTable)
  }

  /// The table with this name, compared as SQLite compares names.
  public func table(_ name: String) -> Table? {
    names.places.table(name, in: tables).map { tables[$0] }
  }

  /// The indexes of a table.
  public func indexes(of table: String) -> [Index] {
    names.places.indexes(of: table, in: indexes).map { indexes[$0] }
  }

  /// The triggers of a table or a view.
  public func triggers(of table: String) -> [Trigger] {
    names.places.triggers(of: table, in: triggers).map { triggers[$0] }
  }
}

extension Array {
  /// The objects in the order of their names' bytes without ASCII's case. Names that are the same
  /// so can't be in one schema.
  fileprivate func sorted(byName name: (Element) -> String) -> [Element] {
    let names = map { name($0).utf8.map(\.loweredInASCII) }
    let order = indices.sorted { names[$0].lexicographicallyPrecedes(names[$1]) }
    return order.map { self[$0] }
  }
}
