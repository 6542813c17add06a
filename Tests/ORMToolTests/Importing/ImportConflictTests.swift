import Foundation
import ORMCore
import ORMSQLite
import ORMToolKit
import Testing

@Suite("Importing into a table with rows")
struct ImportConflictTests {
  private static let table = """
    CREATE TABLE t (
      id INTEGER PRIMARY KEY, code TEXT UNIQUE COLLATE NOCASE, title TEXT NOT NULL,
      plays INTEGER NOT NULL DEFAULT 7, note TEXT, CHECK (plays < 1000)) STRICT;
    INSERT INTO t VALUES (1, 'a', 'one', 10, 'n1'), (2, 'b', 'two', 20, 'n2'),
      (3, NULL, 'three', 30, 'n3');
    """

  /// Imports a text, and returns the rows of the table.
  private func imported(
    _ text: String, _ format: ImportFormat = .csv, into script: String? = table,
    _ change: (inout Import) throws -> Void
  ) async throws -> (report: ImportReport, rows: String) {
    let fixture = try await Fixture(script)
    let data = try fixture.file("data", text)
    var rows = Import(format)
    try change(&rows)
    let report = try await rows.run(data, into: "t", ofFile: fixture.path)
    let written = try await Query.output("SELECT * FROM t", .csv, on: fixture.path)
    return (report, String(written.dropFirst(written.prefix { $0 != "\n" }.count + 1)))
  }

  private func refusal(
    _ text: String, _ format: ImportFormat = .csv, into script: String? = table,
    _ change: (inout Import) throws -> Void
  ) async throws -> String {
    let error = await #expect(throws: ToolError.self) {
      try await imported(text, format, into: script, change)
    }
    return error?.description ?? ""
  }

  @Test("An upsert updates only the file's columns, and inserts the missing rows")
  func upsert() async throws {
    let (report, rows) = try await imported("title,id\nuno,1\nfour,4\n") { $0.conflict = .upsert }
    #expect(
      rows == """
        1,a,uno,10,n1
        2,b,two,20,n2
        3,,three,30,n3
        4,,four,7,

        """)
    #expect(report.text(.plain) == "1 row inserted, 1 updated in t\n")
    #expect(
      report.json.compact.contains(
        #""imported": 2, "inserted": 1, "updated": 1, "skipped": 0, "replaced": 0"#))
  }

  @Test("An upsert without a required column updates rows, and can't insert any")
  func requiredColumn() async throws {
    let (report, rows) = try await imported("id,plays\n1,11\n") { $0.conflict = .upsert }
    #expect(report.updatedCount == 1 && rows.hasPrefix("1,a,one,11,n1\n"))
    let words = try await refusal("id,plays\n9,1\n") { $0.conflict = .upsert }
    #expect(words.contains("NOT NULL constraint failed: t.title"))
  }

  @Test("An upsert by a unique key compares with the key's collation, and NULL matches no row")
  func uniqueKey() async throws {
    for by in [["code"], ["sqlite_autoindex_t_1"], ["CODE"]] {
      let (report, rows) = try await imported("code,title\nB,zwei\n,none\nc,new\n") {
        ($0.conflict, $0.upsertKey) = (.upsert, by)
      }
      #expect((report.insertedCount, report.updatedCount) == (2, 1))
      #expect(rows.contains("2,b,zwei,20,n2\n") && rows.contains("4,,none,7,\n5,c,new,7,\n"))
    }
  }

  @Test("An upsert by an index compares with the index's collation, not the column's")
  func collations() async throws {
    let table = """
      CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, n INTEGER);
      CREATE UNIQUE INDEX t_name ON t (name COLLATE NOCASE);
      INSERT INTO t VALUES (1, 'Sade', 1);
      """
    for by in ["name", "t_name"] {
      let (report, rows) = try await imported("name,n\nSADE,2\nNina,3\n", into: table) {
        ($0.conflict, $0.upsertKey) = (.upsert, [by])
      }
      #expect((report.insertedCount, report.updatedCount) == (1, 1))
      #expect(rows == "1,Sade,2\n2,Nina,3\n")
    }
  }

  @Test("An upsert by a composite key accepts its columns in any order")
  func compositeKey() async throws {
    let table = """
      CREATE TABLE t (a TEXT, b INTEGER, c REAL, PRIMARY KEY (a, b)) WITHOUT ROWID;
      INSERT INTO t VALUES ('x', 1, 0.5);
      """
    for by in [[], ["b", "a"]] {
      let (report, rows) = try await imported("c,b,a\n1.5,1,x\n2.5,1,X\n", into: table) {
        ($0.conflict, $0.upsertKey) = (.upsert, by)
      }
      #expect((report.insertedCount, report.updatedCount) == (1, 1))
      #expect(rows == "X,1,2.5\nx,1,1.5\n")
    }
  }

  @Test("An upsert without a usable key is refused, and the error lists the usable keys")
  func noKey() async throws {
    for (by, words) in [
      (["title"], "title is not a unique key of t: --by takes id, or code"),
      (
        ["titl"],
        "there is no column titl (did you mean title?) in the table t: --by takes id, or code"
      ),
      (["id", "code"], "id, code is not a unique key of t"),
    ] {
      let refused = try await refusal("id,title\n1,x\n") {
        ($0.conflict, $0.upsertKey) = (.upsert, by)
      }
      #expect(refused.hasPrefix(words), "\(refused)")
    }
    let missing = try await refusal("title\nx\n") { $0.conflict = .upsert }
    #expect(missing == "--upsert finds rows by id, which is not in the file")
    let partial = """
      CREATE TABLE t (a, b); CREATE UNIQUE INDEX p ON t (a) WHERE b; CREATE UNIQUE INDEX e ON t (a + 1);
      """
    for by in [[], ["b"]] {
      let refused = try await refusal("a,b\n1,1\n", into: partial) {
        ($0.conflict, $0.upsertKey) = (.upsert, by)
      }
      #expect(refused.contains("it has no unique key"), "\(refused)")
    }
    let new = try await refusal("a\n1\n", into: nil) { $0.conflict = .upsert }
    #expect(new == "--upsert needs a key, but t does not exist: --key names one for the new table")
    let (report, rows) = try await imported("a,b\n1,x\n1,y\n", into: nil) {
      ($0.conflict, $0.key) = (.upsert, "a")
    }
    #expect(rows == "1,y\n" && report.updatedCount == 1)
  }

  @Test(
    "An upsert of JSON does not change columns whose member is missing", arguments: [true, false])
  func members(isLines: Bool) async throws {
    let objects = [
      #"{"id": 1, "note": null}"#, #"{"plays": 21, "id": 2}"#, #"{"id": 3}"#,
      #"{"id": 5, "title": "five"}"#,
    ]
    let text =
      isLines ? objects.joined(separator: "\n") : "[" + objects.joined(separator: ",\n") + "]"
    let (report, rows) = try await imported(text, isLines ? .jsonl : .json) {
      $0.conflict = .upsert
    }
    #expect(rows == "1,a,one,10,\n2,b,two,21,n2\n3,,three,30,n3\n5,,five,7,\n")
    #expect((report.insertedCount, report.updatedCount, report.skippedCount) == (1, 2, 1))
    let words = try await refusal(#"{"title": "x"}"#, .jsonl) { $0.conflict = .upsert }
    #expect(words.contains("1:1: the record has no id, by which --upsert finds its row"))
  }

  @Test("A row whose update a trigger ignores is skipped, not inserted")
  func triggers() async throws {
    let script =
      Self.table + """
        CREATE TRIGGER keep BEFORE UPDATE ON t WHEN old.id = 1 BEGIN SELECT RAISE(IGNORE); END;
        """
    let (report, rows) = try await imported("id,title\n1,x\n2,y\n4,z\n", into: script) {
      $0.conflict = .upsert
    }
    #expect(rows.hasPrefix("1,a,one,10,n1\n2,b,y,20,n2\n"))
    #expect((report.insertedCount, report.updatedCount, report.skippedCount) == (1, 1, 1))
  }

  @Test("--ignore skips rows that violate a constraint, and counts them")
  func ignore() async throws {
    let (report, rows) = try await imported("id,title,plays\n1,x,1\n4,y,1\n5,z,5000\n4,w,1\n") {
      $0.conflict = .ignore
    }
    #expect(rows.hasPrefix("1,a,one,10,n1\n") && rows.hasSuffix("3,,three,30,n3\n4,,y,1,\n"))
    #expect(report.text(.plain) == "1 row inserted, 3 skipped in t\n")
    // The type of a value is not a constraint.
    #expect(
      try await refusal("id,title\nx,y\n") { $0.conflict = .ignore }.contains(
        "not a 64-bit integer"))
  }

  @Test("--replace deletes conflicting rows, and counts them")
  func replace() async throws {
    let (report, rows) = try await imported("id,code,title\n1,b,x\n4,c,y\n") {
      $0.conflict = .replace
    }
    #expect(rows == "1,b,x,7,\n3,,three,30,n3\n4,c,y,7,\n")
    #expect(report.text(.plain) == "2 rows inserted, 2 replaced in t\n")
  }

  @Test("A row that an upsert can't write is an error, and --on-error skip skips it")
  func wrongRows() async throws {
    let text = "id,title,plays\n1,x,5000\n2,y,1\nz,z,1\n"
    let words = try await refusal(text) { $0.conflict = .upsert }
    #expect(words.contains(":2:1: CHECK constraint failed"), "\(words)")
    let (report, rows) = try await imported(text) { ($0.conflict, $0.onError) = (.upsert, .skip) }
    #expect(report.problems.map(\.line) == [2, 4] && report.updatedCount == 1)
    #expect(rows.hasPrefix("1,a,one,10,n1\n2,b,y,1,n2\n"))
  }

  @Test(
    "--map and --omit choose the columns in each format",
    arguments: [ImportFormat.csv, .tsv, .json, .jsonl])
  func mapping(format: ImportFormat) async throws {
    let text =
      switch format {
      case .csv: "Album title,No=,x,plays\nfour,4,?,1\n"
      case .tsv: "Album title\tNo=\tx\tplays\nfour\t4\t?\t1\n"
      case .json: #"[{"Album title": "four", "No=": 4, "x": [], "plays": 1}]"#
      case .jsonl: #"{"x": "?", "Album title": "four", "No=": 4, "plays": 1}"#
      }
    for (maps, omitted) in [
      (["Album title=title", "\"No=\"=id"], ["x"]),
      (["album TITLE=\"title\"", "\"No=\"=ID"], ["X"]),
    ] {
      let (_, rows) = try await imported(text, format) {
        $0.mapping = try ColumnMapping(maps: maps, omitting: omitted)
      }
      #expect(rows.hasSuffix("4,,four,1,\n"), "\(rows)")
    }
    // The name of an omitted column can be used for another one.
    let (_, other) = try await imported(text, format) {
      $0.mapping = try ColumnMapping(
        maps: ["Album title=title", "\"No=\"=plays"], omitting: ["x", "plays"])
    }
    #expect(other.hasSuffix("4,,four,4,\n"), "\(other)")
    let (report, new) = try await imported(text, format, into: nil) {
      $0.mapping = try ColumnMapping(maps: ["Album title=name", "\"No=\"=id"], omitting: ["x"])
      $0.key = "id"
    }
    #expect(new == "four,4,1\n" && report.isNew)
  }

  @Test(
    "An error about an unknown name in --map or --omit suggests the nearest one",
    arguments: [ImportFormat.csv, .jsonl])
  func unknownNames(format: ImportFormat) async throws {
    let text = format == .csv ? "Title,id\nx,9\n" : "{\"Title\": \"x\", \"id\": 9}\n"
    for (maps, omitted, words) in [
      (["Titel=note"], [], "there is no column Titel (did you mean Title?) in "),
      (["Title=titel"], [], "there is no column titel (did you mean title?) in the table t"),
      ([], ["ix"], "there is no column ix (did you mean id?) in "),
    ] {
      let refused = try await refusal(text, format) {
        $0.mapping = try ColumnMapping(maps: maps, omitting: omitted)
      }
      #expect(refused.lowercased().contains(words.lowercased()), "\(refused)")
    }
    let twice = try await refusal(text, format) {
      $0.mapping = try ColumnMapping(maps: ["Title=id"])
    }
    #expect(
      twice.contains(format == .csv ? "the column id is named twice" : "there is no column id"))
    for maps in [["Title"], ["Title="], ["=x"], ["a=b", "a=c"], ["a=c", "b=c"]] {
      #expect(throws: ToolError.self) { try ColumnMapping(maps: maps) }
    }
    #expect(throws: ToolError.self) { try ColumnMapping(maps: ["a=b"], omitting: ["a"]) }
  }

  @Test("Without a header, --map and --omit use column numbers")
  func numbers() async throws {
    let text = "x,4,four\ny,5,five\n"
    let (_, rows) = try await imported(text) {
      $0.hasHeader = false
      $0.mapping = try ColumnMapping(maps: ["3=title", "2=id"])
    }
    #expect(rows.hasSuffix("4,,four,7,\n5,,five,7,\n"))
    let (_, rest) = try await imported("?,4,c,four,1,?,n\n") {
      $0.hasHeader = false
      $0.mapping = try ColumnMapping(maps: [], omitting: ["6", "1"])
    }
    #expect(rest.hasSuffix("4,c,four,1,n\n"), "\(rest)")
    let (_, new) = try await imported(text, into: nil) {
      $0.hasHeader = false
      $0.mapping = try ColumnMapping(maps: ["3=title", "2=id"])
    }
    #expect(new == "4,four\n5,five\n")
    for (maps, words) in [
      (["4=title"], "1:9: expected at least 4 fields, found 3"),
      (["x=title"], "need a column's number, not x"),
      (["0=title"], "need a column's number, not 0"),
    ] {
      let refused = try await refusal(text) {
        $0.hasHeader = false
        $0.mapping = try ColumnMapping(maps: maps)
      }
      #expect(refused.contains(words), "\(refused)")
    }
  }

  @Test("An upsert by a unique index that is partial or on an expression is refused")
  func partialKey() async throws {
    let table = """
      CREATE TABLE t (id INTEGER PRIMARY KEY, code TEXT, name TEXT, gone INT);
      CREATE UNIQUE INDEX t_code ON t (code) WHERE gone = 0;
      CREATE UNIQUE INDEX t_name ON t (lower(name));
      """
    for names in [["code"], ["t_code"], ["T_CODE"]] {
      #expect(
        try await refusal("code,gone\na,0\n", into: table) {
          $0.conflict = .upsert
          $0.upsertKey = names
        } == "the unique index t_code contains only the rows WHERE gone = 0, so --by can't find"
          + " every row by it")
    }
    #expect(
      try await refusal("name\na\n", into: table) {
        $0.conflict = .upsert
        $0.upsertKey = ["t_name"]
      } == "the unique index t_name has an expression, so --by can't find rows by it")
  }
}
