import ORMCore

/// A row of the ledger, the table in which a database records its migrations.
package struct MigrationRecord: Sendable {
  /// The kind of migration that inserted a row.
  package enum Kind: String, Sendable {
    /// A migration to structs alone, without a history. Earlier versions of this package record
    /// NULL for it.
    case planned
    /// A version of a history at which the database was created or adopted, or which it therefore
    /// skipped.
    case new
    /// A version of a history that the database was migrated to.
    case version
    /// A draft of a version, which can still change.
    case draft
    /// A version of a history that the database went back to.
    case back
  }

  /// The statement that creates the ledger.
  ///
  /// The schema comes last: it can fill many pages, which SQLite would read on its way to a column
  /// after it.
  package static let createSQL = """
    CREATE TABLE main."orm_schema" ("id" INTEGER PRIMARY KEY, "fingerprint" TEXT NOT NULL, \
    "contents" TEXT NOT NULL, "at" TEXT NOT NULL, "app" TEXT NOT NULL, "kind" TEXT, \
    "version" TEXT, "checksum" TEXT, "used" TEXT, "schema" TEXT NOT NULL) STRICT
    """

  /// The columns that a ledger of an earlier version of this package may lack.
  package static let laterColumns = ["kind", "version", "checksum", "used"]

  /// The statement that adds a column to a ledger that an earlier version has created.
  package static func addSQL(_ column: String) -> String {
    "ALTER TABLE main.\"orm_schema\" ADD COLUMN \(column.quotedIdentifier) TEXT"
  }

  /// The query of the rows, oldest first.
  ///
  /// - Parameter missing: The columns that the ledger lacks.
  package static func selectSQL(without missing: [String]) -> String {
    let later = laterColumns.map { column in
      missing.contains { $0.hasSameBytes(as: column) } ? "NULL" : column
    }
    // Without quotes: during a migration, a quoted name that the table lacks is read as a string.
    return "SELECT fingerprint, contents, at, app, schema, \(later.joined(separator: ", "))"
      + " FROM main.orm_schema ORDER BY id"
  }

  /// The statement that inserts a row.
  package static let insertSQL = """
    INSERT INTO main."orm_schema" \
    ("fingerprint", "contents", "at", "app", "schema", "kind", "version", "checksum", \
    "used") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    """

  /// The SQL of ``stamp(fingerprint:version:checksum:isDraft:)``.
  package static let stampSQL =
    "fingerprint || ' ' || coalesce(version, '') || ' ' || coalesce(checksum, '')"
    + " || CASE kind WHEN 'draft' THEN ' draft' ELSE '' END"

  /// The parts of a row that a program with a history compares at each start.
  package static func stamp(
    fingerprint: String, version: String, checksum: String, isDraft: Bool
  ) -> String {
    "\(fingerprint) \(version) \(checksum)\(isDraft ? " draft" : "")"
  }

  /// The fingerprint of the schema that was migrated to.
  package var fingerprint: String
  /// The fingerprint of the SQL in the database's schema after the migration.
  package var contents: String
  /// The time, in ISO 8601.
  package var date: String
  /// The name of the program.
  package var app: String
  /// The schema with the former names of tables and columns, as JSON. It may be empty in rows
  /// before the last one.
  package var schema: String
  /// The kind of migration that inserted the row.
  package var kind: Kind
  /// The name of the version of a history; nil for a migration to structs alone.
  package var version: String?
  /// The checksum of the version's rules and steps.
  package var checksum: String?
  /// The rules and permissions that the migration has used up.
  package var uses = MigrationUses()

  package init(
    fingerprint: String, contents: String, date: String, app: String, schema: String,
    kind: Kind = .planned, version: String? = nil, checksum: String? = nil
  ) {
    self.fingerprint = fingerprint
    self.contents = contents
    self.date = date
    self.app = app
    self.schema = schema
    self.kind = kind
    self.version = version
    self.checksum = checksum
  }

  /// Creates a record from a row of ``selectSQL(without:)``; nil if this package did not write it.
  package init?(_ row: [SQLValue]) {
    let texts = row.prefix(5).compactMap(\.textValue)
    guard texts.count == 5, row.count == 9 else { return nil }
    self.init(
      fingerprint: texts[0], contents: texts[1], date: texts[2], app: texts[3], schema: texts[4],
      kind: row[5].textValue.flatMap(Kind.init) ?? .planned, version: row[6].textValue,
      checksum: row[7].textValue)
    uses = MigrationUses(text: row[8].textValue)
  }

  /// The values for ``insertSQL``.
  package var values: [SQLValue] {
    func value(_ text: String?) -> SQLValue { text.map(SQLValue.text) ?? .null }
    return [
      .text(fingerprint), .text(contents), .text(date), .text(app), .text(schema),
      .text(kind.rawValue), value(version), value(checksum), value(uses.text),
    ]
  }
}

extension [MigrationRecord] {
  /// The records without those that going back has undone: the versions after the one that the
  /// database went back to, and the migrations in between.
  package var standing: [MigrationRecord] {
    var standing: [MigrationRecord] = []
    for record in self {
      if record.kind == .back,
        let place = standing.lastIndex(where: { $0.version.hasSameBytes(as: record.version) })
      {
        standing.removeSubrange((place + 1)...)
      }
      standing.append(record)
    }
    return standing
  }
}
