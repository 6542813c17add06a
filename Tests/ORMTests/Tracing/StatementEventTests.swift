import ORM
import Testing

@Suite("Statement events")
struct StatementEventTests {
  let events = Events()
  let eventsWithValues = Events()
  let db: Database

  init() throws {
    var configuration = Configuration()
    configuration.statementHooks = [events.hook(), eventsWithValues.hook(includesValues: true)]
    db = try Database.inMemory(configuration: configuration)
  }

  @Test(
    "The operation of an event is the command in capitals, after white space and comments",
    arguments: [
      ("SELECT 1", "SELECT"), ("  pragma user_version", "PRAGMA"), ("Values(1)", "VALUES"),
      ("WITH n AS (SELECT 1) SELECT * FROM n", "WITH"), ("-- insert\n;\tselect 1", "SELECT"),
      ("/* update -- * / */ /**/\r\nSELECT'x'", "SELECT"), ("-- a\rdelete\nSELECT 1", "SELECT"),
      ("EXPLAIN QUERY PLAN SELECT 1", "EXPLAIN"), ("-- é\n/* 🎷 */SELECT 1", "SELECT"),
    ])
  func operation(sql: String, operation: String) async throws {
    try await db.execute("\(raw: sql)")
    #expect(events.take().map(\.operation) == [operation])
  }

  @Test("An event starts before its statement is prepared, and ends before the next one starts")
  func instants() async throws {
    let start = ContinuousClock.now
    try await db.execute("CREATE TABLE t (a)")
    _ = try await db.value(Int.self, sql: "SELECT count(*) FROM t")
    let told = events.take()
    try #require(told.count == 2)
    #expect(start <= told[0].start && told[0].end <= told[1].start && told[1].end <= .now)
    for event in told { #expect(event.start + event.duration <= event.end) }
  }

  @Test("Time between the rows of a cursor counts in the event's span, but not in its duration")
  func cursor() async throws {
    try await db.create(Kit.Artist.self, Kit.Album.self)
    try await Kit.seed(db)
    _ = events.take()
    try await db.read { connection in
      try connection.withCursor(Kit.Album.order { $0.id }.limit(2)) { rows in
        while try rows.next() != nil {
          let pause = ContinuousClock.now + .milliseconds(15)
          while ContinuousClock.now < pause {}
        }
      }
    }
    let event = try #require(events.take().first { $0.operation == "SELECT" })
    #expect(event.end - event.start >= .milliseconds(30))
    #expect(event.end - event.start - event.duration >= .milliseconds(30))
  }

  /// A text that can't be decoded, and that the error contains.
  private struct Fussy: ColumnValue {
    struct Refusal: Error, CustomStringConvertible {
      let description: String
    }

    static var columnType: ColumnType { String.columnType }

    static func read<Row: RowReader & ~Copyable>(
      from row: borrowing Row, at index: Int
    ) throws -> Fussy {
      throw Refusal(description: "not \(try String.read(from: row, at: index))")
    }

    static func write<Parameters: ParameterWriter & ~Copyable>(
      _ value: Fussy, to parameters: inout Parameters, at position: Int
    ) {
      parameters.bindNull(at: position)
    }
  }

  @Test("An error of the program is described only by its type, unless values are included")
  func ownError() async throws {
    await #expect(throws: Fussy.Refusal.self) {
      _ = try await db.fetch(Fussy.self, sql: "SELECT \("Sade")")
    }
    let hidden = try #require(events.take().first)
    #expect(hidden.errorDescription == "Refusal")
    #expect(hidden.description.hasSuffix("failed: Refusal: SELECT $1"))
    let shown = try #require(eventsWithValues.take().first)
    #expect(shown.errorDescription == "not Sade")
    #expect(shown.description.hasSuffix("failed: not Sade: SELECT 'Sade'"))
  }

  @Test("An error of the library is described in full")
  func libraryError() async throws {
    try await db.execute("SELECT 1")
    #expect(events.take().map(\.errorDescription) == [nil])
    await #expect(throws: DatabaseError.self) { try await db.execute("SELECT abs(-1 << 63)") }
    #expect(
      events.take().map(\.errorDescription) == [
        "integer overflow [SQLITE_ERROR] in: SELECT abs(-1 << 63)"
      ])
  }
}
