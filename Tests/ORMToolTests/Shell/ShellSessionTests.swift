import Foundation
import ORMCore
import ORMSQLite
@testable import ORMToolKit
import Testing

@Suite("The shell")
struct ShellSessionTests {
  /// The output of a shell, its errors and its exit code.
  private struct Ended {
    let output: String
    let errors: String
    let code: Int32
  }

  private func run(
    _ script: String, on path: String, writes: Bool = false, isTerminal: Bool = false
  ) async throws -> Ended {
    let (output, errors) = (Written(), Written())
    let file = path + ".script"
    try Data(script.utf8).write(to: URL(fileURLWithPath: file))
    let code = try await DatabaseFile(path, writes: writes).running { handle in
      let session = ShellSession(
        ShellSession.Options(path: path, writes: writes, format: .csv, isInteractive: isTerminal),
        on: handle, to: output.output(isTerminal: isTerminal), errors: errors.output())
      var script = try Script(file)
      try script.run(on: session)
      try session.end()
      return session.code
    }
    return Ended(
      output: output.text, errors: errors.text.replacing(path + ".script:", with: "at "), code: code
    )
  }

  @Test("Statements run in order, even after one that failed")
  func statements() async throws {
    let fixture = try await Fixture()
    let ended = try await run(
      "SELECT 1 AS a; SELECT 2 AS b;\nSELEC 3;\nSELECT\n4 AS c", on: fixture.path)
    #expect(ended.output == "a\n1\nb\n2\nc\n4\n")
    #expect(
      ended.errors == """
        at 2: error: near "SELEC": syntax error [SQLITE_ERROR]
          SELEC 3;
          ^

        """)
    #expect(ended.code == 3)
  }

  @Test("An error shows its statement with a mark under its position")
  func marks() async throws {
    let fixture = try await Fixture()
    for (sql, mark) in [
      ("SELECT id,\n  titel FROM album;", "\n  titel FROM album;\n  ^\n"),
      ("SELECT * FROM album a JOIN albun b;", "JOIN albun b;\n                             ^\n"),
      ("SELECT '日本' FROM FROM;", "  SELECT '日本' FROM FROM;\n                     ^\n"),
      ("SELECT 1 +;", "  SELECT 1 +;\n            ^\n"),
    ] {
      let ended = try await run(sql, on: fixture.path)
      #expect(ended.errors.hasSuffix(mark), "\(ended.errors)")
    }
    let long = "SELECT " + String(repeating: "'é', ", count: 1000) + "none FROM album;"
    let lines = StatementMark.lines(Array(long.utf8), at: 7 + 6 * 1000, width: 60)
    #expect(lines.allSatisfy { SafeText.width($0) <= 60 })
    let mark = try #require(lines.last).utf8.count - 1
    #expect(String(try #require(lines.first).unicodeScalars.dropFirst(mark)).hasPrefix("none"))
  }

  @Test("Without --write nothing is written, and the shell goes on")
  func readOnly() async throws {
    let fixture = try await Fixture()
    let ended = try await run(
      "DELETE FROM album;\nBEGIN; SELECT count(*) AS n FROM album; COMMIT;", on: fixture.path)
    #expect(ended.output == "n\n3\n" && ended.code == 2)
    #expect(ended.errors.contains("--write"))
  }

  @Test("A transaction can span statements, and is rolled back if it is left open")
  func transactions() async throws {
    let fixture = try await Fixture()
    let done = try await run(
      "BEGIN;\nDELETE FROM album WHERE id = 1;\nCOMMIT;\nSELECT count(*) AS n FROM album;",
      on: fixture.path, writes: true)
    #expect(done.output == "n\n2\n" && done.code == 0)
    let open = try await run("BEGIN;\nDELETE FROM album;", on: fixture.path, writes: true)
    #expect(open.errors == "the open transaction was rolled back\n" && open.code == 3)
    #expect(try await run("SELECT count(*) AS n FROM album;", on: fixture.path).output == "n\n2\n")
    let failed = try await run(
      """
      BEGIN;
      INSERT OR ROLLBACK INTO artist VALUES (1, 'x');
      """, on: fixture.path, writes: true)
    #expect(failed.errors.hasSuffix("the transaction was rolled back\n"))
  }

  @Test("A trigger can span several lines")
  func triggers() async throws {
    let fixture = try await Fixture()
    let ended = try await run(
      """
      CREATE TRIGGER t AFTER DELETE ON album BEGIN
        DELETE FROM pair;
        SELECT 1;
      END;
      DELETE FROM album;
      SELECT count(*) AS n FROM pair;
      """, on: fixture.path, writes: true)
    #expect(ended.errors == "" && ended.output == "n\n0\n")
  }

  @Test("On a terminal the number of changed rows is shown; in a pipe only rows are")
  func changes() async throws {
    let fixture = try await Fixture()
    let sql = "UPDATE album SET year = 1 WHERE id < 3;\nCREATE TABLE t (a);\n"
    #expect(
      try await run(sql, on: fixture.path, writes: true, isTerminal: true).output
        == "2 rows changed\n")
    let piped = try await run("DROP TABLE t;\n" + sql, on: fixture.path, writes: true)
    #expect(piped.output == "" && piped.errors == "")
    let asked = try await run(
      ".changes on\n.timer on\nDELETE FROM pair;", on: fixture.path, writes: true)
    #expect(asked.errors.hasPrefix("1 row changed, ") && asked.errors.hasSuffix("s\n"))
  }

  @Test("Commands show the schema and query plans, and set formats and parameters")
  func commands() async throws {
    let fixture = try await Fixture()
    let path = fixture.path
    #expect(try await run(".tables", on: path).output == "album\nartist\npair\nrecent\n")
    #expect(try await run(".tables AR", on: path).output == "artist\n")
    #expect(try await run(".indexes ALBUM", on: path).output == "album_by_artist\n")
    #expect(
      try await run(".schema \"recent\"", on: path).output
        == "CREATE VIEW recent AS SELECT title FROM album WHERE year > 1990;\n")
    #expect(try await run(".schema album", on: path).output.contains("CREATE TRIGGER album_insert"))
    #expect(
      try await run(".explain SELECT * FROM album a JOIN artist r ON a.artistID = r.id", on: path)
        .output == """
          ├─ SCAN a
          └─ SEARCH r USING INTEGER PRIMARY KEY (rowid=?)

          """)
    #expect(
      try await run(".format json\nSELECT 1 AS a;", on: path).output == "[\n  {\"a\": 1}\n]\n")
    #expect(try await run(".mode vertical\nSELECT 1 AS a;", on: path).output == "── row 1\na  1\n")
    #expect(try await run("SELECT 1 AS a;\n.quit\nSELECT 2;", on: path).output == "a\n1\n")
    #expect(
      try await run(".bind :y=1984\nSELECT :y + 1 AS a;\n.bind\n", on: path).output
        == "a\n1985\ny=1984\n")
    for name in DotCommand.all.map(\.name) {
      #expect(try await run(".help", on: path).output.contains(".\(name)"))
    }
  }

  @Test("The error of a wrong command names the valid commands or arguments")
  func wrongCommands() async throws {
    let fixture = try await Fixture()
    for (command, words) in [
      (".tabels", "did you mean .tables?"), (".zzzzzz", ".help lists the commands"),
      (".format xls", "table, csv, json"), (".timer", "it takes on or off"),
      (".schema albun", "album"),
      (".dump", "orm export"), (".read", "takes a file"), (".read none", "No such file"),
      (".", ".help"), (".output /", "folder"), (".explain", "takes a statement"), (".t", ".help"),
      (".bind x", "NAME=VALUE"), (".unbind x", "no parameter x"),
    ] {
      let ended = try await run(command, on: fixture.path)
      #expect(ended.errors.contains(words) && ended.code == 2, "\(command): \(ended.errors)")
    }
    let missing = try await run("SELECT :year;", on: fixture.path)
    #expect(missing.errors.contains(".bind year=…") && missing.code == 2)
  }

  @Test("Scripts are read, and an output file is replaced when it is complete")
  func files() async throws {
    let fixture = try await Fixture()
    let inner = try fixture.file("inner.sql", "SELECT 2 AS b;\n.format csv\n")
    let outer = try fixture.file("outer.sql", ".read \(inner)\nSELECT 3 AS c;")
    #expect(
      try await run(".format jsonl\n.read '\(outer)'", on: fixture.path).output
        == "{\"b\": 2}\nc\n3\n")
    let loop = fixture.folder + "/loop.sql"
    _ = try fixture.file("loop.sql", ".read \(loop)\n")
    let looped = try await run(".read \(loop)", on: fixture.path)
    #expect(looped.errors.contains("do the files read each other?"))
    let written = fixture.folder + "/out.csv"
    let ended = try await run(
      ".output \(written)\nSELECT 1 AS a;\n.output\nSELECT 2 AS b;", on: fixture.path)
    #expect(ended.output == "b\n2\n")
    #expect(try fixture.text(of: "out.csv") == "a\n1\n")
    _ = try await run(".output \(written)\nSELECT 5 AS a;", on: fixture.path)
    #expect(try fixture.text(of: "out.csv") == "a\n5\n")
    #expect(try await run(".output \(fixture.path)", on: fixture.path).code == 2)
  }

  @Test("A NUL in a script is refused")
  func bytes() async throws {
    let fixture = try await Fixture()
    let ended = try await run("SELECT 1 AS a;\0DELETE FROM album;", on: fixture.path, writes: true)
    #expect(ended.code == 2 && ended.errors.contains("NUL"))
    #expect(try await run("SELECT count(*) AS n FROM album;", on: fixture.path).output == "n\n3\n")
  }

  @Test("Control characters in names and values are escaped on a terminal")
  func controlCharacters() async throws {
    let fixture = try await Fixture(nil)
    _ = try fixture.file("music.sqlite", "")
    let evil = "\u{1b}[2J\u{7}\u{202e}\u{9b}31m"
    let ended = try await run(
      """
      CREATE TABLE "\(evil)" ("\(evil)" TEXT -- \(evil)
      );
      INSERT INTO "\(evil)" VALUES ('\(evil)');
      SELECT * FROM "\(evil)";
      .tables
      .schema
      SELECT * FROM "x\(evil)";
      .explain SELECT * FROM "\(evil)"
      .\(evil)
      """, on: fixture.path, writes: true, isTerminal: true)
    for scalar in (ended.output + ended.errors).unicodeScalars {
      #expect(!"\u{1b}\u{7}\u{202e}\u{9b}".unicodeScalars.contains(scalar))
    }
    #expect(ended.output.contains(#"\u{1b}[2J"#))
  }

  @Test("With .bail, a script ends at its first error")
  func bail() async throws {
    let fixture = try await Fixture()
    let ended = try await run(".bail on\nSELEC;\nSELECT 1;", on: fixture.path)
    #expect(ended.output == "" && ended.code == 3)
  }

  @Test("A duration is shown with about three significant digits")
  func times() {
    let times = [0.1534, 0.9999, 1.234, 12.34, 999.96, 3520, 61_000].map(ShellSession.time)
    #expect(
      times == ["0.153 ms", "1.000 ms", "1.23 ms", "12.3 ms", "1,000.0 ms", "3.52 s", "61.0 s"])
  }
}
