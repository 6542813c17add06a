import Foundation
import ORMCore
import ORMToolKit
import Testing

@Suite("Output of the tool")
struct OutputTests {
  @Test("Colors are used only on terminals that support them, unless NO_COLOR is set")
  func colours() {
    func hasColours(_ isTerminal: Bool, _ environment: [String: String]) -> Bool {
      Style(isTerminal: isTerminal) { environment[$0] }.hasColours
    }
    #expect(hasColours(true, ["TERM": "xterm"]))
    #expect(hasColours(true, ["TERM": "xterm", "NO_COLOR": ""]))
    #expect(!hasColours(true, ["TERM": "xterm", "NO_COLOR": "1"]))
    #expect(!hasColours(true, ["TERM": "dumb"]) && !hasColours(true, [:]))
    #expect(!hasColours(false, ["TERM": "xterm"]))
    #expect(Style(hasColours: true).bold("a") == "\u{1b}[1ma\u{1b}[0m")
    #expect(Style.plain.bold("a") == "a")
  }

  @Test("Numbers are grouped, and sizes have units")
  func numbers() {
    #expect(
      [0, 999, 1000, 1_234_567, -1000].map(\.grouped)
        == ["0", "999", "1,000", "1,234,567", "-1,000"])
    let sizes = [0, 1023, 1024, 1536, 10_240, 602_112, 1 << 20, 5 << 30]
    #expect(
      sizes.map(\.byteSize)
        == ["0 B", "1023 B", "1 KiB", "1.5 KiB", "10 KiB", "588 KiB", "1 MiB", "5 GiB"])
  }

  @Test("The width of a text counts cells, and a cut text fits its width")
  func widths() {
    #expect(["abc", "日本", "e\u{301}", "é"].map(SafeText.width) == [3, 4, 1, 1])
    #expect(SafeText.cut("abcdef", to: 4) == "abc…")
    #expect(SafeText.width(SafeText.cut("日本語日本語", to: 6)) <= 6)
    #expect(SafeText.cut("abcd", to: 4) == "abcd")
  }

  @Test("Joiners are kept in emoji and in scripts that need them, and escaped elsewhere")
  func joiners() {
    let family = "👩\u{200d}👧, ❤\u{fe0f}\u{200d}🔥, می\u{200c}خواهم"
    #expect(SafeText.line(family) == family)
    #expect(SafeText.line("a\u{200d}b\u{200c}\u{200b}") == "a\\u{200d}b\\u{200c}\\u{200b}")
    #expect(SafeText.document("\u{7f}a\n\tb\u{9b}\n") == "\\u{7f}a\n\tb\\u{9b}\n")
  }

  @Test("An error shows the beginning of a long statement, and no internal PRAGMA")
  func statements() throws {
    var error = DatabaseError(extendedCode: .error, message: "no such table: t")
    error.sql = "SELECT \u{1b}" + String(repeating: "a, ", count: 1000)
    let words = try #require(Ending(error)?.words)
    #expect(words.hasPrefix("no such table: t") && words.contains("SELECT \\u{1b}a, a, "))
    #expect(words.utf8.count < 450 && words.hasSuffix("…"))
    var locked = DatabaseError(extendedCode: .busy, message: "locked")
    locked.sql = "PRAGMA cache_size = -6144"
    #expect(try #require(Ending(locked)?.words).contains("PRAGMA") == false)
  }

  @Test("The exit code after a signal names the signal")
  func signals() {
    #expect(
      [SIGINT, SIGTERM, SIGHUP].map { Ending(Interrupted(signal: $0))?.code } == [130, 143, 129])
  }

  @Test("A closed pipe ends the tool silently with exit code 0")
  func closedPipe() throws {
    let ending = try #require(Ending(ClosedPipe()))
    #expect(ending.words == nil && ending.code == 0)
    let findings = try #require(Ending(Findings()))
    #expect(findings.words == nil && findings.code == 1)
  }

  @Test("A suggested script can be pasted, and its control characters are escaped")
  func scripts() {
    let sql = "CREATE TRIGGER t AFTER INSERT ON a\nBEGIN\n\tSELECT 'é';\nEND;"
    #expect(SafeText.script(sql) == sql)
    #expect(
      SafeText.script("SELECT '\u{1b}[2J\r'") == #"""
        SELECT '\u{1b}[2J\r'
          -- control characters are escaped here; --json writes them unchanged
        """#)
  }
}
