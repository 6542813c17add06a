import ORM
import Testing

/// A database in a file that a script has made.
struct Fixture {
  let folder: TemporaryFolder
  let db: Database

  init(_ script: String, configuration: Configuration = .forMigrations) async throws {
    folder = try TemporaryFolder()
    db = try Database(folder.file(), configuration: configuration)
    try await db.run(script)
  }

  /// Migrates the database of a script to the schema of statements, and checks the result.
  ///
  /// - Parameter keeping: The constraints, or the names of the unique indexes, that the statements
  ///   don't have and that stay.
  @discardableResult
  static func migrate(
    _ script: String, to statements: String..., allowing: [PermittedLoss] = [],
    keeping: [String] = []
  ) async throws -> Fixture {
    let fixture = try await Fixture(script)
    let schema = Schema(statements)
    try await fixture.db.migrate(to: schema, allowing: allowing)
    if keeping.isEmpty {
      try await fixture.db.verify(schema)
    } else {
      let error = await #expect(throws: SchemaMismatchError.self) {
        try await fixture.db.verify(schema)
      }
      #expect(error?.changes.map { $0.member ?? $0.object } == keeping)
    }
    #expect(try await fixture.check() == [])
    #expect(try await fixture.db.migrate(to: schema, allowing: allowing).isEmpty)
    return fixture
  }

  func texts(_ sql: String) async throws -> [String] { try await db.texts(sql) }

  /// The problems that `PRAGMA integrity_check` and SQLite's check of references report.
  func check() async throws -> [String] {
    try await texts(
      "SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'")
      + texts("SELECT \"table\" || ' ' || parent FROM pragma_foreign_key_check")
  }
}

extension Database {
  /// The rows of a query of one column, as texts.
  func texts(_ sql: String) async throws -> [String] {
    try await fetch(String?.self, sql: SQL(stringLiteral: sql)).map { $0 ?? "NULL" }
  }

  func run(_ script: String) async throws { try await execute(script: SQL(stringLiteral: script)) }
}

extension Configuration {
  static var forMigrations: Configuration { Configuration(readerCount: 1) }
}

extension Schema {
  /// The schema that statements make.
  init(_ statements: String...) {
    self.init(statements)
  }

  init(_ statements: [String]) {
    self.init(
      reading: statements.map { sql in
        Schema.Entry(type: "", name: "", table: "", sql: sql)
      })
  }
}
