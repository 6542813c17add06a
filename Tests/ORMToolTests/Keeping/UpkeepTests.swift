import Foundation
import ORMCore
import ORMSQLite
import ORMToolKit
import Testing

@Suite("The backup, compact and optimize commands")
struct UpkeepTests {
  private static let filled = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT); CREATE INDEX t_a ON t (a);
    INSERT INTO t (a) WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20000)
      SELECT 'text ' || (i % 7) FROM n;
    DELETE FROM t WHERE id > 100;
    """

  private func rows(_ path: String) async throws -> [[SQLValue]] {
    try await DatabaseFile(path).reading { try $0.rows("SELECT * FROM t") }
  }

  @Test("A backup has the same rows, and does not overwrite a file")
  func backup() async throws {
    let fixture = try await Fixture(Self.filled)
    let copy = fixture.folder + "/copy.sqlite"
    let progress = Progress()
    _ = try await Upkeep.backup(fixture.path, to: copy, progress)
    let now = progress.now
    #expect(now.total == now.done && now.done > 10)
    #expect(try await rows(copy) == rows(fixture.path))
    for path in [copy, fixture.path, fixture.folder] {
      let error = await #expect(throws: ToolError.self) {
        try await Upkeep.backup(fixture.path, to: path, Progress())
      }
      #expect(error?.kind == .use)
    }
    await #expect(throws: ToolError.self) {
      try await Upkeep.backup(fixture.folder + "/none", to: copy + "2", Progress())
    }
    #expect(!FileManager.default.fileExists(atPath: copy + "2"))
  }

  @Test("A table with a CHECK and a virtual column can be compacted into a copy")
  func generatedColumns() async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE t (a INTEGER CHECK (a > 0), b INTEGER AS (a * 2) VIRTUAL, c TEXT);
      INSERT INTO t (a, c) VALUES (1, 'x'), (2, 'y');
      """)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
    let copy = fixture.folder + "/compact.sqlite"
    _ = try await Upkeep.compact(fixture.path, into: copy)
    let files = try FileManager.default.contentsOfDirectory(atPath: fixture.folder)
    #expect(files.filter { $0.hasPrefix("compact") } == ["compact.sqlite"])
    #expect(
      try await Query.output("SELECT a, b, c FROM t", .csv, on: copy)
        == Query.output("SELECT a, b, c FROM t", .csv, on: fixture.path))
    #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)) == bytes)
  }

  @Test("Compacting keeps the rows in fewer pages, in place or in a new file")
  func compact() async throws {
    let fixture = try await Fixture(Self.filled)
    let before = try await rows(fixture.path)
    let size = try Data(contentsOf: URL(fileURLWithPath: fixture.path)).count
    let copy = fixture.folder + "/compact.sqlite"
    let progress = Progress()
    _ = try await Upkeep.compact(fixture.path, into: copy, progress)
    let now = progress.now
    #expect(now.total == now.done && now.done > 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)).count == size)
    await #expect(throws: ToolError.self) { try await Upkeep.compact(fixture.path, into: copy) }
    let report = try await Upkeep.compact(fixture.path, into: nil)
    for path in [fixture.path, copy] {
      #expect(try await rows(path) == before)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count < size / 10)
    }
    #expect(report.json.compact.hasPrefix("{\"before\": \(size), \"after\": "))
    #expect(report.text.hasSuffix("; it had \(size.byteSize)\n"), "\(report.text)")
  }

  @Test("optimize gives the planner the statistics of an index")
  func optimize() async throws {
    let fixture = try await Fixture(Self.filled)
    #expect(
      try await Upkeep.optimize(fixture.path).text
        == "the planner has statistics of 1 table or index\n")
    let known = try await DatabaseFile(fixture.path).reading {
      try $0.rows("SELECT tbl, idx, stat FROM sqlite_stat1")
    }
    #expect(known == [[.text("t"), .text("t_a"), .text("100 15")]])
    let progress = Progress()
    _ = try await Upkeep.optimize(fixture.path, progress)
    #expect(progress.now.total == 100 && progress.now.done == 100)
    let empty = try await Fixture("CREATE TABLE t (a)")
    #expect(try await Upkeep.optimize(empty.path).json.compact == #"{"known": 0}"#)
  }

  @Test("SQL reads a data file by its name, or as the table data")
  func dataFiles() async throws {
    let fixture = try await Fixture(nil)
    let path = try fixture.file("my albums.v2.csv", "id,title\n1,Promise\n2,\n")
    func asked(_ path: String, _ sql: String) async throws -> String {
      let written = Written()
      let file = try #require(try await DataFile.open(path, Progress()))
      try await Query(sql, format: .csv).run(on: file, writes: false, to: written.output())
      return written.text
    }
    #expect(try await asked(path, "SELECT sum(id) AS n FROM data") == "n\n3\n")
    #expect(try await asked(path, #"SELECT title FROM "my albums.v2""#) == "title\nPromise\n\n")
    let lines = try fixture.file("data.jsonl", #"{"a": [1]}"#)
    #expect(try await asked(lines, "SELECT a ->> 0 AS a FROM data") == "a\n1\n")
    let own = try fixture.file("sqlite_x.csv", "a\n1\n")
    #expect(try await asked(own, "SELECT * FROM data") == "a\n1\n")
    #expect(try await DataFile.open(fixture.path, Progress()) == nil)
    for sql in [#"DELETE FROM "my albums.v2""#, "DROP VIEW data"] {
      await #expect(throws: ToolError.self) { try await asked(path, sql) }
    }
    let wrong = try fixture.file("wrong.csv", "a,b\n1\n")
    let error = await #expect(throws: ToolError.self) { try await asked(wrong, "SELECT 1") }
    #expect(error?.description.contains("wrong.csv:2:2: expected 2 fields, found 1") == true)
  }
}
