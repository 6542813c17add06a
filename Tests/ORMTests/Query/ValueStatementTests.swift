import Foundation
import ORM
import Testing

struct ValueStatementTests {
  private let gauge = Gauge(id: 7, name: "a", value: 1.5, image: .loaded([1]), note: "n")
  private let insert = #"INSERT INTO "gauge" "#
  private let conflict = #" ON CONFLICT ("id") DO UPDATE SET "#

  @Test("A row provides its insert, update, save, delete and find statements")
  func complete() throws {
    let arguments: [SQLValue] = ["a", 1.5, .blob([1]), "n", 7]
    let values = #"("name", "value", "image", "note", "id") VALUES ($1, $2, $3, $4, $5)"#
    #expect(
      try gauge.insertStatement == Statement(sql: insert + values, arguments: arguments))
    #expect(
      try gauge.updateStatement
        == Statement(
          sql: #"UPDATE "gauge" SET "name" = $1, "value" = $2, "image" = $3, "note" = $4 "#
            + #"WHERE "id" = $5"#, arguments: arguments))
    #expect(
      try gauge.saveStatement
        == Statement(
          sql: insert + values + conflict
            + #""name" = excluded."name", "value" = excluded."value", "#
            + #""image" = excluded."image", "note" = excluded."note""#,
          arguments: arguments))
    #expect(
      try gauge.deleteStatement
        == Statement(sql: #"DELETE FROM "gauge" WHERE "id" = $1"#, arguments: [7]))
    #expect(
      try Gauge.findStatement(7)
        == Statement(
          sql: #"SELECT "id", "name", "value", "note" FROM "gauge" WHERE "id" = $1"#,
          arguments: [7]))
  }

  @Test("A lazy column that is not loaded is not part of the statements that write a row")
  func unloaded() throws {
    var gauge = gauge
    gauge.image = .unloaded
    let arguments: [SQLValue] = ["a", 1.5, "n", 7]
    let values = #"("name", "value", "note", "id") VALUES ($1, $2, $3, $4)"#
    #expect(try gauge.insertStatement == Statement(sql: insert + values, arguments: arguments))
    #expect(
      try gauge.updateStatement
        == Statement(
          sql: #"UPDATE "gauge" SET "name" = $1, "value" = $2, "note" = $3 WHERE "id" = $4"#,
          arguments: arguments))
    #expect(
      try gauge.saveStatement
        == Statement(
          sql: insert + values + conflict + #""name" = excluded."name", "#
            + #""value" = excluded."value", "note" = excluded."note""#,
          arguments: arguments))
  }

  @Test("nil in a column with a database default is left out of an insert, and NULL in an update")
  func omittedColumns() throws {
    var gauge = gauge
    gauge.note = nil
    let arguments: [SQLValue] = ["a", 1.5, .blob([1]), 7]
    let values = #"("name", "value", "image", "id") VALUES ($1, $2, $3, $4)"#
    #expect(try gauge.insertStatement == Statement(sql: insert + values, arguments: arguments))
    #expect(
      try gauge.saveStatement
        == Statement(
          sql: insert + values + conflict + #""name" = excluded."name", "#
            + #""value" = excluded."value", "image" = excluded."image", "note" = NULL"#,
          arguments: arguments))
    #expect(try gauge.updateStatement.arguments == ["a", 1.5, .blob([1]), nil, 7])
  }

  @Test("A row without a key is saved by an insert, and can't be updated or deleted")
  func missingKey() throws {
    var gauge = gauge
    gauge.id = nil
    #expect(try gauge.saveStatement == gauge.insertStatement)
    #expect(
      try gauge.insertStatement
        == Statement(
          sql: insert + #"("name", "value", "image", "note") VALUES ($1, $2, $3, $4)"#,
          arguments: ["a", 1.5, .blob([1]), "n"]))
    #expect(throws: MissingPrimaryKeyError(table: "gauge")) { try gauge.updateStatement }
    #expect(throws: MissingPrimaryKeyError(table: "gauge")) { try gauge.deleteStatement }
  }

  @Test("A draft is inserted without a key")
  func draft() throws {
    let draft = Hall.Draft(name: "A", place: Place(street: nil, city: "B"))
    #expect(
      try draft.insertStatement
        == Statement(
          sql: #"INSERT INTO "hall" ("name", "seats", "opened", "tags", "at_street", "at_city") "#
            + "VALUES ($1, $2, $3, $4, $5, $6)",
          arguments: ["A", 100, nil, "[]", nil, "B"]))
  }

  @Test("A row of only key columns can be updated, and saved with DO NOTHING")
  func onlyKey() async throws {
    let link = Link(from: 1, to: 2)
    #expect(
      try link.updateStatement
        == Statement(
          sql: #"UPDATE "link" SET "from" = $1, "to" = $2 WHERE "from" = $1 AND "to" = $2"#,
          arguments: [1, 2]))
    #expect(
      try link.saveStatement
        == Statement(
          sql: #"INSERT INTO "link" ("from", "to") VALUES ($1, $2) "#
            + #"ON CONFLICT ("from", "to") DO NOTHING"#, arguments: [1, 2]))
    #expect(
      try Link.deleteStatement((1, 2))
        == Statement(
          sql: #"DELETE FROM "link" WHERE "from" = $1 AND "to" = $2"#, arguments: [1, 2]))
  }

  @Test("A value that can't be stored throws, with its table and column")
  func unencodable() {
    var gauge = gauge
    gauge.value = .nan
    let error = ValueEncodingError(
      table: "gauge", column: "value", type: "Double", reason: .notANumber)
    #expect(throws: error) { try gauge.insertStatement }
    #expect(throws: error) { try gauge.updateStatement }
    #expect(throws: error) { try gauge.saveStatement }
    let overflow = ValueEncodingError(
      table: "link", column: "to", type: "UInt64", reason: .overflow)
    #expect(throws: overflow) { try Link.findStatement((1, .max)) }
    #expect(throws: overflow) { try Link(from: 1, to: .max).deleteStatement }
  }
}

@Table
private struct Gauge {
  var id: Int?
  var name: String
  var value: Double
  @Column(lazy: true) var image: Lazy<[UInt8]>
  @Column(default: .database("'none'")) var note: String?
}

@Table
private struct Link {
  @Column(primaryKey: true) var from: UInt64
  @Column(primaryKey: true) var to: UInt64
}
