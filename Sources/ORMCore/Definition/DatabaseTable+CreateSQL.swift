extension DatabaseTable {
  /// What makes the table: `CREATE TABLE` and its indexes, a statement a line.
  ///
  /// ```swift
  /// print(Artist.createSQL)
  /// // CREATE TABLE "artist" ("id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL) STRICT;
  /// ```
  public static var createSQL: String {
    schema.createStatements().map { "\($0);" }.joined(separator: "\n")
  }
}

extension DatabaseView {
  /// What makes the view: `CREATE VIEW`, and its triggers, a statement a line.
  ///
  /// - Throws: ``ValueEncodingError`` where a value in the definition can't be stored.
  public static var createSQL: String {
    get throws { try lines([createViewSQL(ifNotExists: false)], triggers) }
  }
}

extension VirtualTable {
  /// What makes the table: `CREATE VIRTUAL TABLE`, and its triggers, a statement a line.
  ///
  /// - Throws: ``DatabaseError`` where the declaration can't be what it says.
  public static var createSQL: String {
    get throws { try lines([createVirtualTableSQL(ifNotExists: false)], triggers) }
  }
}

extension VirtualTable where Self: DatabaseTable {
  /// What makes the table: `CREATE VIRTUAL TABLE`, a statement a line.
  ///
  /// - Throws: ``DatabaseError`` where the declaration can't be what it says.
  public static var createSQL: String {
    get throws { try lines([createVirtualTableSQL(ifNotExists: false)], triggers) }
  }
}

private func lines(_ statements: [String], _ triggers: [Trigger]) throws -> String {
  try (statements + triggers.map { try $0.createSQL(ifNotExists: false) })
    .map { "\($0);" }.joined(separator: "\n")
}
