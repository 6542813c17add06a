import ORM
import Foundation
import Testing

@testable import ORMCore

@Table
private struct Kept {
  let id: Int
  var isOpen: Bool
  var year: Int16
  var count: UInt16
  var ratio: Float
  var size: Double
  var name: String?
  var image: [UInt8]
  var since: Date
  @Column(as: DateText.self) var day: Date
  var token: UUID
  var price: Decimal
  @Column(as: JSON.Of<[String]>.self) var tags: [String]
}

/// A column's type is independent of the engine; each engine's dialect has a name for it.
@Suite("Column types and their names in a dialect")
struct TypeNameTests {
  @Test("The type of a column describes its meaning, not how SQLite stores it")
  func meaning() {
    #expect(
      Kept.schema.columns.map(\.type) == [
        .integer, .bool, .int16, .int32, .float, .real, .text, .blob, .instant, .day, .uuid,
        .decimal, .json,
      ])
    #expect(
      [UInt8.columnType, UInt32.columnType, UInt64.columnType] == [.int16, .integer, .integer])
    #expect(Bool?.columnType == .bool)
  }

  @Test("SQLite's type names are INTEGER, REAL, TEXT and BLOB")
  func sqlite() {
    #expect(
      Kept.schema.columns.map(\.type.description) == [
        "INTEGER", "INTEGER", "INTEGER", "INTEGER", "REAL", "REAL", "TEXT", "BLOB", "REAL", "TEXT",
        "BLOB", "TEXT", "TEXT",
      ])
    #expect(
      Kept.schema.createSQL().hasPrefix(
        #"CREATE TABLE "kept" ("id" INTEGER PRIMARY KEY, "isOpen" INTEGER NOT NULL, "#))
  }

  @Test("Column types survive a round trip through JSON")
  func json() throws {
    let types = Kept.schema.columns.map(\.type) + [.any, .named("NUMERIC"), .named("bool")]
    let data = try JSONEncoder().encode(types)
    #expect(try JSONDecoder().decode([ColumnType].self, from: data) == types)
    #expect(String(decoding: data, as: UTF8.self).hasPrefix(#"["integer","bool","int16""#))
  }

  @Test("Another dialect's type names are used in its tables and casts")
  func otherEngine() throws {
    var other = SQLDialect(engine: "Other")
    other.typeName = { type in
      switch type {
      case .bool: "boolean"
      case .uuid: "uuid"
      case .named(let name): name
      default: "\(type)".lowercased()
      }
    }
    let sql = try #require(
      Kept.schema.createStatements(ifNotExists: false, dialect: other).first)
    #expect(sql.hasPrefix(#"CREATE TABLE "kept" ("id" integer PRIMARY KEY, "isOpen" boolean NOT"#))
    #expect(sql.contains(#""token" uuid NOT NULL"#))
    var renderer = SQLRenderer(dialect: other)
    try renderer.append(.cast(.column(qualifier: nil, name: "isOpen"), .bool))
    try renderer.append(.cast(.column(qualifier: nil, name: "name"), .named("citext")))
    #expect(
      renderer.statement.sql == #"CAST("isOpen" AS boolean)CAST("name" AS citext)"#)
  }
}
