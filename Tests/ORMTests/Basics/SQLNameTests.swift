import Testing

@testable import ORMCore
@testable import ORMSQLite

@Suite("SQLName: names compared as SQLite compares them")
struct SQLNameTests {
  @Test(
    "Names that differ only in the case of ASCII letters are equal",
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
    "Names that differ in any other byte are not equal",
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

  @Test("ASCII case folding matches SQLite's lower() and upper()")
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
