import Foundation
import ORMCore
import ORMSQLite
import ORMToolKit
import Testing

@Suite("Exporting one table or query")
struct ExportTests {
  private func exported(_ source: String, _ format: QueryFormat = .csv) async throws -> String {
    let fixture = try await Fixture()
    let written = Written()
    try await Export(source, format: format)
      .run(on: DatabaseFile(fixture.path), to: written.output())
    return written.text
  }

  @Test("The source is a table or view in any case, or SQL")
  func sources() async throws {
    let artists = "id,name\n1,Sade\n2,Nina Simone\n"
    #expect(try await exported("artist") == artists)
    #expect(try await exported("ARTIST") == artists)
    #expect(try await exported("SELECT * FROM artist;") == artists)
    #expect(try await exported("recent") == "title\n")
    #expect(try await exported("VALUES(1)", .jsonl) == "{\"column1\": 1}\n")
  }

  @Test("A statement without rows, or an unknown table, is refused as a usage error")
  func refused() async throws {
    for (source, words) in [
      ("artst", "there is no table artst; did you mean artist?"),
      ("DELETE FROM artist RETURNING id", "the statement has no rows to export"),
      ("BEGIN IMMEDIATE", "the statement has no rows to export"),
      ("SELECT 1; SELECT 2", "an export takes a single statement"),
      ("-- x", "the SQL has no statement"),
    ] {
      let error = await #expect(throws: ToolError.self) { try await exported(source) }
      #expect(error?.description == words && error?.kind == .use)
    }
  }

  @Test("A file is replaced only when it is complete, and never the database")
  func files() async throws {
    let fixture = try await Fixture()
    let path = try fixture.file("out.csv", "before")
    let file = try WrittenFile(path, besides: fixture.path)
    try file.output.write("half")
    file.discard()
    #expect(try fixture.text(of: "out.csv") == "before")
    let whole = try WrittenFile(path, besides: fixture.path)
    let output = whole.output
    try output.write("whole")
    try output.flush()
    #expect(try fixture.text(of: "out.csv") == "before")
    try whole.finish()
    #expect(try fixture.text(of: "out.csv") == "whole")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: fixture.folder).sorted()
        == ["music.sqlite", "out.csv"])
    for bad in [fixture.path, fixture.folder, fixture.folder + "/none/x.csv"] {
      #expect(throws: ToolError.self) { try WrittenFile(bad, besides: fixture.path) }
    }
  }

  @Test("A symbolic link stays a link, and its target is written with its permissions")
  func links() async throws {
    let fixture = try await Fixture()
    let path = try fixture.file("real.csv", "before")
    #expect(chmod(path, 0o640) == 0)
    for (link, target) in [("near.csv", "real.csv"), ("far.csv", path), ("new.csv", "later.csv")] {
      try FileManager.default.createSymbolicLink(
        atPath: fixture.folder + "/" + link, withDestinationPath: target)
    }
    for link in ["near.csv", "far.csv", "new.csv"] {
      try WrittenFile.write(link, to: fixture.folder + "/" + link, besides: fixture.path)
    }
    #expect(try fixture.text(of: "real.csv") == "far.csv")
    #expect(try fixture.text(of: "later.csv") == "new.csv")
    let facts = try FileManager.default.attributesOfItem(atPath: path)
    #expect(facts[.posixPermissions] as? Int == 0o640)
    for link in ["near.csv", "far.csv", "new.csv"] {
      #expect(
        try FileManager.default.attributesOfItem(atPath: fixture.folder + "/" + link)[.type]
          as? FileAttributeType == .typeSymbolicLink)
    }
  }

  @Test("Output to a pipe is written into the pipe")
  func pipes() async throws {
    let fixture = try await Fixture()
    let path = fixture.folder + "/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    // A descriptor for both directions does not wait for the other end.
    let descriptor = open(path, O_RDWR)
    defer { close(descriptor) }
    try WrittenFile.write("rows\n", to: path, besides: fixture.path)
    var bytes = [UInt8](repeating: 0, count: 16)
    #expect(read(descriptor, &bytes, bytes.count) == 5 && bytes.starts(with: "rows\n".utf8))
    let cut = try WrittenFile(path, besides: fixture.path)
    cut.discard()
    #expect(
      try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        != .typeRegular)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: fixture.folder).sorted()
        == ["music.sqlite", "pipe"])
  }

  @Test("The format is inferred from the file's extension")
  func formats() {
    #expect(QueryFormat(path: "a.b/x.JSON") == .json && QueryFormat(path: "x.ndjson") == .jsonl)
    #expect(QueryFormat(path: "csv") == .csv && QueryFormat(path: "x.txt") == nil)
    #expect(ImportFormat(path: "x.TSV") == .tsv && ImportFormat(path: ".csv") == nil)
  }
}
