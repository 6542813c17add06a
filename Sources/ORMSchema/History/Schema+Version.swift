import ORMCore

extension Schema {
  /// A version of a program's schema that has shipped: its name, the previous version, and the
  /// schema.
  ///
  /// `orm record` writes each version into a file of its own:
  ///
  /// ```swift
  /// extension Schema.Version {
  ///   static let minutes = Schema.Version("minutes", after: "first", #"""
  ///     {"tables": […]}
  ///     """#)
  /// }
  /// ```
  ///
  /// A version is text, so the structs of earlier versions need not be kept. The text is the one
  /// that ``Schema/json()`` returns. It is parsed only if a database is older than the program.
  public struct Version: Sendable {
    /// The name that databases record for the version. It never changes.
    public let name: String
    /// The name of the previous version; nil for the first one.
    public let previous: String?
    /// The schema as JSON.
    package let json: String

    /// Creates a version from its schema as JSON.
    ///
    /// - Parameters:
    ///   - name: The name that databases record for the version.
    ///   - previous: The name of the previous version; nil for the first one.
    ///   - json: The schema, as ``Schema/json()`` returns it.
    public init(_ name: String, after previous: String?, _ json: String) {
      self.name = name
      self.previous = previous
      self.json = json
    }

    /// Returns the schema.
    ///
    /// - Throws: ``HistoryError`` with the reason `unreadable` if the text is not the JSON of a
    ///   schema.
    public func schema() throws(HistoryError) -> Schema {
      do {
        return try Schema(json: json)
      } catch {
        throw HistoryError(
          .unreadable, name, "its schema can't be read; record it again: \(error)")
      }
    }
  }
}

extension Schema {
  /// The schema without the former names of tables and columns, which describe the migration to a
  /// version and not the version.
  package var withoutFormerNames: Schema {
    var schema = self
    for table in schema.tables.indices {
      schema.tables[table].formerNames = []
      for column in schema.tables[table].columns.indices {
        schema.tables[table].columns[column].formerNames = []
      }
    }
    return schema
  }

  /// The tables in which other packages and programs record their migrations.
  private static let ledgers = [
    "grdb_migrations", "_migrateHistory", "_fluent_migrations", "schema_migrations",
    "ar_internal_metadata", "django_migrations", "alembic_version", "__EFMigrationsHistory",
    "room_master_table", "android_metadata", "knex_migrations", "knex_migrations_lock",
    "_prisma_migrations", "__drizzle_migrations", "goose_db_version", "flyway_schema_history",
  ]

  /// Removes the tables in which other packages and programs record their migrations.
  package mutating func removeLedgers() {
    tables.removeAll { Self.ledgers.contains(name: $0.name) }
    indexes.removeAll { Self.ledgers.contains(name: $0.table) }
  }

  /// Returns a checksum of SQL that ignores comments, white space and the case of words.
  package static func checksum(ofSQL sql: String) -> String {
    var hash = StableHash()
    for piece in Meaning(sql).pieces { piece.withUnsafeBytes { hash.combine($0) } }
    return hash.text
  }
}
