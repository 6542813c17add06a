import Foundation
import ORM
import Testing

enum JSONMode: String, Codable, ColumnValue { case day, night }

extension JSONMode: JSONScalar {}

struct JSONOwner: Codable, Hashable {
  var name: String
  var since: Date
}

struct JSONSettings: Codable, Hashable {
  var theme: String
  var isDark: Bool
  var sizes: [Int]
  var scale: Double?
  var owner: JSONOwner?
  var mode: JSONMode?
  var price: Decimal?

  enum CodingKeys: String, CodingKey {
    case theme, sizes, scale, owner, mode, price
    case isDark = "is dark"
  }
}

// The paths as the JSON has them.

extension JSONPath where Root == JSONSettings, Value == String {
  static var theme: Self { Self("theme") }
}

extension JSONPath where Root == JSONSettings, Value == Bool {
  static var isDark: Self { Self("is dark") }
}

extension JSONPath where Root == JSONSettings, Value == [Int] {
  static var sizes: Self { Self("sizes") }
}

extension JSONPath where Root == JSONSettings, Value == JSONOwner {
  static var owner: Self { Self("owner") }
}

extension JSONPath where Root == JSONOwner, Value == Date {
  static var since: Self { Self("since") }
}

/// Two rows; the second one has NULL in every optional column, and no optional values in its JSON.
@Table("user")
struct JSONUser: Hashable {
  let id: Int
  var name: String
  var isActive: Bool?
  @Column(as: JSON.self) var settings: JSONSettings
  @Column(as: JSON.self) var others: JSONSettings?
  @Column(as: JSON.self) var tags: [String]
  @Column(as: JSON.self) var days: [Date]
  @Column(as: JSON.self) var counts: [String: Int]
  var text: String
  var note: String?

  static let day = Date(timeIntervalSinceReferenceDate: 700_000_000.5)
  static let settings = JSONSettings(
    theme: "dark", isDark: true, sizes: [3, 5], scale: 1.5,
    owner: JSONOwner(name: "Sade", since: day), mode: .night, price: 9)
  static let plain = JSONSettings(theme: "it's \"é\"", isDark: false, sizes: [])

  static let rows = [
    JSONUser(
      id: 1, name: "a", isActive: true, settings: settings, others: settings,
      tags: ["jazz", "soul"], days: [day], counts: ["a b": 1, "c": 2], text: #"{"n": 10}"#,
      note: "[1, 2]"),
    JSONUser(
      id: 2, name: "b", isActive: nil, settings: plain, others: nil, tags: [], days: [],
      counts: [:], text: "no JSON", note: nil),
  ]

  static func database() async throws -> Database {
    let database = try Database.inMemory()
    try await database.create(JSONUser.self)
    try await database.insert(rows)
    return database
  }
}

/// Expects the text of an expression, its arguments, and its values in the rows.
func expectJSON<Expression: SQLExpressible>(
  _ expression: (JSONUser.Columns) -> Expression, _ sql: String, _ arguments: [SQLValue] = [],
  in ids: ClosedRange<Int> = 1...2, values: [Expression.Representation.Value],
  sourceLocation: SourceLocation = #_sourceLocation
) async throws where Expression.Representation.Value: Equatable {
  let statement = try JSONUser.all.select(expression).statement()
  #expect(statement.sql == "SELECT \(sql) FROM \"user\"", sourceLocation: sourceLocation)
  #expect(statement.arguments == arguments, sourceLocation: sourceLocation)
  let query = JSONUser.where { $0.id.between(ids) }.order { $0.id }.select(expression)
  let found = try await JSONUser.database().fetch(query)
  #expect(found == values, sourceLocation: sourceLocation)
}

/// Expects the text of a condition, its arguments, and the rows that meet it.
func expectJSON(
  where condition: (JSONUser.Columns) -> SQLExpression<Bool>, _ sql: String,
  _ arguments: [SQLValue] = [], rows: [Int], sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let query = JSONUser.where(condition).order { $0.id }.select { $0.id }
  let statement = try query.statement()
  #expect(
    statement.sql == "SELECT \"id\" FROM \"user\" WHERE \(sql) ORDER BY \"id\"",
    sourceLocation: sourceLocation)
  #expect(statement.arguments == arguments, sourceLocation: sourceLocation)
  #expect(try await JSONUser.database().fetch(query) == rows, sourceLocation: sourceLocation)
}
