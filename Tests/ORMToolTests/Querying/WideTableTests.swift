import Foundation
import ORMCore
import ORMToolKit
import Testing

@Suite("Tables on a terminal")
struct WideTableTests {
  private func output(_ sql: String, width: Int?) async throws -> String {
    let fixture = try await Fixture()
    let written = Written()
    try await Query(sql, format: .table).run(
      on: DatabaseFile(fixture.path), writes: false,
      to: written.output(isTerminal: width != nil, width: width))
    return written.text
  }

  @Test("A table that fits is written as in a pipe")
  func fits() async throws {
    let sql = "SELECT 1 AS a, 'é日本' AS b UNION ALL SELECT 22, 'x'"
    let table = " a  b\n──  ─────\n 1  é日本\n22  x\n"
    #expect(try await output(sql, width: nil) == table)
    #expect(try await output(sql, width: 9) == table)
  }

  @Test("The widest texts are cut with an ellipsis, and numbers only if that is not enough")
  func cut() async throws {
    let sql = """
      SELECT 12345678901234567 AS n, 'a short one' AS s, 'a text that is longer than the rest' AS t,
        '日本日本日本日本日本日本' AS w
      """
    #expect(
      try await output(sql, width: 60) == """
                        n  s            t              w
        ─────────────────  ───────────  ─────────────  ─────────────
        12345678901234567  a short one  a text that …  日本日本日本…
        columns are cut to fit the terminal: the format vertical shows them whole

        """)
    for width in 38...120 {
      let lines = try await output(sql, width: width).split(separator: "\n")
      let isCut = lines.last?.hasPrefix("columns are cut") == true
      for line in isCut ? lines.dropLast() : lines[...] {
        #expect(SafeText.width(String(line)) <= width, "\(width)")
      }
      #expect(isCut == (width < 93), "\(width)")
    }
    #expect(try await output(sql, width: nil).contains("a text that is longer than the rest"))
  }

  @Test("If columns would be too narrow, each value has its own line, and a note explains it")
  func vertical() async throws {
    let columns = (1...12).map { "'value \($0) with many words' AS c\($0)" }.joined(separator: ", ")
    let text = try await output("SELECT \(columns) UNION ALL SELECT \(columns)", width: 80)
    #expect(text.hasPrefix("── row 1\nc1   value 1 with many words\n"))
    #expect(text.contains("── row 2\nc1   value 1") && !text.contains("…"))
    #expect(text.hasSuffix("the columns don't fit the terminal: each value has its own line\n"))
  }

  @Test("A late wide row is cut on a terminal, but not in a pipe")
  func later() async throws {
    let sql = """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
      SELECT i, iif(i = 1400, 'a long text at the end', 'x') AS x FROM n
      """
    #expect(try await output(sql, width: nil).contains("1400  a long text at the end\n"))
    let cut = try await output(sql, width: 40)
    #expect(cut.contains("1400  …\n") && cut.hasSuffix("shows them whole\n"))
  }

  @Test("Results without rows or column names fit any terminal")
  func empty() async throws {
    for width in [1, 5, 80] {
      #expect(try await !output("SELECT 1 AS a, 2 AS \"\" WHERE 0", width: width).isEmpty)
      #expect(try await !output("SELECT 1 AS a, 2 AS \"\"", width: width).isEmpty)
    }
  }
}
