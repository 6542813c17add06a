import InMemoryLogging
import Logging
import ORM
import Synchronization
import Testing

@Suite("Logging of statements")
struct LoggingTests {
  let handler = InMemoryLogHandler()
  let logger: Logger

  init() {
    var logger = Logger(label: "test") { [handler] _ in handler }
    logger.logLevel = .trace
    self.logger = logger
  }

  /// The log entries of statements with this SQL.
  private func entries(_ sql: String...) -> [InMemoryLogHandler.Entry] {
    handler.entries.filter { entry in
      sql.contains { entry.metadata["db.query.text"] == "\($0)" }
    }
  }

  @Test("Each statement is logged with OpenTelemetry's attribute names, and without values")
  func logs() async throws {
    try await work(.logging(to: logger))
    var entries = entries(insert, find)
    #expect(
      entries.map { "\($0.message)" }
        == ["statement ran", "statement ran", "statement violated a constraint"])
    #expect(entries.map(\.level) == [.debug, .debug, .info])
    for index in entries.indices {
      let metadata = entries[index].metadata
      let duration = Double("\(metadata["orm.duration_ms"] ?? "")")
      #expect(try #require(duration) > 0 && metadata["orm.waiting_ms"] != nil)
      entries[index].metadata["orm.duration_ms"] = nil
      entries[index].metadata["orm.waiting_ms"] = nil
    }
    let common: Logger.Metadata = ["db.system.name": "sqlite", "db.namespace": ":memory:"]
    let inserted: Logger.Metadata = [
      "db.operation.name": "INSERT", "db.query.text": "\(insert)", "orm.changed_rows": "1",
    ]
    let found: Logger.Metadata = [
      "db.operation.name": "SELECT", "db.query.text": "\(find)",
      "db.response.returned_rows": "1",
    ]
    let failed: Logger.Metadata = [
      "db.operation.name": "INSERT", "db.query.text": "\(insert)", "orm.changed_rows": "0",
      "error.type": "DatabaseError", "db.response.status_code": "1555",
      "error.message":
        "UNIQUE constraint failed: artist.id [SQLITE_CONSTRAINT_PRIMARYKEY] in: \(insert)",
    ]
    #expect(
      entries.map(\.metadata)
        == [inserted, found, failed].map { $0.merging(common) { own, _ in own } })
    #expect(!"\(handler.entries)".contains("Sade"))
  }

  @Test("Values are logged if includesValues is set")
  func values() async throws {
    try await work(.logging(to: logger, includesValues: true))
    #expect(entries(#"INSERT INTO "artist" ("name", "id") VALUES ('Sade', 1)"#).count == 2)
  }

  @Test("A slow statement and a violated constraint have their own log levels")
  func levels() async throws {
    try await work(
      .logging(to: logger, slowLevel: .notice, violationLevel: .debug, slowAfter: .zero))
    let entries = entries(insert)
    #expect(entries.map(\.level) == [.notice, .debug])
    #expect(
      entries.map { "\($0.message)" }
        == ["statement was slow", "statement violated a constraint"])
  }

  @Test("A statement that fails without violating a constraint is logged as an error")
  func failure() async throws {
    let db = try database(.logging(to: logger))
    await #expect(throws: DatabaseError.self) {
      try await db.execute("SELECT abs(-9223372036854775808)")
    }
    let entry = try #require(handler.entries.last)
    #expect(entry.level == .error && entry.message == "statement failed")
  }

  @Test("A cancelled statement is not logged as a failure")
  func cancellation() async throws {
    try await cancelledWork(.logging(to: logger, level: .info))
    let entry = try #require(handler.entries.last)
    #expect(entry.level == .info && entry.message == "statement was cancelled")
    #expect(entry.metadata["error.type"] == "CancellationError")
  }

  @Test("Without a logger argument, statements are logged to the task's logger with its metadata")
  func taskLogger() async throws {
    var request = logger
    request[metadataKey: "request"] = "7"
    try await withLogger(request) { _ in try await work(.logging()) }
    #expect(entries(insert, find).map { $0.metadata["request"] } == ["7", "7", "7"])
  }

  /// A text that can't be decoded, with an error that counts the uses of its description.
  private struct Unreadable: ColumnValue {
    static let tellings = Atomic(0)

    struct Refusal: Error, CustomStringConvertible {
      var description: String { "\(tellings.add(1, ordering: .relaxed).newValue) times" }
    }

    static var columnType: ColumnType { String.columnType }

    static func read<Row: RowReader & ~Copyable>(
      from row: borrowing Row, at index: Int
    ) throws -> Unreadable {
      throw Refusal()
    }

    static func write<Parameters: ParameterWriter & ~Copyable>(
      _ value: Unreadable, to parameters: inout Parameters, at position: Int
    ) {
      parameters.bindNull(at: position)
    }
  }

  @Test("If the logger's level excludes a statement, its metadata is not created")
  func level() async throws {
    for (level, count) in [(Logger.Level.critical, 0), (.error, 1)] {
      var logger = logger
      logger.logLevel = level
      let db = try database(.logging(to: logger, includesValues: true))
      // Swift Testing would use the error's description, too.
      do {
        _ = try await db.fetch(Unreadable.self, sql: "SELECT 'x'")
        Issue.record("nothing was thrown")
      } catch is Unreadable.Refusal {}
      #expect(handler.entries.count == count)
      #expect(Unreadable.tellings.load(ordering: .relaxed) == count)
    }
  }
}
