import ORMCore

/// A row of the table in which migrations are noted: what the schema was that a program had.
package struct MigrationRecord: Sendable {
  /// The statement that makes the table.
  package static let createSQL = """
    CREATE TABLE main."orm_schema" ("id" INTEGER PRIMARY KEY, "fingerprint" TEXT NOT NULL, \
    "contents" TEXT NOT NULL, "at" TEXT NOT NULL, "app" TEXT NOT NULL, \
    "schema" TEXT NOT NULL) STRICT
    """

  /// Of the schema that was migrated to.
  package let fingerprint: String
  /// Of the texts that the database had then.
  package let contents: String
  /// When, in ISO 8601.
  package let date: String
  /// The program.
  package let app: String
  /// The schema with the names that things had, as JSON.
  package let schema: String

  package init(fingerprint: String, contents: String, date: String, app: String, schema: String) {
    self.fingerprint = fingerprint
    self.contents = contents
    self.date = date
    self.app = app
    self.schema = schema
  }
}
