import Foundation
import ORMSQLite
import ORMToolKit
import Testing

@Suite("orm diagram")
struct DiagramFileTests {
  @Test("A diagram is written to a file, and a message counts its tables and references")
  func file() async throws {
    let fixture = try await Fixture()
    let database = try DatabaseFile(fixture.path)
    let picture = try Diagram(of: await database.database.schema())
    let path = fixture.folder + "/schema.svg"
    try WrittenFile.write(picture.svg, to: path, besides: database.path)
    #expect(try fixture.text(of: "schema.svg") == picture.svg)
    #expect(picture.words(for: "schema.svg") == "schema.svg: 3 tables, 1 reference")
    let json = picture.json(for: "a").compact
    #expect(json.hasPrefix(#"{"file": "a", "tables": 3, "references": 1, "#))
  }

  @Test("A diagram never overwrites the database, by whatever path")
  func besides() async throws {
    let fixture = try await Fixture()
    let database = try DatabaseFile(fixture.path)
    let link = fixture.folder + "/link.svg"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: fixture.path)
    for path in [fixture.path, fixture.folder + "/./music.sqlite", link] {
      let error = #expect(throws: ToolError.self) {
        try WrittenFile.write("", to: path, besides: database.path)
      }
      #expect(error?.description.contains("is the input file") == true)
    }
    #expect(throws: ToolError.self) {
      try WrittenFile.write("", to: fixture.folder + "/none/a.svg", besides: database.path)
    }
    #expect(try await database.database.schema().tables.count == 3)
  }

  @Test(
    "The diagram of Northwind fits on a page",
    .enabled("the Northwind database is not there") { northwind != nil })
  func page() async throws {
    let path = try #require(northwind)
    let picture = try Diagram(of: await DatabaseFile(path).database.schema())
    #expect(picture.boxes.count == 13 && picture.lines.count == 13)
    #expect(picture.boxes.allSatisfy { $0.x + $0.width <= 1184 && $0.y + $0.height <= 1200 })
  }

  @Test(
    "The README's diagram of Northwind is up to date",
    .enabled("the Northwind database is not there") { northwind != nil })
  func readme() async throws {
    let path = try #require(northwind)
    let picture = try Diagram(of: await DatabaseFile(path).database.schema())
    // Drawn again by: orm diagram northwind.db --output Examples/northwind.svg
    let drawn = try Data(contentsOf: package.appendingPathComponent("Examples/northwind.svg"))
    #expect(picture.svg == String(decoding: drawn, as: UTF8.self))
  }
}

/// The path of the Northwind sample database: `NORTHWIND_DATABASE`, or `shared/data` next to the
/// package.
private let northwind: String? = {
  let beside = package.deletingLastPathComponent().appendingPathComponent(
    "shared/data/northwind.db")
  let path = ProcessInfo.processInfo.environment["NORTHWIND_DATABASE"] ?? beside.path
  return FileManager.default.fileExists(atPath: path) ? path : nil
}()

private let package = (1...4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
  url.deletingLastPathComponent()
}
