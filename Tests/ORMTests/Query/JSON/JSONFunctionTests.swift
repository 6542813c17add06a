import Foundation
import ORM
import Testing

@Suite("Functions of JSON")
struct JSONFunctionTests {
  private struct Line: Codable, Hashable {
    var name: String
    var tags: [String]
    var isActive: Bool?
  }

  @Test("JSON functions return the text, the type, the length and the validity of JSON")
  func questions() async throws {
    try await expectJSON(
      { $0.tags.jsonText() }, #""tags""#, values: [#"["jazz","soul"]"#, "[]"])
    try await expectJSON(
      { $0.note.json(as: [Int].self).jsonMinified().jsonText() }, #"json("note")"#,
      values: ["[1,2]", nil])
    try await expectJSON(
      { $0.tags.jsonArrayLength() }, #"json_array_length("tags")"#, values: [2, 0])
    let optional = JSONUser.columns.others.jsonArrayLength()
    let _: SQLExpression<Int?> = optional
    try await expectJSON(
      { $0.settings.jsonArrayLength("sizes") }, #"json_array_length("settings", '$.sizes')"#,
      values: [2, 0])
    try await expectJSON(
      { $0.others.jsonArrayLength(.sizes) }, #"json_array_length("others", '$.sizes')"#,
      values: [2, nil])
    try await expectJSON({ $0.tags.jsonType() }, #"json_type("tags")"#, values: [.array, .array])
    try await expectJSON(
      { $0.settings.jsonType("is dark") }, #"json_type("settings", '$."is dark"')"#,
      values: [.true, .false])
    try await expectJSON(
      { $0.settings.jsonType(.owner) }, #"json_type("settings", '$.owner')"#,
      values: [.object, nil])
    try await expectJSON({ $0.text.jsonValid() }, #"json_valid("text")"#, values: [true, false])
    try await expectJSON(
      where: { !$0.note.jsonValid() }, #"json_valid("note") IS NOT TRUE"#, rows: [2])
    try await expectJSON(
      { $0.name.jsonQuote() }, #"json_quote("name")"#, values: [#""a""#, #""b""#])
    try await expectJSON(
      { $0.isActive.jsonQuote() },
      #"json_quote(json(CASE WHEN "isActive" THEN 'true' WHEN NOT "isActive" THEN 'false' END))"#,
      values: ["true", "null"])
  }

  @Test("JSON in which a value is set, inserted, replaced or removed has the same type")
  func changes() async throws {
    var (first, second) = (JSONUser.settings, JSONUser.plain)
    (first.theme, second.theme) = ("x", "x")
    try await expectJSON(
      { $0.settings.jsonSet("theme", to: "x") }, #"json_set("settings", '$.theme', json($1))"#,
      [#""x""#], values: [first, second])
    try await expectJSON(
      { $0.settings.jsonSet(.theme, to: "x") }, #"json_set("settings", '$.theme', json($1))"#,
      [#""x""#], values: [first, second])
    (first.theme, second.theme) = ("a", "b")
    try await expectJSON(
      { $0.settings.jsonSet("theme", to: $0.name) }, #"json_set("settings", '$.theme', "name")"#,
      values: [first, second])
    (first, second) = (JSONUser.settings, JSONUser.plain)
    (first.isDark, second.isDark) = (false, false)
    try await expectJSON(
      { $0.settings.jsonSet(.isDark, to: false) },
      #"json_set("settings", '$."is dark"', json($1))"#, ["false"], values: [first, second])
    (first.owner, second.owner) = (nil, nil)
    first.isDark = true
    try await expectJSON(
      { $0.settings.jsonSet("owner", to: Int?.none) },
      #"json_set("settings", '$.owner', json($1))"#, ["null"], values: [first, second])
    try await expectJSON(
      { $0.settings.jsonRemove("owner") }, #"json_remove("settings", '$.owner')"#,
      values: [first, second])
    try await expectJSON(
      { $0.others.jsonRemove(.owner) }, #"json_remove("others", '$.owner')"#, values: [first, nil])
    (first, second) = (JSONUser.settings, JSONUser.plain)
    second.owner = JSONOwner(name: "n", since: JSONUser.day)
    try await expectJSON(
      { $0.settings.jsonInsert(.owner, to: JSONOwner(name: "n", since: JSONUser.day)) },
      #"json_insert("settings", '$.owner', json($1))"#, [#"{"name":"n","since":700000000.5}"#],
      values: [first, second])
    (first, second) = (JSONUser.settings, JSONUser.plain)
    first.mode = .day
    try await expectJSON(
      { $0.settings.jsonReplace("mode", to: JSONMode.day) },
      #"json_replace("settings", '$.mode', json($1))"#, [#""day""#], values: [first, second])
    try await expectJSON(
      { $0.settings.jsonReplace(.theme, to: "dark") },
      #"json_replace("settings", '$.theme', json($1))"#, [#""dark""#],
      in: 1...1, values: [JSONUser.settings])
    try await expectJSON(
      { $0.tags.jsonInsert(.end, to: "x").jsonInsert(.end, to: $0.name) },
      #"json_insert(json_insert("tags", '$[#]', json($1)), '$[#]', "name")"#, [#""x""#],
      values: [["jazz", "soul", "x", "a"], ["x", "b"]])
    try await expectJSON(
      { $0.tags.jsonReplace(0, to: $0.name) }, #"json_replace("tags", '$[0]', "name")"#,
      values: [["a", "soul"], []])
    try await expectJSON(
      { $0.counts.jsonPatch(["c": nil, "d": 4]) }, #"json_patch("counts", $1)"#,
      [#"{"c":null,"d":4}"#], values: [["a b": 1, "d": 4], ["d": 4]])
    #expect(throws: ValueEncodingError.self) {
      try JSONUser.select { $0.settings.jsonSet("scale", to: Double.nan) }.statement()
    }
  }

  @Test("JSON that is built from columns contains their JSON and booleans, not text and numbers")
  func building() async throws {
    try await expectJSON(
      { SQLFunction.jsonArray($0.name, $0.note, as: [String?].self) },
      #"json_array("name", "note")"#, values: [["a", "[1, 2]"], ["b", nil]])
    try await expectJSON(
      {
        SQLFunction.jsonObject(
          ["name": $0.name, "tags": $0.tags, "isActive": $0.isActive], as: Line.self)
      },
      #"json_object('name', "name", 'tags', json("tags"), 'isActive', "#
        + #"json(CASE WHEN "isActive" THEN 'true' WHEN NOT "isActive" THEN 'false' END))"#,
      values: [
        Line(name: "a", tags: ["jazz", "soul"], isActive: true),
        Line(name: "b", tags: [], isActive: nil),
      ])
  }

  @Test("jsonGroupArray and jsonGroupObject collect the values of rows")
  func groups() async throws {
    let database = try await JSONUser.database()
    let names = JSONUser.select { $0.name.jsonGroupArray() }
    #expect(try names.statement().sql == #"SELECT json_group_array("name") FROM "user""#)
    #expect(try await database.fetch(names).map { $0.sorted() } == [["a", "b"]])
    let notes = JSONUser.select { $0.note.jsonGroupArray(where: $0.id == 2) }
    #expect(
      try notes.statement().sql
        == #"SELECT json_group_array("note") FILTER (WHERE "id" = $1) FROM "user""#)
    #expect(try await database.fetch(notes) == [[nil]])
    let none = JSONUser.where { $0.id > 2 }.select { $0.name.jsonGroupArray() }
    #expect(try await database.fetch(none) == [[]])
    let active = JSONUser.where { $0.id == 1 }.select { $0.isActive.jsonGroupArray() }
    #expect(try await database.fetch(active) == [[true]])
    let tags = JSONUser.where { $0.id == 1 }.select { $0.tags.jsonGroupArray() }
    #expect(try tags.statement().sql.hasPrefix(#"SELECT json_group_array(json("tags")) FROM"#))
    #expect(try await database.fetch(tags) == [[["jazz", "soul"]]])
    let ids = JSONUser.select { $0.id.jsonGroupObject(key: $0.name) }
    #expect(try ids.statement().sql == #"SELECT json_group_object("name", "id") FROM "user""#)
    #expect(try await database.fetch(ids) == [["a": 1, "b": 2]])
    let lists = JSONUser.select { $0.tags.jsonGroupObject(key: $0.name, where: $0.id == 1) }
    #expect(
      try lists.statement().sql
        == #"SELECT json_group_object("name", json("tags")) FILTER (WHERE "id" = $1) FROM "user""#)
    #expect(try await database.fetch(lists) == [["a": ["jazz", "soul"]]])
  }
}
