import Foundation
import ORMCore
import ORMSQLite
import ORMSchema
import ORMToolKit
import Testing

@Suite("The folder of versions")
struct VersionFolderTests {
  private func schema(_ sql: String) throws -> Schema { try SchemaScript.schema(of: sql) }

  @Test("Versions are recorded in order, and their schemas are read again unchanged")
  func record() async throws {
    let fixture = try await Fixture()
    let path = fixture.folder + "/Schemas"
    let one = try schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT) STRICT")
    // A text that would end a raw string literal, or be interpolated in one.
    let two = try schema(
      ###"""
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT CHECK (a <> '\#(x) "#' AND a <> '\##(x)'), b TEXT)
      STRICT
      """###)
    #expect(try VersionFolder(path).changes(to: one) == nil)
    let first = try VersionFolder(path).record("first", one)
    #expect(first.hasSuffix("Schemas/0001-first.swift"))
    #expect(try VersionFolder(path).changes(to: one) == [])
    #expect(try VersionFolder(path).changes(to: two)?.isEmpty == false)
    let second = try VersionFolder(path).record("two-b", two)
    #expect(second.hasSuffix("Schemas/0002-two-b.swift"))
    let folder = try VersionFolder(path)
    #expect(folder.versions.map(\.name) == ["first", "two-b"])
    #expect(folder.versions.map(\.previous) == [nil, "first"])
    #expect(folder.versions.map(\.constant) == ["first", "twoB"])
    #expect(try folder.versions.map { try $0.schema() } == [one, two])
    // The newest version is recorded again in its own file.
    #expect(try folder.record("two-b", one, again: true) == second)
    #expect(try VersionFolder(path).versions.map { try $0.schema() } == [one, one])
  }

  @Test("A version of a database keeps its types, and leaves out other libraries' migration tables")
  func foreign() async throws {
    let fixture = try await Fixture()
    let path = fixture.folder + "/old.sqlite"
    try await Database(path).execute(
      script: """
        CREATE TABLE player (id INTEGER PRIMARY KEY, name VARCHAR(20), joined DATETIME, x);
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        """)
    let schema = try await SchemaFile.read(path).version()
    #expect(schema.tables.map(\.name) == ["player"])
    let versions = fixture.folder + "/Schemas"
    _ = try VersionFolder(versions).record("foreign", schema)
    let recorded = try #require(try VersionFolder(versions).versions.first).schema()
    #expect(recorded.tables[0].columns.map(\.type) == ["INTEGER", "VARCHAR(20)", "DATETIME", ""])
    #expect(try await SchemaFile.read(path).complete().tables.count == 2)
  }

  @Test("A version's constant is a valid Swift name, even if the version is named like a keyword")
  func keywords() throws {
    for (name, constant) in [("class", "classVersion"), ("self", "selfVersion"), ("a", "a")] {
      #expect(Schema.Version(name, after: nil, "{}").constant == constant)
    }
  }

  @Test("A version's name is refused if it is taken or invalid")
  func names() async throws {
    let fixture = try await Fixture()
    let path = fixture.folder + "/Schemas"
    let one = try schema("CREATE TABLE t (id INTEGER PRIMARY KEY) STRICT")
    _ = try VersionFolder(path).record("a-b", one)
    for name in ["", "1", "a b", "a/b", "a\"b", "a-b", "aB"] {
      #expect(throws: ToolError.self) { try VersionFolder(path).record(name, one) }
    }
    #expect(throws: ToolError.self) { try VersionFolder(path).record("other", one, again: true) }
    #expect(try VersionFolder(path).versions.map(\.name) == ["a-b"])
  }

  @Test("Two versions that follow the same version are refused, and the error names both")
  func branches() async throws {
    let fixture = try await Fixture()
    let path = fixture.folder + "/Schemas"
    let one = try schema("CREATE TABLE t (id INTEGER PRIMARY KEY) STRICT")
    _ = try VersionFolder(path).record("one", one)
    for name in ["chapters", "ratings"] {
      let text = Schema.Version(name, after: "one", try one.json()).source
      try Data(text.utf8).write(to: URL(filePath: "\(path)/0002-\(name).swift"))
    }
    let error = #expect(throws: ToolError.self) { try VersionFolder(path) }
    #expect(error?.description.contains("chapters and ratings both follow version one") == true)
    try FileManager.default.removeItem(atPath: path + "/0002-ratings.swift")
    #expect(try VersionFolder(path).versions.map(\.name) == ["one", "chapters"])
    try FileManager.default.removeItem(atPath: path + "/0001-one.swift")
    // The versions before it were merged.
    #expect(try VersionFolder(path).versions.map(\.name) == ["chapters"])
  }
}
