import Foundation
import ORMCore
import ORMSQLite
import ORMToolKit
import Testing

@Suite("Importing hostile files")
struct ImportFuzzTests {
  private static let pieces: [ImportFormat: [String]] = [
    .csv: [
      ",", ",", ",", "\n", "\n", "\r\n", "\r", "\"", "\"\"", "\"a,b\"", "1", "-2", "3.5", "1e9",
      "x'00'", "x'0'", "a", "é", "\u{1b}[2J", "\0", " ", "9223372036854775808", "NULL", "inf",
      "\"\n\"", "\u{feff}", "'; DROP TABLE t; --",
    ],
    .jsonl: [
      "{", "}", "{\"i\": 1}\n", "{\"s\": \"x\"}\n", "{\"i\": 2, \"s\": null}", "\n", "\"", "\\",
      "\\u12", "\\ud83d\\ude00", ":", ",", "[", "]", "[[[[", "true", "nul", "-0.0e-1", "1e999",
      "\"s\"", "\"i\"", "\"r\"", " ", "\0", "é", "{\"b\": {\"blob\": \"AP8=\"}}\n", "{\"blob\":",
    ],
  ]

  private static func file(_ dice: inout SeededNumbers, _ format: ImportFormat) -> [UInt8] {
    let pieces = pieces[format == .json ? .jsonl : format] ?? []
    var bytes = format == .csv ? Array("i,r,s,b\n".utf8) : []
    for _ in 0..<Int.random(in: 0..<120, using: &dice) {
      if format == .csv, Int.random(in: 0..<4, using: &dice) == 0 {
        bytes += Array("1,2.5,\"x\",x'01'\n".utf8)
      }
      if Int.random(in: 0..<40, using: &dice) == 0 {
        bytes.append(UInt8.random(in: .min ... .max, using: &dice))
      } else if let piece = pieces.randomElement(using: &dice) {
        bytes += Array(piece.utf8)
      }
    }
    if Int.random(in: 0..<20, using: &dice) == 0, let last = bytes.last {
      bytes += [UInt8](repeating: last, count: 70_000)
    }
    return bytes
  }

  private static func import_(
    _ path: String, _ format: ImportFormat, _ rule: ImportErrorRule, into database: String
  ) async throws -> ImportReport? {
    var rows = Import(format)
    (rows.onError, rows.rowLimit) = (rule, 1 << 16)
    do {
      return try await rows.run(path, into: "t", ofFile: database)
    } catch is ToolError {
      return nil
    } catch let error as DatabaseError where error.extendedCode.primary == .error {
      // SQLite accepts no such names.
      return nil
    }
  }

  @Test(
    "For random files, skip and report agree on rows and errors, and stop imports all or nothing",
    arguments: [ImportFormat.csv, .json, .jsonl])
  func rubbish(_ format: ImportFormat) async throws {
    let fixture = try await Fixture(
      "CREATE TABLE t (i INTEGER CHECK (i < 1000), r REAL, s TEXT, b BLOB) STRICT")
    var imported = 0
    for seed in 1...100 {
      var dice = SeededNumbers(seed)
      let path = fixture.folder + "/data"
      try Data(Self.file(&dice, format)).write(to: URL(fileURLWithPath: path))
      let database = fixture.folder + "/\(seed).sqlite"
      try FileManager.default.copyItem(atPath: fixture.path, toPath: database)
      func count() async throws -> Int? {
        try await DatabaseFile(database).reading { try $0.number("SELECT count(*) FROM t") }
      }
      let stopped = try await Self.import_(path, format, .stop, into: database)
      let first = try await count()
      #expect(first == stopped?.rowCount ?? 0, "\(seed)")
      let reported = try await Self.import_(path, format, .report, into: database)
      #expect((reported?.problemCount == 0) == (stopped != nil), "\(seed)")
      let skipped = try await Self.import_(path, format, .skip, into: database)
      #expect(skipped?.rowCount == reported?.rowCount, "\(seed)")
      #expect(skipped?.problems.map(\.text) == reported?.problems.map(\.text), "\(seed)")
      let kept = reported?.isKept == true ? reported?.rowCount ?? 0 : 0
      #expect(try await count() == (first ?? 0) + kept + (skipped?.rowCount ?? 0), "\(seed)")
      imported += skipped?.rowCount ?? 0
      for problem in reported?.problems ?? [] {
        #expect(problem.line >= 1 && problem.column >= 1, "\(seed)")
      }
      // A new table from the same file.
      let other = fixture.folder + "/new-\(seed).sqlite"
      let new = try await Self.import_(path, format, .skip, into: other)
      #expect(new != nil || !FileManager.default.fileExists(atPath: other), "\(seed)")
    }
    // Not all files are too broken to import rows.
    #expect(imported > (format == .json ? 40 : 100))
  }

  @Test("Exported tables with hostile names and values are imported unchanged")
  func roundTrip() async throws {
    let texts = [
      "", "a", ",", "\"", "\"\"", "\n", "\r", "\r\n", " x ", "é\u{1b}\u{202e}", "\0x", "NULL",
      "x'00'", "1", "'", "\\", "{}", "\u{feff}", "\u{1f600}",
    ]
    for seed in 1...100 {
      var dice = SeededNumbers(seed + 1000)
      let fixture = try await Fixture(nil)
      let names = texts.filter { !$0.isEmpty && !$0.contains("\0") }.shuffled(using: &dice)
      let table = names[0]
      let columns = zip(names[1...5], ["INTEGER", "REAL", "TEXT", "BLOB", "TEXT"])
        .map { "\($0.quotedIdentifier) \($1)" }.joined(separator: ", ")
      let create = "CREATE TABLE \(table.quotedIdentifier) (\(columns)) STRICT;"
      let rows = (0..<Int.random(in: 0..<30, using: &dice)).map { (_: Int) -> String in
        let values: [SQLValue] = [
          .integer(Int64.random(in: .min ... .max, using: &dice)),
          .real(Double.random(in: -1...1, using: &dice) * 1e18),
          .text(texts.randomElement(using: &dice) ?? ""),
          .blob((0..<Int.random(in: 0..<5, using: &dice)).map { UInt8($0 * 50) }),
          .text(texts.randomElement(using: &dice) ?? ""),
        ]
        let written = values.map { Int.random(in: 0..<8, using: &dice) == 0 ? .null : $0 }
        return "(\(written.map(\.literal).joined(separator: ", ")))"
      }
      for (database, script) in [("a.sqlite", create), ("b.sqlite", create)] {
        let file = try Database(fixture.folder + "/" + database)
        try await file.execute(script: SQL("\(raw: script)"))
        if database.hasPrefix("a"), !rows.isEmpty {
          let insert =
            "INSERT INTO \(table.quotedIdentifier) VALUES \(rows.joined(separator: ", "))"
          try await file.execute(script: SQL("\(raw: insert)"))
        }
        try await file.close()
      }
      let formats = [(ImportFormat.csv, QueryFormat.csv), (.json, .json), (.jsonl, .jsonl)]
      let (format, exported) = formats[seed % 3]
      let written = Written()
      try await Export(table, format: exported)
        .run(on: DatabaseFile(fixture.folder + "/a.sqlite"), to: written.output())
      let data = try fixture.file("data", written.text)
      let report = try await Import(format)
        .run(data, into: table, ofFile: fixture.folder + "/b.sqlite")
      #expect(report.rowCount == rows.count, "\(seed)")
      func all(_ name: String) async throws -> [[SQLValue]] {
        try await DatabaseFile(fixture.folder + "/" + name).reading {
          try $0.rows("SELECT * FROM \(table.quotedIdentifier)")
        }
      }
      #expect(try await all("a.sqlite") == all("b.sqlite"), "\(seed)")
    }
  }
}
