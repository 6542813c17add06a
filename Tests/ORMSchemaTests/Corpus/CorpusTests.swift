import Foundation
import ORMSchema
import Testing

/// Databases of other programs. They are not part of the package.
@Suite("Schemas of other programs")
struct CorpusTests {
  /// The databases in the folder `SCHEMA_CORPUS`, or in `shared/data` next to the package.
  static let files: [String] = {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let beside = root.deletingLastPathComponent().appendingPathComponent("shared/data").path
    let folder = ProcessInfo.processInfo.environment["SCHEMA_CORPUS"] ?? beside
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".db") || $0.hasSuffix(".sqlite") }.sorted().map {
      "\(folder)/\($0)"
    }
  }()

  @Test(
    "A schema is read, printed and created again unchanged",
    .enabled(if: !files.isEmpty, "there is no folder shared/data beside the package"),
    arguments: files)
  func roundTrip(path: String) throws {
    let engine = try Engine("file:\(path)?mode=ro&immutable=1")
    let schema = try engine.schema
    #expect(schema.unreadable.isEmpty)
    #expect(schema.tables.count + schema.views.count > 0)
    let copy = try Engine()
    for statement in schema.statements { try copy.execute(statement) }
    #expect(try copy.schema == schema)
    let pragmas = try Pragmas(engine)
    #expect(pragmas.lines.count > 10)
    let printed = try Pragmas(copy)
    #expect(printed == pragmas, "\(printed.difference(from: pragmas))")
    #expect(try Schema(json: schema.json()) == schema)
  }
}
