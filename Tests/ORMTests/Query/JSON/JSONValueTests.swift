import Foundation
import ORM
import Testing

@Suite("Values inside JSON")
struct JSONValueTests {
  @Test("A value at a JSON path has the requested type, and is nil if the path does not exist")
  func values() async throws {
    try await expectJSON(
      { $0.settings["theme", as: String.self] }, #""settings" ->> '$.theme'"#,
      values: ["dark", "it's \"é\""])
    try await expectJSON(
      { $0.settings["owner", "name", as: String.self] }, #""settings" ->> '$.owner.name'"#,
      values: ["Sade", nil])
    try await expectJSON(
      { $0.settings["sizes", 1, as: Int.self] }, #""settings" ->> '$.sizes[1]'"#,
      values: [5, nil])
    try await expectJSON(
      { $0.settings["sizes", -1, as: Int.self] }, #""settings" ->> '$.sizes[#-1]'"#,
      values: [5, nil])
    try await expectJSON(
      { $0.settings["scale", as: Double.self] }, #""settings" ->> '$.scale'"#,
      values: [1.5, nil])
    try await expectJSON(
      { $0.settings["is dark", as: Bool.self] }, #""settings" ->> '$."is dark"'"#,
      values: [true, false])
    try await expectJSON(
      { $0.others["theme", as: String.self] }, #""others" ->> '$.theme'"#, values: ["dark", nil])
    try await expectJSON(
      { $0.settings["mode", as: JSONMode.self] }, #""settings" ->> '$.mode'"#,
      values: [.night, nil])
    try await expectJSON(
      where: { $0.settings["mode", as: JSONMode.self] == .night },
      #"("settings" ->> '$.mode') IS $1"#,
      ["night"], rows: [1])
    try await expectJSON(
      where: { $0.settings["theme", as: String.self].like("D%") && $0.tags[0] != nil },
      #"("settings" ->> '$.theme') LIKE $1 AND ("tags" ->> '$[0]') IS NOT NULL"#, ["D%"], rows: [1])
  }

  @Test("A typed path needs no type where it is used, and can be part of a longer path")
  func typedPaths() async throws {
    try await expectJSON(
      where: { $0.settings[.theme] == "dark" }, #"("settings" ->> '$.theme') IS $1"#, ["dark"],
      rows: [1])
    try await expectJSON(
      where: { $0.settings[.isDark] == false }, #"("settings" ->> '$."is dark"') IS $1"#, [0],
      rows: [2])
    try await expectJSON(
      { $0.others[.owner, .since] }, #""others" ->> '$.owner.since'"#,
      values: [JSONUser.day, nil])
    try await expectJSON(
      { $0.settings[.sizes] }, #""settings" ->> '$.sizes'"#, values: [[3, 5], []])
  }

  @Test("Dates, decimals and structs in JSON are read and compared in their JSON form")
  func parts() async throws {
    let day = JSONUser.day
    try await expectJSON(
      { $0.settings["owner", "since", as: Date.self] }, #""settings" ->> '$.owner.since'"#,
      values: [day, nil])
    try await expectJSON(
      where: { $0.settings["owner", "since", as: Date.self] == day },
      #"("settings" ->> '$.owner.since') IS $1"#, [700_000_000.5], rows: [1])
    try await expectJSON(
      where: { $0.settings["owner", "since", as: Date.self] < day.addingTimeInterval(-0.5) },
      #"("settings" ->> '$.owner.since') < $1"#, [700_000_000], rows: [])
    try await expectJSON(
      { $0.settings["owner", as: JSONOwner.self] }, #""settings" ->> '$.owner'"#,
      values: [JSONOwner(name: "Sade", since: day), nil])
    try await expectJSON(
      where: { $0.settings[.owner] == JSONOwner(name: "Sade", since: day) },
      #"("settings" ->> '$.owner') IS $1"#, [#"{"name":"Sade","since":700000000.5}"#], rows: [1])
    try await expectJSON(
      where: { $0.settings["price", as: Decimal.self] == 9 }, #"("settings" ->> '$.price') IS $1"#,
      [9], rows: [1])
    try await expectJSON({ $0.days[0] }, #""days" ->> '$[0]'"#, values: [day, nil])
    try await expectJSON(
      where: { $0.days[-1] == day }, #"("days" ->> '$[#-1]') IS $1"#, [700_000_000.5], rows: [1])
  }

  @Test("Any Codable value is read from JSON unchanged, and is equal to its own JSON in SQL")
  func roundTrips() async throws {
    try await goesThrough(true)
    try await goesThrough(false)
    try await goesThrough(0)
    try await goesThrough(1)
    try await goesThrough(Int.min)
    try await goesThrough(Float(0.1))
    try await goesThrough(-1.5e300)
    try await goesThrough("")
    try await goesThrough("true")
    try await goesThrough("[1]")
    try await goesThrough("{\"a\":\"\\\n\u{1}é🎷\"}")
    try await goesThrough(["a": [1, 2], "b": []])
    try await goesThrough([[String?]]([["x", nil], []]))
    try await goesThrough(UUID())
    try await goesThrough(URL(string: "https://a.b/c?d"))
    try await goesThrough(Data([0, 1, 255]))
    try await goesThrough(JSONUser.settings)
  }

  private func goesThrough<Value: Codable & Equatable & Sendable>(
    _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let database = try Database.inMemory()
    let json = SQLExpression.value([value], as: JSON.Of.self)
    let found = try await database.value(
      JSON.Part<Value>?.self, sql: "SELECT \(json[0])")
    #expect(found == value, sourceLocation: sourceLocation)
    let isSame = try await database.value(
      Bool.self, sql: "SELECT \(json[0]) IS \(value, as: JSON.Part<Value>.self)")
    #expect(isSame, sourceLocation: sourceLocation)
  }

  @Test("A key in a variable is bound as a parameter, and a literal key is part of the SQL")
  func steps() async throws {
    let key = "a b"
    try await expectJSON({ $0.counts["a b"] }, #""counts" ->> '$."a b"'"#, values: [1, nil])
    try await expectJSON(
      { $0.counts[.key(key)] }, #""counts" ->> $1"#, [#"$."a b""#], values: [1, nil])
    try await expectJSON(
      { $0.tags[.index(-2)] }, #""tags" ->> $1"#, ["$[#-2]"], values: ["jazz", nil])
    let database = try Database.inMemory()
    for key in ["it's", "a.b", "a[0]", "é", "$", "#", "1", "a-b", "'); DROP TABLE x; --", " "] {
      let json = String(decoding: try JSONEncoder().encode([key: 7]), as: UTF8.self)
      let source = SQLExpression<JSON.Of<[String: Int]>>.value([key: 7], as: JSON.Of.self)
      let bound = try await database.value(Int?.self, sql: "SELECT \(source[.key(key)])")
      #expect(bound == 7, "\(key) in \(json)")
      let literal = try await database.value(
        Int?.self, sql: "SELECT \(source[JSONStep(stringLiteral: key)])")
      #expect(literal == 7, "\(key) in \(json)")
    }
    for key in ["", "a\"b", "a\\b", "a\nb"] {
      #expect(throws: ValueEncodingError.self, "\(key.debugDescription)") {
        try JSONUser.select { $0.counts[.key(key)] }.statement()
      }
    }
  }

  @Test("jsonFragment returns JSON to read from, and jsonExtract the values at several paths")
  func fragments() async throws {
    try await expectJSON(
      { $0.settings.jsonFragment(.owner)["name", as: String.self] },
      #"("settings" -> '$.owner') ->> '$.name'"#, values: ["Sade", nil])
    try await expectJSON(
      { $0.settings.jsonFragment("sizes", as: [Int].self) }, #""settings" -> '$.sizes'"#,
      values: [[3, 5], []])
    try await expectJSON(
      { $0.others.jsonExtract([["theme"], ["sizes"]][0], ["owner", "name"], as: String?.self) },
      #"json_extract("others", '$.theme', '$.owner.name')"#, values: [["dark", "Sade"], nil])
    try await expectJSON(
      { $0.settings.jsonExtract(["theme"], ["mode"], ["no"], as: String?.self) },
      #"json_extract("settings", '$.theme', '$.mode', '$.no')"#,
      values: [["dark", "night", nil], ["it's \"é\"", nil, nil]])
  }

  @Test("json(as:) reads a text column as JSON, and malformed JSON throws")
  func text() async throws {
    try await expectJSON(
      { $0.text.json(as: [String: Int].self)["n"] }, #""text" ->> '$.n'"#, in: 1...1, values: [10])
    try await expectJSON(
      { $0.note.json(as: [Int].self)[1] }, #""note" ->> '$[1]'"#, values: [2, nil])
    let query = JSONUser.select { $0.text.json(as: [String: Int].self)["n"] }
    let error = try await #require(throws: DatabaseError.self) {
      try await JSONUser.database().fetch(query)
    }
    #expect(error.message == "malformed JSON")
  }

  @Test("A JSON value of another type throws an error that does not contain the value")
  func wrongType() async throws {
    let database = try await JSONUser.database()
    await #expect(throws: RowDecodingError.self) {
      try await database.fetch(JSONUser.select { $0.settings["theme", as: Int.self] })
    }
    let error = try await #require(throws: RowDecodingError.self) {
      try await database.fetch(JSONUser.select { $0.settings["theme", as: Date.self] })
    }
    #expect(!"\(error)".contains("dark"))
  }
}
