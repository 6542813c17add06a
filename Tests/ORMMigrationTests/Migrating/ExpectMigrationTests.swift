import Foundation
import ORM
@testable import ORMTesting
import Testing

@Suite("The functions expectMigration and expectSchema")
struct ExpectMigrationTests {
  static let schema = Schema(
    "CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INTEGER)")

  @Test("An older version given as SQL with rows, or as JSON, is migrated to the schema")
  func older() async throws {
    let older = "CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT NOT NULL)"
    let rows = "INSERT INTO album VALUES (1, 'Promise')"
    for text in [older, try Schema(older).json()] {
      let plan = try await expectMigration(from: text, rows: rows, to: Self.schema) { db in
        let titles = try await db.texts("SELECT title FROM album")
        #expect(titles == ["Promise"])
      }
      #expect(!plan.isEmpty)
    }
  }

  @Test("expectMigration throws a data loss")
  func loss() async throws {
    await #expect(throws: DataLossError.self) {
      try await expectMigration(
        from:
          "CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT); INSERT INTO album VALUES (1, NULL)",
        to: Self.schema)
    }
  }

  @Test("A schema without a recorded snapshot is an issue, and a recorded one is not")
  func snapshots() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("Tests.swift")
    withKnownIssue { try expectSchema(Self.schema, in: "Schemas", file: file, isRecording: false) }
    try expectSchema(Self.schema, in: "Schemas", file: file, isRecording: true)
    try expectSchema(Self.schema, in: "Schemas", file: file, isRecording: false)
    var changed = Self.schema
    changed.tables[0].columns[1].formerNames = ["name"]
    withKnownIssue { try expectSchema(changed, in: "Schemas", file: file, isRecording: false) }
    try expectSchema(changed, in: "Schemas", file: file, isRecording: true)
    try expectSchema(changed, in: "Schemas", file: file, isRecording: false)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.file("Schemas")).sorted()
        == ["0001.json", "0002.json"])
  }
}
