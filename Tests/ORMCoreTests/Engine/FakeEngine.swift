import ORMCore

/// An engine that stores nothing: it notes each statement with its arguments, and answers with the
/// rows that a test has given it for that text.
///
/// It implements what every engine has to, a cache of statements, and no more, so that the verbs are
/// tested without an engine. Engines.md describes its members.
final class FakeDatabase: SQLDatabase {
  let connection: FakeConnection

  init(_ dialect: SQLDialect? = nil) { connection = FakeConnection(dialect) }

  func reading<Result: Sendable>(
    _ body: @Sendable (isolated FakeConnection) throws -> Result
  ) async throws -> Result {
    try await connection.lend(body)
  }

  func writing<Result: Sendable>(
    _ body: @Sendable (isolated FakeConnection) throws -> Result
  ) async throws -> Result {
    try await connection.lend(body)
  }
}

actor FakeConnection: SQLConnection {
  let journal = Journal()
  nonisolated let ownDialect: SQLDialect?
  private let cache = StatementCache<FakeStatement>(capacity: 100)
  private var depth = 0
  private var rollsBack = false

  init(_ dialect: SQLDialect?) { ownDialect = dialect }

  func lend<Result: Sendable>(
    _ body: @Sendable (isolated FakeConnection) throws -> Result
  ) rethrows -> Result {
    try body(self)
  }

  func checkedStatement(_ sql: String, of type: (any TableOrView.Type)?) throws -> FakeStatement {
    try cache.statement(for: sql) { FakeStatement(sql, journal) }
  }

  var statementCache: StatementCache<FakeStatement>? { cache }

  @discardableResult
  func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    depth += 1
    defer { (depth, rollsBack) = (depth - 1, false) }
    journal.note(depth == 1 ? "BEGIN" : "SAVEPOINT")
    do {
      let result = try body()
      journal.note(rollsBack ? "ROLLBACK" : depth == 1 ? "COMMIT" : "RELEASE")
      return result
    } catch {
      journal.note("ROLLBACK")
      throw error
    }
  }

  func read<Result>(_ body: () throws -> Result) throws -> Result {
    try transaction {
      defer { rollsBack = true }
      return try body()
    }
  }

  func rollback<Result>(returning result: Result) -> Result {
    rollsBack = true
    return result
  }

  func runScript(_ script: Statement) { journal.note(script.description) }

  var changeCount: Int { journal.changeCount }

  func canRead(_ sql: String) -> Bool { sql.hasPrefix("SELECT") }
}

final class FakeStatement: PreparedSQL {
  let sql: String
  private let journal: Journal
  private var arguments: [SQLValue] = []

  init(_ sql: String, _ journal: Journal) {
    self.sql = sql
    self.journal = journal
    journal.prepared.append(sql)
  }

  func bind<Binder: ParameterBinder>(_ value: Binder.Value, by binder: Binder.Type) throws {
    var collector = ValueCollector()
    try binder.bind(value, to: &collector)
    arguments = collector.values
  }

  func run() { journal.note(Statement(sql: sql, arguments: arguments).description) }

  func rows<Decoder: RowDecoder>(by decoder: Decoder) throws -> [Decoder.Output] {
    run()
    return try (journal.answers[sql]?.rows ?? []).map {
      try decoder.decode(Row(columnNames: columnNames, values: $0))
    }
  }

  var columnNames: [String] { journal.answers[sql]?.columns ?? [] }

  var isReadOnly: Bool { sql.hasPrefix("SELECT") }
}
