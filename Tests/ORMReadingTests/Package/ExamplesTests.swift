import ORMReading
import Testing

/// The package of the examples. Its programs can't be part of this one, so that what is expected is
/// written here; the first version's file of tables is, by a link, for ``SameAsBuiltTests``.
@Suite("The examples")
struct ExamplesTests {
  private static let package =
    #filePath.dropLast("Tests/ORMReadingTests/Package/ExamplesTests.swift".count) + "Examples"

  private func statements(_ target: String, _ types: String...) throws -> [String] {
    let read = try SourcePackage(at: String(Self.package)).schema(of: target)
    return read.declarations.filter { types.contains($0.typeName) }.flatMap { $0.createSQL ?? [] }
  }

  @Test("QuickStart's tables are those of the README")
  func quickStart() throws {
    let statements = try statements("QuickStart", "Artist", "Album")
    #expect(
      statements == [
        #"CREATE TABLE "artist" ("id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL) STRICT"#,
        #"CREATE TABLE "album" ("id" INTEGER PRIMARY KEY, "title" TEXT NOT NULL, "#
          + #""artistID" INTEGER NOT NULL, "lastPlayed" REAL, FOREIGN KEY ("artistID") "#
          + #"REFERENCES "artist" ("id") ON DELETE CASCADE) STRICT"#,
      ])
  }

  @Test("SeedBank's first version has names with spaces, quotes and capitals")
  func firstVersion() throws {
    let statements = try statements("SeedBank", "Collector", "SeedLot", "GerminationTest")
    #expect(
      statements == [
        #"CREATE TABLE "COLLECTORS" ("COLLECTOR_ID" INTEGER PRIMARY KEY, "#
          + #""FULL_NAME" TEXT NOT NULL, "E_MAIL" TEXT) STRICT"#,
        #"CREATE TABLE "Seed Lot" ("LotNo" INTEGER PRIMARY KEY, "TaxonCode" TEXT NOT NULL, "#
          + #""COLLECTOR_ID" INTEGER, "Collected" TEXT, "Weight (g)" REAL NOT NULL, "#
          + #""Viable?" INTEGER NOT NULL DEFAULT 1, "Label" BLOB, "say ""where""" TEXT, "#
          + #"FOREIGN KEY ("TaxonCode") REFERENCES "Taxon" ("Code"), "#
          + #"FOREIGN KEY ("COLLECTOR_ID") REFERENCES "COLLECTORS" ("COLLECTOR_ID")) STRICT"#,
        #"CREATE TABLE "Germination Test" ("LotNo" INTEGER NOT NULL, "TestNo" INTEGER NOT NULL, "#
          + #""Started" TEXT NOT NULL, "Sown" INTEGER NOT NULL, "#
          + #""Germinated" INTEGER NOT NULL DEFAULT 0, PRIMARY KEY ("LotNo", "TestNo"), "#
          + #"FOREIGN KEY ("LotNo") REFERENCES "Seed Lot" ("LotNo")) STRICT, WITHOUT ROWID"#,
      ])
  }

  @Test("SeedBank's second version is read, though its types have names of the first version")
  func secondVersion() throws {
    let statements = try statements(
      "SeedBank", "SecondVersion.Taxon", "SecondVersion.Collector", "SecondVersion.Lot")
    #expect(
      statements == [
        #"CREATE TABLE "taxon" ("code" TEXT PRIMARY KEY NOT NULL, "scientific_name" TEXT NOT NULL "#
          + #"UNIQUE, "common_name" TEXT, "group" TEXT NOT NULL) STRICT"#,
        #"CREATE TABLE "collector" ("collector_id" INTEGER PRIMARY KEY, "#
          + #""full_name" TEXT NOT NULL, "e_mail" TEXT) STRICT"#,
        #"CREATE TABLE "lot" ("number" INTEGER PRIMARY KEY, "taxon_code" TEXT NOT NULL, "#
          + #""collector_id" INTEGER, "collected" TEXT, "grams" REAL NOT NULL, "#
          + #""is_viable" INTEGER NOT NULL DEFAULT 1, "label" BLOB, "place" TEXT, "#
          + #""curator" TEXT NOT NULL, FOREIGN KEY ("taxon_code") REFERENCES "taxon" ("code"), "#
          + #"FOREIGN KEY ("collector_id") REFERENCES "collector" ("collector_id")) STRICT"#,
        #"CREATE INDEX "lot_taxon_code_index" ON "lot" ("taxon_code")"#,
      ])
  }
}
