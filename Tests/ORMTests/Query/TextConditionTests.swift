import ORM
import Testing

struct TextConditionTests {
  @Test("like ignores the case of ASCII letters")
  func like() async throws {
    try await expect(
      Song.where { $0.title.like("smooth%") }, #" WHERE "title" LIKE $1"#, ["smooth%"], ids: [1, 3])
    try await expect(
      Song.where { $0.title.like(#"100\%%"#, escape: "\\") },
      #" WHERE "title" LIKE $1 ESCAPE '\'"#, [#"100\%%"#], ids: [4])
    try await expect(
      Song.where { $0.title.like("100'%%", escape: "'") }, #" WHERE "title" LIKE $1 ESCAPE ''''"#,
      ["100'%%"], ids: [4])
  }

  @Test("glob distinguishes upper and lower case")
  func glob() async throws {
    try await expect(
      Song.where { $0.title.glob("[S]*") }, #" WHERE "title" GLOB $1"#, ["[S]*"], ids: [1, 2])
  }

  @Test("A collation decides equality and order")
  func collation() async throws {
    try await expect(
      Song.where { $0.title.collate(.noCase) == "SMOOTH OPERATOR" }
        .order { $0.title.collate(.binary).desc() },
      #" WHERE "title" COLLATE NOCASE = $1 ORDER BY "title" COLLATE BINARY DESC"#,
      ["SMOOTH OPERATOR"], ids: [3, 1])
    let german = Song.order { $0.title.collate("de\"phone") }
    #expect(try german.statement().sql.hasSuffix(#" ORDER BY "title" COLLATE "de""phone""#))
  }

  @Test("lower and upper change the case of ASCII letters")
  func letterCase() async throws {
    try await expect(
      Song.where { $0.title.lower() == "so what" }, #" WHERE lower("title") = $1"#, ["so what"],
      ids: [2])
    try await expect(
      Song.where { $0.title.upper() == "SO WHAT" }, #" WHERE upper("title") = $1"#, ["SO WHAT"],
      ids: [2])
  }

  @Test("contains tests the bits of an option set column")
  func optionSets() async throws {
    try await expect(
      Song.where { $0.flags.contains(.live) }, #" WHERE ("flags" & $1) = $2"#, [1, 1],
      ids: [1, 3, 5])
    try await expect(
      Song.where { $0.flags.contains([.live, .explicit]) }, #" WHERE ("flags" & $1) = $2"#, [5, 5],
      ids: [5])
    try await expect(
      Song.where { $0.extra.contains(.live) }, #" WHERE ("extra" & $1) = $2"#, [1, 1], ids: [1])
    try await expect(
      Song.where { !$0.extra.contains(.live) }, #" WHERE (("extra" & $1) = $2) IS NOT TRUE"#,
      [1, 1],
      ids: [2, 3, 4, 5])
  }
}
