import Foundation
import ORM
import Testing

/// Two rows; the second one has NULL in every optional column.
@Table("sample")
struct FunctionSample: Hashable {
  let id: Int
  var text: String
  var note: String?
  var number: Int
  var count: Int?
  var ratio: Double
  var real: Double?
  var bytes: [UInt8]
  var price: Decimal
  var date: Date
  @Column(as: UnixSeconds.self) var seconds: Date
  @Column(as: UnixMilliseconds.self) var millis: Date
  @Column(as: JulianDay.self) var julian: Date
  @Column(as: ISO8601.self) var iso: Date
  @Column(as: DateTimeText.self) var moment: Date
  @Column(as: DateText.self) var day: Date
  var later: Date?

  static let leapDay = Date(timeIntervalSince1970: 1_709_209_815.25)

  static let rows = [
    FunctionSample(
      id: 1, text: "Kind of Blue", note: "a-b-a", number: -7, count: 12, ratio: 0.5, real: 2.5,
      bytes: [1, 2, 255], price: 9, date: leapDay, seconds: leapDay, millis: leapDay,
      julian: leapDay, iso: leapDay, moment: leapDay, day: leapDay, later: leapDay),
    FunctionSample(
      id: 2, text: "Élan", note: nil, number: 3, count: nil, ratio: 0.25, real: nil, bytes: [],
      price: 10, date: Date(timeIntervalSince1970: -1), seconds: Date(timeIntervalSince1970: -1),
      millis: Date(timeIntervalSince1970: -1), julian: Date(timeIntervalSince1970: -1),
      iso: Date(timeIntervalSince1970: -1), moment: Date(timeIntervalSince1970: -1),
      day: Date(timeIntervalSince1970: -1), later: nil),
  ]

  static func database() async throws -> Database {
    let database = try Database.inMemory()
    try await database.create(FunctionSample.self)
    try await database.insert(rows)
    return database
  }
}

/// Expects the text of an expression, its arguments, and its values in the two rows.
func expect<Expression: SQLExpressible>(
  _ expression: (FunctionSample.Columns) -> Expression, _ sql: String, _ arguments: [SQLValue] = [],
  values: [Expression.Representation.Value], sourceLocation: SourceLocation = #_sourceLocation
) async throws where Expression.Representation.Value: Equatable {
  let query = FunctionSample.order { $0.id }.select(expression)
  let statement = try query.statement()
  #expect(
    statement.sql == "SELECT \(sql) FROM \"sample\" ORDER BY \"id\"",
    sourceLocation: sourceLocation)
  #expect(statement.arguments == arguments, sourceLocation: sourceLocation)
  let found = try await FunctionSample.database().fetch(query)
  #expect(found == values, sourceLocation: sourceLocation)
}

/// Expects the text of a condition, its arguments, and the numbers of the rows that meet it.
func expect(
  where condition: (FunctionSample.Columns) -> SQLExpression<Bool>, _ sql: String,
  _ arguments: [SQLValue] = [], rows: [Int], sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let query = FunctionSample.where(condition).order { $0.id }.select { $0.id }
  let statement = try query.statement()
  #expect(
    statement.sql == "SELECT \"id\" FROM \"sample\" WHERE \(sql) ORDER BY \"id\"",
    sourceLocation: sourceLocation)
  #expect(statement.arguments == arguments, sourceLocation: sourceLocation)
  #expect(try await FunctionSample.database().fetch(query) == rows, sourceLocation: sourceLocation)
}
