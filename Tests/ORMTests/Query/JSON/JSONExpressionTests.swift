import Foundation
import ORM
import Testing

@Table("profile")
struct JSONProfile {
  let id: Int
  var name: String
  var isOpen: Bool?
  @Column(as: JSON.self) var owner: JSONOwner?
  @Column(as: JSON.self) var settings: JSONSettings
  @Column(as: JSON.self) var tags: [String]

  static func database() async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(JSONProfile.self)
    let owner = JSONOwner(name: "Nina", since: JSONUser.day)
    try await db.insert([
      JSONProfile(
        id: 1, name: "soul", isOpen: true, owner: owner, settings: JSONUser.plain,
        tags: ["soul", "jazz"]),
      JSONProfile(
        id: 2, name: "folk", isOpen: nil, owner: nil, settings: JSONUser.settings, tags: ["rock"]),
    ])
    return db
  }
}

extension JSONPath where Root == JSONSettings, Value == JSONOwner? {
  static var owner: Self { Self("owner") }
}

@Suite("JSON that is changed by expressions")
struct JSONExpressionTests {
  @Test("An object that is read from JSON is set in JSON as an object, not as text")
  func part() async throws {
    let db = try await JSONProfile.database()
    let write = JSONProfile.where { $0.id == 2 }.update { row in
      let owner = row.settings["owner", as: JSONOwner.self]
      row.settings = row.settings.jsonRemove("owner").jsonSet("owner", to: owner)
    }
    let statement = try write.statement()
    #expect(
      statement.sql
        == #"UPDATE "profile" SET "settings" = orm_readable(json_set("#
        + #"json_remove("settings", '$.owner'), '$.owner', "settings" -> '$.owner'), "#
        + #"'profile', 'settings', 'JSONSettings') WHERE "id" = $1"#)
    try await db.run(write)
    let settings = try await db.find(JSONProfile.self, 2)?.settings
    #expect(settings == JSONUser.settings)
  }

  @Test("jsonSet and jsonReplace change the JSON of a column at a typed path")
  func typedPath() async throws {
    let db = try await JSONProfile.database()
    let write = JSONProfile.where { $0.id == 1 }.update { row in
      row.settings = row.settings.jsonSet(.owner, to: row.owner)
        .jsonReplace(.theme, to: row.name)
    }
    let statement = try write.statement()
    #expect(
      statement.sql
        == #"UPDATE "profile" SET "settings" = orm_readable(json_replace("#
        + #"json_set("settings", '$.owner', json("owner")), '$.theme', "name"), "#
        + #"'profile', 'settings', 'JSONSettings') WHERE "id" = $1"#)
    try await db.run(write)
    let settings = try await db.find(JSONProfile.self, 1)?.settings
    #expect(settings?.owner == JSONOwner(name: "Nina", since: JSONUser.day))
    #expect(settings?.theme == "soul")
  }

  @Test("jsonPatch merges the JSON of a column")
  func patch() async throws {
    let db = try await JSONProfile.database()
    let query = JSONProfile.where { $0.id == 1 }.select { $0.owner.jsonPatch($0.owner) }
    try await expect(
      query, #"SELECT json_patch("owner", "owner") FROM "profile" WHERE "id" = $1"#, [1], in: db,
      rows: [JSONOwner(name: "Nina", since: JSONUser.day)])
  }

  @Test("contains finds the value of a column in a JSON array")
  func contains() async throws {
    let query = JSONProfile.where { $0.tags.contains($0.name) }.select { $0.id }
    try await expect(
      query,
      #"SELECT "id" FROM "profile" WHERE EXISTS (SELECT 1 FROM json_each("profile"."tags")"#
        + #" AS "json_element" WHERE "value" IS "profile"."name")"#,
      in: try await JSONProfile.database(), rows: [1])
  }

  @Test("Two sources of elements are distinguished by an alias")
  func named() async throws {
    let query = JSONProfile.join { $0.tags.each() }.where { profile, tag in
      profile.tags.each().as("other").all.where { $0.value > tag.value }.exists()
    }.select { profile, tag in tag.value }
    try await expect(
      query,
      #"SELECT "json_each"."value" FROM "profile" JOIN json_each("profile"."tags") WHERE EXISTS"#
        + #" (SELECT 1 FROM json_each("profile"."tags") AS "other" WHERE "value" > "json_each"."value")"#,
      in: try await JSONProfile.database(), rows: ["jazz"])
  }

  @Test("jsonGroupArray and jsonGroupObject collect optional JSON, and NULL becomes null")
  func group() async throws {
    let db = try await JSONProfile.database()
    let owner = JSONOwner(name: "Nina", since: JSONUser.day)
    try await expect(
      JSONProfile.select { $0.owner.jsonGroupArray() },
      #"SELECT json_group_array(json("owner")) FROM "profile""#, in: db, rows: [[owner, nil]])
    try await expect(
      JSONProfile.select { $0.owner.jsonGroupObject(key: $0.name) },
      #"SELECT json_group_object("name", json("owner")) FROM "profile""#, in: db,
      rows: [["soul": owner, "folk": nil]])
  }

  @Test("tree returns the values at and below a typed path")
  func tree() async throws {
    let query = JSONProfile.where { $0.id == 2 }.join { $0.settings.tree(.sizes) }
      .select { _, entry in entry.fullkey }
    try await expect(
      query,
      #"SELECT "json_tree"."fullkey" FROM "profile" JOIN json_tree("profile"."settings", '$.sizes')"#
        + #" WHERE "profile"."id" = $1"#,
      [2], in: try await JSONProfile.database(), rows: ["$.sizes", "$.sizes[0]", "$.sizes[1]"])
  }
}
