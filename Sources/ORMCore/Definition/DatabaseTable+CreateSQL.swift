extension DatabaseTable {
  /// The SQL that creates the table, `CREATE TABLE` and its indexes, one statement on each line.
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
  /// The SQL that creates the view, `CREATE VIEW` and its triggers, one statement on each line.
  ///
  /// - Throws: ``ValueEncodingError`` if a value in the definition can't be stored.
  public static var createSQL: String {
    get throws { try lines([createViewSQL(ifNotExists: false)], triggers) }
  }
}

extension VirtualTable {
  /// The SQL that creates the table, `CREATE VIRTUAL TABLE` and its triggers, one statement on each
  /// line.
  ///
  /// - Throws: ``DatabaseError`` if the declaration is not valid.
  public static var createSQL: String {
    get throws { try lines([createVirtualTableSQL(ifNotExists: false)], triggers) }
  }
}

extension VirtualTable where Self: DatabaseTable {
  /// The SQL that creates the table, `CREATE VIRTUAL TABLE` and its triggers, one statement on each
  /// line.
  ///
  /// - Throws: ``DatabaseError`` if the declaration is not valid.
  public static var createSQL: String {
    get throws { try lines([createVirtualTableSQL(ifNotExists: false)], triggers) }
  }
}

private func lines(_ statements: [String], _ triggers: [Trigger]) throws -> String {
  try (statements + triggers.map { try $0.createSQL(ifNotExists: false) })
    .map { "\($0);" }.joined(separator: "\n")
}
