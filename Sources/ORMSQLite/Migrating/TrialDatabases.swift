import ORMCore
import ORMSchema

/// Creates empty databases of a schema in memory, in which steps to another schema are tried out.
///
/// Functions and collations of the program have placeholders. Triggers that can't run, and virtual
/// tables of unknown modules, are created unchecked.
package struct TrialDatabases: Sendable {
  /// The collations of the program.
  package let collations: [String]
  /// The functions of the program.
  package let functions: [String]
  /// The part of the schema that a migration can create.
  private let created: Schema
  /// The statements that create the rest.
  private let uncreated: [String]
  private let configuration: Configuration

  /// - Throws: ``DatabaseError`` if there is no memory left.
  package init(of first: Schema, for second: Schema) throws {
    var configuration = Configuration()
    // The program decides what its schema may do, not these databases.
    configuration.trustedSchema = true
    configuration.allowsDoubleQuotedStrings = true
    configuration.allowsUnknownCollations = true
    // Virtual tables of unknown modules are written into the schema table.
    configuration.isDefensive = false
    let old = try SchemaSandbox(configuration, ExtensionRegistry())
    let (working, unknown) = old.trying(first)
    let new = try SchemaSandbox(configuration, ExtensionRegistry())
    _ = new.trying(second)
    let (collations, functions) = (
      old.placeholders.collations + new.placeholders.collations,
      old.placeholders.functions + new.placeholders.functions
    )
    configuration.prepareConnection = { connection in
      connection.withHandle { handle in
        for name in collations { ByteCollation(name).register(on: handle) }
        let placeholders = PlaceholderFunctions(on: handle)
        for name in functions { placeholders.register(name) }
      }
    }
    func isUncreated(_ table: Schema.VirtualTable) -> Bool { unknown.contains(SQLName(table.name)) }
    func isBroken(_ trigger: Schema.Trigger) -> Bool { !working.contains(SQLName(trigger.name)) }
    uncreated =
      first.virtualTables.filter(isUncreated).map(\.sql)
      + first.triggers.filter(isBroken).map(\.sql)
    var created = first
    created.virtualTables.removeAll(where: isUncreated)
    created.triggers.removeAll(where: isBroken)
    self.created = created
    self.configuration = configuration
    self.collations = Self.unique(collations)
    self.functions = Self.unique(functions)
  }

  /// Creates a database.
  ///
  /// - Throws: ``MigrationError``, ``DatabaseError``.
  package func create() async throws -> Database {
    let database = try Database.inMemory(configuration: configuration)
    try await database.migrate(to: created)
    try await database.withHandle { [uncreated] handle in
      let connection = RawConnection(handle)
      for sql in uncreated {
        do {
          try connection.execute(sql)
        } catch let error as DatabaseError {
          guard error.isOfUnknownModule, let table = VirtualTableText(sql) else { throw error }
          try connection.addUnchecked(table)
        }
      }
    }
    return database
  }

  private static func unique(_ names: [String]) -> [String] {
    var seen: Set<SQLName> = []
    return names.filter { seen.insert(SQLName($0)).inserted }
  }
}

extension SchemaSandbox {
  /// Creates the objects of a schema. Those that SQLite refuses are reported by the migration.
  ///
  /// - Returns: The objects that work, and the virtual tables of unknown modules.
  fileprivate func trying(_ schema: Schema) -> (working: Set<SQLName>, unknown: Set<SQLName>) {
    let unknown = schema.statements.compactMap { try? run($0)?.name }
    return (working(of: schema), Set(unknown.map { SQLName($0) }))
  }
}
