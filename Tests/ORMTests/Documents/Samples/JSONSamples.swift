import Foundation
import ORM
import Testing

/// The code of the guide to JSON.
enum JSONSamples {
  struct Owner: Codable {
    var name: String
    var since: Date
  }

  struct Settings: Codable {
    var theme: String
    var isDark = false
    var sizes: [Int] = []
    var owner: Owner?
  }

  @Table
  struct User {
    let id: Int
    var name: String
    @Column(as: JSON.self) var settings: Settings
    @Column(as: JSON.self) var tags: [String]
  }

  static func run(_ db: Database) async throws {
    try await db.create(User.self)
    let owner = Owner(name: "Sade", since: Date(timeIntervalSince1970: 0))
    try await db.insert([
      User(
        id: 1, name: "a",
        settings: Settings(theme: "dark", isDark: true, sizes: [9, 41], owner: owner),
        tags: ["jazz", "soul"]),
      User(id: 2, name: "b", settings: Settings(theme: "plain"), tags: []),
    ])
    try await values(db)
    try await rows(db)
    try await changes(db)
  }

  static func values(_ db: Database) async throws {
    let dark = try await db.fetch(User.where { $0.settings["theme", as: String.self] == "dark" })
    // SELECT … FROM "user" WHERE ("settings" ->> '$.theme') IS $1
    let owners = try await db.fetch(User.select { $0.settings["owner", "name", as: String.self] })
    // SELECT "settings" ->> '$.owner.name' FROM "user"
    let first = try await db.fetch(User.select { $0.tags[0] })
    // SELECT "tags" ->> '$[0]' FROM "user"
    #expect(dark.map(\.id) == [1] && owners == ["Sade", nil] && first == ["jazz", nil])

    let bright = try await db.fetch(User.where { $0.settings[.isDark] == false })
    // SELECT … FROM "user" WHERE ("settings" ->> '$.isDark') IS $1
    let old = try await db.fetch(User.where { $0.settings[.owner, .since] < .now })
    // SELECT … FROM "user" WHERE ("settings" ->> '$.owner.since') < $1
    #expect(bright.map(\.id) == [2] && old.map(\.id) == [1])

    let quiet = try await db.fetch(User.where { $0.tags.isStored(as: ["jazz", "soul"]) })
    // SELECT … FROM "user" WHERE "tags" = $1
    #expect(quiet.map(\.id) == [1])
  }

  static func rows(_ db: Database) async throws {
    let tagged = User.join { $0.tags.each() }.select { user, tag in (user.name, tag.value) }
    for (name, tag) in try await db.fetch(tagged) { print(name, tag ?? "") }
    // SELECT "user"."name", "json_each"."value" FROM "user" JOIN json_each("user"."tags")
    let jazz = try await db.fetch(User.where { $0.tags.contains("jazz") })
    // SELECT … FROM "user" WHERE EXISTS (SELECT 1 FROM json_each("user"."tags") WHERE "value" IS $1)
    let large = try await db.fetch(
      User.where { $0.settings.each("sizes", as: Int.self).all.where { $0.value > 40 }.exists() })
    // SELECT … FROM "user" WHERE EXISTS
    //   (SELECT 1 FROM json_each("user"."settings", '$.sizes') WHERE "value" > $1)
    #expect(jazz.map(\.id) == [1] && large.map(\.id) == [1])
  }

  static func changes(_ db: Database) async throws {
    let changed = User.select {
      $0.settings.jsonSet("theme", to: "dark").jsonSet(.isDark, to: true).jsonRemove(.owner)
    }
    print(try await db.fetch(changed).map(\.theme))
    let lists = try await db.fetch(User.select { $0.name.jsonGroupArray() })
    // SELECT json_group_array("name") FROM "user"
    #expect(lists.map { $0.sorted() } == [["a", "b"]])
    #expect(try await db.fetch(changed).allSatisfy { $0.isDark && $0.owner == nil })

    let light = User.updateAll { $0.settings = $0.settings.jsonSet("theme", to: "light") }
    try await db.run(light)
    // UPDATE "user" SET "settings" =
    //   orm_readable(json_set("settings", '$.theme', json($1)), 'user', 'settings', …)
    #expect(try await db.find(User.self, 1)?.settings.theme == "light")
  }
}

private typealias Settings = JSONSamples.Settings
private typealias Owner = JSONSamples.Owner

extension JSONPath where Root == Settings, Value == Bool {
  static var isDark: Self { Self("isDark") }
}
extension JSONPath where Root == Settings, Value == Owner {
  static var owner: Self { Self("owner") }
}
extension JSONPath where Root == Owner, Value == Date {
  static var since: Self { Self("since") }
}
