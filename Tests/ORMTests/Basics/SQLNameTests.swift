import Testing

@testable import ORMCore
@testable import ORMSQLite

@Suite("Names, as SQLite compares them")
struct SQLNameTests {
  @Test(
    "are the same in either case of ASCII's letters",
    arguments: [
      ("album", "ALBUM"), ("aZ_09 \"x", "Az_09 \"X"), ("", ""), ("e\u{301}", "E\u{301}"),
      ("é", "é"), ("İ", "İ"),
    ])
  func same(_ left: String, _ right: String) {
    #expect(SQLName(left) == SQLName(right))
    #expect(SQLName(left).hashValue == SQLName(right).hashValue)
    #expect([left].contains(name: right) && [right].firstIndex(ofName: left) == 0)
  }

  @Test(
    "are others where any other byte differs",
    arguments: [
      ("é", "É"), ("é", "e\u{301}"), ("k", "\u{212A}"), ("Å", "\u{212B}"), (";", "\u{37E}"),
      ("a\u{323}\u{307}", "a\u{307}\u{323}"), ("ß", "SS"), ("i", "İ"), ("album", "albums"),
      ("@", "`"), ("[", "{"),
    ])
  func different(_ left: String, _ right: String) {
    #expect(SQLName(left) != SQLName(right))
    #expect(![left].contains(name: right) && [right].firstIndex(ofName: left) == nil)
    #expect(Set([SQLName(left), SQLName(right)]).count == 2)
  }

  @Test("fold as SQLite's lower() and upper()")
  func folding() async throws {
    let db = try Database.inMemory()
    for text in ["ABC xyz", "ÉÈ é", "\u{212A}k", "İı", "ẞß", "@[`{"] {
      #expect(
        try await db.value(String.self, sql: "SELECT lower(\(text))").utf8.elementsEqual(
          text.loweredInASCII.utf8))
      #expect(
        try await db.value(String.self, sql: "SELECT upper(\(text))").utf8.elementsEqual(
          text.raisedInASCII.utf8))
    }
  }
}
