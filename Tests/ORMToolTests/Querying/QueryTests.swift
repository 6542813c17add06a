import Foundation
import ORMCore
import ORMToolKit
import Testing

@Suite("The query command")
struct QueryTests {
  private static let rows = """
    SELECT id, title, cover FROM album ORDER BY id LIMIT 2
    """

  @Test("Each format writes the same rows")
  func formats() async throws {
    let fixture = try await Fixture()
    func output(_ format: QueryFormat) async throws -> String {
      try await Query.output(Self.rows, format, on: fixture.path)
    }
    #expect(
      try await output(.table) == """
        id  title         cover
        ──  ────────────  ───────
         1  Diamond Life  x'00ff'
         2  Promise       NULL

        """)
    #expect(try await output(.csv) == "id,title,cover\n1,Diamond Life,x'00ff'\n2,Promise,\n")
    #expect(
      try await output(.json) == """
        [
          {"id": 1, "title": "Diamond Life", "cover": {"blob": "AP8="}},
          {"id": 2, "title": "Promise", "cover": null}
        ]

        """)
    #expect(
      try await output(.jsonl) == """
        {"id": 1, "title": "Diamond Life", "cover": {"blob": "AP8="}}
        {"id": 2, "title": "Promise", "cover": null}

        """)
    #expect(
      try await output(.markdown) == """
        | id | title | cover |
        | --- | --- | --- |
        | 1 | Diamond Life | x'00ff' |
        | 2 | Promise | NULL |

        """)
    #expect(
      try await output(.vertical) == """
        ── row 1
        id     1
        title  Diamond Life
        cover  x'00ff'
        ── row 2
        id     2
        title  Promise
        cover  NULL

        """)
  }

  @Test("Without --write, no statement writes, not even to another file")
  func readOnly() async throws {
    let fixture = try await Fixture()
    let copy = fixture.folder + "/copy.sqlite"
    for sql in [
      "DELETE FROM album", "CREATE TABLE t (a)", "PRAGMA user_version = 3", "VACUUM INTO '\(copy)'",
      "ATTACH '\(copy)' AS c; CREATE TABLE c.t (a)",
    ] {
      let error = await #expect(throws: (any Error).self, "\(sql)") {
        try await Query.output(sql, .table, on: fixture.path)
      }
      let code = try #require(error.flatMap { Ending($0) }).code
      #expect(code == 2 || code == 3, "\(sql)")
    }
    #expect(!FileManager.default.fileExists(atPath: copy))
    #expect(
      try await Query.output("SELECT count(*) AS n FROM album", .csv, on: fixture.path) == "n\n3\n")
  }

  @Test("With --write, changes are counted, and the journal mode stays")
  func writing() async throws {
    let fixture = try await Fixture(nil)
    _ = try fixture.file("music.sqlite", "")
    let made = try await Query.output(
      "CREATE TABLE t (a); INSERT INTO t VALUES (1), (2); UPDATE t SET a = a + 1; PRAGMA journal_mode",
      .table, on: fixture.path, writes: true)
    #expect(
      made == """
        0 rows changed
        2 rows changed
        2 rows changed
        journal_mode
        ────────────
        delete

        """)
  }

  @Test("Texts of a UTF-16 database are shown correctly")
  func wideTexts() async throws {
    let fixture = try await Fixture(nil)
    _ = try fixture.file("music.sqlite", "")
    let output = try await Query.output(
      "PRAGMA encoding = 'UTF-16le'; CREATE TABLE t (a); INSERT INTO t VALUES ('é😀'); SELECT a FROM t",
      .csv, on: fixture.path, writes: true)
    #expect(output == "a\né😀\n")
  }

  @Test("Values are bound by name and by number, with the type of their literal")
  func bindings() async throws {
    let fixture = try await Fixture()
    let sql = "SELECT typeof(:a) a, typeof($b) b, typeof(@c) c, typeof(?4) d, typeof(:e) e, :f f"
    let output = try await Query.output(
      sql, .csv, on: fixture.path,
      bindings: ["a=12", "b=1.5", "@c=null", "4=x'00'", "e='12'", "f=a=b"])
    #expect(output == "a,b,c,d,e,f\ninteger,real,null,blob,text,a=b\n")
    for (sql, bindings) in [
      ("SELECT :a", []), ("SELECT 1", ["a=1"]), ("SELECT :a", ["a"]), ("SELECT :a", ["=1"]),
      ("", []), ("-- nothing", []),
    ] {
      let error = await #expect(throws: ToolError.self) {
        try await Query.output(sql, .csv, on: fixture.path, bindings: bindings)
      }
      #expect(error?.kind == .use)
    }
  }

  @Test("Two values for one parameter, and an open transaction, are refused")
  func refused() async throws {
    let fixture = try await Fixture()
    for (sql, bindings, words) in [
      ("SELECT :a", ["a=1", "a=2"], "--bind gives a two values"),
      ("BEGIN", [], "the SQL left a transaction open, which was rolled back: add COMMIT"),
      ("BEGIN; DELETE FROM album", [], "the SQL left a transaction open, which was rolled back"),
    ] {
      let error = await #expect(throws: ToolError.self) {
        try await Query(sql, format: .csv, bindings: bindings)
          .run(on: DatabaseFile(fixture.path, writes: true), writes: true, to: Written().output())
      }
      #expect(error?.description.hasPrefix(words) == true && error?.kind == .use)
    }
    #expect(
      try await Query.output("SELECT count(*) FROM album", .csv, on: fixture.path)
        == "count(*)\n3\n")
  }

  @Test("Control characters never reach a terminal")
  func controlCharacters() async throws {
    let fixture = try await Fixture()
    let evil = #"\#u{1b}[31mred\#u{7}\#u{202e}\#u{9b}2J"# + "\n\r\t"
    let sql = "SELECT :v AS \"\u{1b}[2Jx\ny\""
    for format in QueryFormat.allCases {
      let isRaw = format == .csv
      for isTerminal in [true, false] where isTerminal || !isRaw {
        let output = try await Query.output(
          sql, format, on: fixture.path, bindings: ["v=" + evil], isTerminal: isTerminal)
        let unsafe = output.unicodeScalars.filter {
          ($0.value < 0x20 && $0 != "\n") || (0x7f..<0xa0).contains($0.value) || $0.value == 0x202e
        }
        #expect(unsafe.isEmpty, "\(format)")
      }
    }
    // In a pipe, CSV is data.
    let raw = try await Query.output(sql, .csv, on: fixture.path, bindings: ["v=" + evil])
    #expect(raw == "\"\u{1b}[2Jx\ny\"\n\"\(evil)\"\n")
  }

  @Test("Foundation's parser reads JSON output as the stored values")
  func json() async throws {
    let fixture = try await Fixture()
    let text = "a\"b\\c\u{0}\u{1f600}é\u{2028}"
    let output = try await Query.output(
      "SELECT :t AS t, :t AS t, 9223372036854775807 AS i, -1.5e300 AS r", .json, on: fixture.path,
      bindings: ["t=" + text])
    struct Read: Decodable, Equatable {
      var t: String
      var t_2: String
      var i: Int64
      var r: Double
    }
    let read = try JSONDecoder().decode([Read].self, from: Data(output.utf8))
    #expect(read == [Read(t: text, t_2: text, i: .max, r: -1.5e300)])
    #expect(try await Query.output("SELECT 1 WHERE 0", .json, on: fixture.path) == "[]\n")
  }

  @Test("A BLOB of any length is encoded as base64, as Foundation does")
  func base64() async throws {
    let fixture = try await Fixture()
    for length in 0...9 {
      let bytes = (0..<length).map { UInt8($0 * 37 & 255) }
      let output = try await Query.output(
        "SELECT :v AS v", .jsonl, on: fixture.path,
        bindings: ["v=" + SQLValue.blob(bytes).literal])
      #expect(output == "{\"v\": {\"blob\": \"\(Data(bytes).base64EncodedString())\"}}\n")
    }
  }

  @Test("All rows of a long table are written in aligned columns")
  func longTable() async throws {
    let fixture = try await Fixture()
    let output = try await Query.output(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
      SELECT i, 'x' AS x FROM n
      """, .table, on: fixture.path)
    let lines = output.split(separator: "\n")
    #expect(lines.count == 2502)
    #expect(lines[2] == "   1  x" && lines[2501] == "2500  x")
  }

  @Test("Wrong SQL throws SQLite's error, with exit code 3")
  func wrongSQL() async throws {
    let fixture = try await Fixture()
    let error = await #expect(throws: DatabaseError.self) {
      try await Query.output("SELECT titel FROM album", .csv, on: fixture.path)
    }
    let ending = try #require(error.flatMap { Ending($0) })
    #expect(ending.code == 3)
    #expect(ending.words?.contains("titel") == true)
  }
}
