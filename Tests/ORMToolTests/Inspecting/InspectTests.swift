import Foundation
import ORMCore
import ORMSQLite
import ORMToolKit
import Testing

@Suite("The inspect and show commands")
struct InspectTests {
  @Test("A report lists tables with their rows and references, views and triggers")
  func file() async throws {
    let fixture = try await Fixture()
    let report = try await FileReport.read(try DatabaseFile(fixture.path))
    #expect(report.tables.map(\.name) == ["album", "artist", "pair"])
    #expect(report.tables.map(\.rows) == [3, 2, 1])
    #expect(report.tables.map(\.size) == [4096, 4096, 4096])
    #expect(report.tables.map(\.indexSize) == [4096, 4096, 0])
    let text = report.text(.plain)
    #expect(text.contains("\nalbum      3  4 KiB    4 KiB        5  artist\n"))
    #expect(text.hasSuffix("\n\nviews: recent\n\ntriggers: album_insert of album\n"))
    let json = report.json.lines
    let read = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect((read["tables"] as? [[String: Any]])?.map { $0["rows"] as? Int } == [3, 2, 1])
  }

  @Test("The report of a table describes its columns and the selectivity of its indexes")
  func table() async throws {
    let fixture = try await Fixture()
    let report = try await TableReport.read(try DatabaseFile(fixture.path), table: "ALBUM")
    #expect(report.name == "album" && report.rows == 3)
    #expect(report.indexes.map(\.name) == ["album_by_artist"])
    #expect(report.indexes[0].rowsPerKey == 1.5)
    let text = report.text(.plain)
    #expect(
      text.contains("artistID  INTEGER  NOT NULL, REFERENCES artist ON DELETE CASCADE\n"))
    #expect(text.contains("\nyear      INTEGER  DEFAULT 1984\n"))
    let artist = try await TableReport.read(try DatabaseFile(fixture.path), table: "artist")
    #expect(artist.referencedBy == ["album (artistID)"])
    let view = try await TableReport.read(try DatabaseFile(fixture.path), table: "recent")
    #expect(view.kind == "view" && view.columns.map(\.name) == ["title"])
  }

  @Test("A view with a missing column is shown with the reason why its columns can't be read")
  func brokenView() async throws {
    let fixture = try await Fixture("CREATE TABLE t (a); CREATE VIEW v AS SELECT a, b FROM t")
    let view = try await TableReport.read(try DatabaseFile(fixture.path), table: "v")
    #expect(view.columns.isEmpty && view.problem == "no such column: b")
    #expect(
      view.text(.plain)
        == "v\nview\n\nits columns can't be read: no such column: b\n\nSELECT a, b FROM t\n")
    #expect(view.json.lines.contains("\"problem\": \"no such column: b\""))
    let table = try await TableReport.read(try DatabaseFile(fixture.path), table: "t")
    #expect(table.problem == nil && table.json.lines.contains("\"problem\": null"))
  }

  @Test("An unknown name is refused, and the error suggests the nearest one")
  func suggestion() async throws {
    let fixture = try await Fixture()
    let file = try DatabaseFile(fixture.path)
    let error = await #expect(throws: ToolError.self) {
      _ = try await TableReport.read(file, table: "Albun")
    }
    #expect(error?.description == "there is no table Albun; did you mean album?")
    let other = await #expect(throws: ToolError.self) {
      _ = try await TableReport.read(file, table: "invoices_of_last_year")
    }
    #expect(other?.description == "there is no table invoices_of_last_year")
  }

  @Test("A row of a table without a key is found by its rowid, unless columns hide it")
  func rowids() async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE plain (a TEXT); CREATE TABLE taken (rowid TEXT, OID TEXT);
      CREATE TABLE all_taken (rowid, oid, _rowid_); CREATE VIRTUAL TABLE note USING fts5 (body);
      CREATE VIEW recent AS SELECT a FROM plain;
      INSERT INTO plain VALUES ('x'); INSERT INTO taken VALUES ('2', '1'), ('1', '2');
      """)
    let file = try DatabaseFile(fixture.path)
    #expect(try await RowReport.read(file, table: "plain", key: ["1"]).values[0].value == "x")
    #expect(try await RowReport.read(file, table: "taken", key: ["1"]).values[0].value == "2")
    for (name, words) in [
      ("all_taken", "all_taken has no key"), ("NOTE", "note is not a table with a key"),
      ("recent", "recent is not a table with a key"),
    ] {
      let error = await #expect(throws: ToolError.self) {
        _ = try await RowReport.read(file, table: name, key: ["1"])
      }
      #expect(error?.description == words + ": use orm query" && error?.kind == .use)
    }
  }

  @Test("A row is shown with its parents and its children")
  func show() async throws {
    let fixture = try await Fixture()
    let file = try DatabaseFile(fixture.path)
    let album = try await RowReport.read(file, table: "album", key: ["1"])
    #expect(album.parents.map(\.table) == ["artist"])
    #expect(album.parents[0].values?.map(\.value) == [1, "Sade"])
    let artist = try await RowReport.read(file, table: "artist", key: ["1"], children: 1)
    #expect(artist.children.map(\.count) == [2])
    #expect(
      artist.text(.plain) == """
        artist
          id    1
          name  Sade

        ← album by artistID: 2 rows
          id 1 · title Diamond Life · year 1984 · cover x'00ff' · artistID 1
          … and 1 more

        """)
    let pair = try await RowReport.read(file, table: "pair", key: ["x", "1"])
    #expect(pair.values.map(\.value) == ["x", 1])
    for key in [["7"], ["x"], ["1", "2"]] {
      await #expect(throws: ToolError.self) {
        _ = try await RowReport.read(file, table: "album", key: key)
      }
    }
  }

  @Test("A reference to a missing row is shown as broken")
  func brokenReference() async throws {
    let fixture = try await Fixture()
    _ = try await Query.output(
      "PRAGMA foreign_keys = 0; DELETE FROM artist WHERE id = 2", .csv, on: fixture.path,
      writes: true)
    let row = try await RowReport.read(try DatabaseFile(fixture.path), table: "album", key: ["3"])
    #expect(row.parents[0].isBroken)
    #expect(row.text(.plain).contains("→ artist by artistID\n  there is no such row\n"))
  }

  @Test("A file that is not a database, is missing or is a folder is refused, and not created")
  func wrongFiles() async throws {
    let fixture = try await Fixture(nil)
    let text = try fixture.file("text", String(repeating: "no database ", count: 500))
    for (path, code) in [(text, 3), (fixture.folder + "/none", 2), (fixture.folder, 2), ("", 2)] {
      let error = await #expect(throws: (any Error).self) {
        _ = try await FileReport.read(try DatabaseFile(path))
      }
      #expect(try #require(error.flatMap { Ending($0) }).code == Int32(code), "\(path)")
    }
    #expect(!FileManager.default.fileExists(atPath: fixture.folder + "/none"))
  }

  @Test("Odd names are found, and shown without control characters")
  func oddNames() async throws {
    let names = ["a\"b", "a'b", "a\nb", "a\u{1b}[31m", "Ünïcödé", "", " ", "a]b", "select"]
    let script = names.map {
      "CREATE TABLE \($0.quotedIdentifier) (\(($0 + "k").quotedIdentifier) PRIMARY KEY, x);"
        + "INSERT INTO \($0.quotedIdentifier) VALUES (1, 2);"
    }
    let fixture = try await Fixture(script.joined())
    let file = try DatabaseFile(fixture.path)
    let report = try await FileReport.read(file)
    #expect(report.tables.map(\.rows) == names.map { _ in 1 })
    for name in names {
      let table = try await TableReport.read(file, table: name)
      let row = try await RowReport.read(file, table: name, key: ["1"])
      for text in [table.text(.plain), row.text(.plain), report.text(.plain)] {
        #expect(!text.utf8.contains(0x1b))
      }
    }
  }

  @Test("Each of 100 damaged copies is reported or refused, without a crash")
  func damaged() async throws {
    let fixture = try await Fixture()
    let whole = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
    let damaged = fixture.folder + "/damaged.sqlite"
    var random = SplitMix(state: 24)
    var (reported, refused) = (0, 0)
    for _ in 0..<100 {
      var bytes = whole
      for _ in 0..<(1 + random.next() % 40) {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      if random.next() % 4 == 0 { bytes = bytes.prefix(Int(random.next() % UInt64(bytes.count))) }
      try bytes.write(to: URL(fileURLWithPath: damaged))
      do {
        let file = try DatabaseFile(damaged)
        _ = try await FileReport.read(file).text(.plain)
        _ = try await TableReport.read(file, table: "album").text(.plain)
        _ = try await RowReport.read(file, table: "album", key: ["1"]).text(.plain)
        reported += 1
      } catch {
        #expect(Ending(error) != nil, "\(error)")
        refused += 1
      }
    }
    #expect(reported + refused == 100 && reported > 0 && refused > 0)
  }
}

/// A random number generator with a fixed sequence.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }
}
