import Foundation
import ORM
import Testing

@Suite("JSON as rows")
struct JSONRowTests {
  @Test("A join with each() has a row for each element of an array")
  func each() async throws {
    let database = try await JSONUser.database()
    let tags = JSONUser.join { $0.tags.each() }
      .where { _, tag in tag.value != "soul" }
      .select { user, tag in (user.id, tag.value, tag.key) }
    #expect(
      try tags.statement()
        == Statement(
          sql: #"SELECT "user"."id", "json_each"."value", "json_each"."key" FROM "user""#
            + #" JOIN json_each("user"."tags") WHERE "json_each"."value" IS NOT $1"#,
          arguments: ["soul"]))
    let rows = try await database.fetch(tags)
    let row = try #require(rows.first)
    #expect(rows.count == 1)
    #expect(row == (1, "jazz", 0))
    let days = JSONUser.join(as: "day") { $0.days.each() }.select { _, day in day.value }
    #expect(
      try days.statement().sql
        == #"SELECT "day"."value" FROM "user" JOIN json_each("user"."days") AS "day""#)
    #expect(try await database.fetch(days) == [JSONUser.day])
  }

  @Test("A left join with each() keeps the rows without an element")
  func outer() async throws {
    let query = JSONUser.leftJoin { $0.settings.each(.sizes) }
      .order { user, size in
        user.id
        size.value
      }
      .select { user, size in (user.name, size.value) }
    #expect(
      try query.statement().sql
        == #"SELECT "user"."name", "json_each"."value" FROM "user""#
        + #" LEFT JOIN json_each("user"."settings", '$.sizes')"#
        + #" ORDER BY "user"."id", "json_each"."value""#)
    let rows = try await JSONUser.database().fetch(query)
    #expect(rows.map(\.0) == ["a", "a", "b"] && rows.map(\.1) == [3, 5, nil])
  }

  @Test("Several arrays can be joined, each under its own name, along with other tables")
  func several() async throws {
    let database = try await JSONUser.database()
    let query = JSONUser.join { $0.tags.each() }
      .join { user, _ in user.counts.each() }
      .join(JSONUser.self, as: "other") { user, _, _, other in user.id == other.id }
      .select { _, tag, count, other in (tag.value, count.key, other.name) }
    #expect(
      try query.statement().sql
        == #"SELECT "json_each"."value", "json_each_2"."key", "other"."name" FROM "user""#
        + #" JOIN json_each("user"."tags") JOIN json_each("user"."counts") AS "json_each_2""#
        + #" JOIN "user" AS "other" ON "user"."id" = "other"."id""#)
    let rows = try await database.fetch(query)
    #expect(
      Set(rows.map { "\($0.0 ?? "") \($0.1.literal) \($0.2)" }) == [
        "jazz 'a b' a", "jazz 'c' a", "soul 'a b' a", "soul 'c' a",
      ])
  }

  @Test("A join with each() returns each user with the JSONEntry rows of its column")
  func entries() async throws {
    let rows = try await JSONUser.database().fetch(JSONUser.join { $0.counts.each() })
    #expect(rows.map(\.0.id) == [1, 1])
    let entries = rows.map(\.1)
    let entry = try #require(entries.first { $0.key == .text("a b") })
    #expect(entry.value == 1)
    #expect(entry.type == .integer)
    #expect(entry.atom == 1)
    #expect(entry.parent == nil)
    #expect(entry.fullkey == #"$."a b""#)
    #expect(entry.path == "$")
  }

  @Test("A join with tree() has a row for each value in the JSON, with its path")
  func tree() async throws {
    let database = try await JSONUser.database()
    let query = JSONUser.join { $0.settings.tree("owner") }
      .select { _, entry in (entry.fullkey, entry.type, entry.atom) }
    #expect(
      try query.statement().sql
        == #"SELECT "json_tree"."fullkey", "json_tree"."type", "json_tree"."atom" FROM "user""#
        + #" JOIN json_tree("user"."settings", '$.owner')"#)
    let rows = try await database.fetch(query)
    let (keys, types) = (rows.map(\.0), rows.map(\.1))
    #expect(keys == ["$.owner", "$.owner.name", "$.owner.since"])
    #expect(types == [.object, .text, .real])
    let atoms: [SQLValue] = [nil, "Sade", 700_000_000.5]
    #expect(rows.map(\.2) == atoms)
    let numbers = JSONUser.where { user in
      user.settings.tree().all.where { $0.type == .integer && $0.atom == .integer(5) }.exists()
    }
    let ids = try await database.fetch(numbers).map(\.id)
    #expect(ids == [1])
  }

  @Test("contains finds a value in an array by its JSON form")
  func contains() async throws {
    try await expectJSON(
      where: { $0.tags.contains("jazz") },
      #"EXISTS (SELECT 1 FROM json_each("user"."tags") WHERE "value" IS $1)"#, ["jazz"], rows: [1])
    try await expectJSON(
      where: { !$0.days.contains(JSONUser.day) },
      #"NOT EXISTS (SELECT 1 FROM json_each("user"."days") WHERE "value" IS $1)"#,
      [700_000_000.5], rows: [2])
    try await expectJSON(
      where: { $0.note.json(as: [Int].self).contains(2) },
      #"EXISTS (SELECT 1 FROM json_each("user"."note") WHERE "value" IS $1)"#, [2], rows: [1])
    let database = try await JSONUser.database()
    #expect(try await database.delete(JSONUser.self, where: { $0.tags.contains("soul") }) == 1)
    #expect(try await database.fetch(JSONUser.self).map(\.id) == [2])
  }

  @Test("A query can read from a JSON value without a table")
  func alone() async throws {
    let json = SQLExpression<JSON.Of<[Int]>>.value([3, 1, 2], as: JSON.Of.self)
    let query = json.each().all.order { $0.value.desc() }.select { $0.value }
    #expect(
      try query.statement()
        == Statement(
          sql: #"SELECT "value" FROM json_each($1) ORDER BY "value" DESC"#, arguments: ["[3,1,2]"]))
    #expect(try await Database.inMemory().fetch(query) == [3, 2, 1])
  }
}
