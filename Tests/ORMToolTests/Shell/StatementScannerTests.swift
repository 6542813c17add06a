import CSQLite
@testable import ORMToolKit
import Testing

@Suite("Finding the end of a statement")
struct StatementScannerTests {
  private func isWhole(_ sql: [UInt8]) -> Bool {
    var scanner = StatementScanner()
    var place = 0
    while let end = scanner.end(in: sql[place...]) { place = end }
    return scanner.isWhole
  }

  private func isWhole(_ sql: String) -> Bool { isWhole(Array(sql.utf8)) }

  @Test("A semicolon in a string, a comment or a trigger's body does not end a statement")
  func known() {
    let trigger = "CREATE TEMP TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; DELETE FROM b;"
    for sql in [
      "SELECT 1;", "SELECT ';';", "SELECT 1; -- x", ";", "SELECT 1;\n\n", trigger + " END;",
    ] {
      #expect(isWhole(sql), "\(sql)")
    }
    for sql in [
      "", " ", "-- x", "SELECT 1", "SELECT ';", "SELECT \";", "SELECT 1 /* ;", trigger,
      trigger + " END", "SELECT 1; SELECT", "SELECT [a;", "SELECT 1 -- ;", "SELECT 1; /",
    ] {
      #expect(!isWhole(sql), "\(sql)")
    }
  }

  @Test("A statement is complete if sqlite3_complete says so, for random text in any pieces")
  func asSQLite() {
    var numbers = SeededNumbers(7)
    let pieces = [
      "create", "CREATE", "temp", "Temporary", "trigger", "end", "END", "explain", "query plan",
      "x",
      "select", "begin", ";", ";", ";", " ", "\n", "\t", "\u{b}", "'", "\"", "`", "[", "]", "--",
      "/*", "*/", "-", "/", "*", "é", "1", "_", "$", ".", "ends", "create1", "(", "\r", "\u{c}",
    ]
    var wholes = 0
    for _ in 0..<20_000 {
      let isTrigger = numbers.next(below: 4) == 0
      var text = isTrigger ? "create trigger t begin x; end" : ""
      for _ in 0..<numbers.next(below: 16) { text += pieces[numbers.next(below: pieces.count)] }
      let expected = sqlite3_complete(text) != 0
      if expected { wholes += 1 }
      guard isWhole(text) == expected else {
        Issue.record("\(text.debugDescription): \(expected)")
        return
      }
      var scanner = StatementScanner()
      for byte in text.utf8 { _ = scanner.end(in: [byte][...]) }
      #expect(scanner.isWhole == expected, "\(text.debugDescription)")
    }
    #expect(wholes > 500)
  }
}
