import Foundation
import Testing

/// The tables of the guides for users of other libraries, which pair that library's code with
/// this package's.
@Suite("The guides for users of other libraries")
struct ComingFromTests {
  @Test(
    "Each Swift cell of a guide is code that a test runs",
    arguments: [("GRDB", 25), ("SwiftData", 25), ("Fluent", 25)])
  func areTrue(library: String, count: Int) throws {
    let name = "ComingFrom\(library)"
    let rows = try Document(Guide.page(name)).tables([library, "This package", "What differs"])
    #expect(rows.count >= count)
    let source = try Document(Guide.samples(name)).lines.joined().filter { $0 != " " }
    for row in rows {
      try #require(row.count == 3, "\(row)")
      // A cell that is not code contains prose.
      guard let here = row[1].split(separator: "`").first, row[1] != "" else { continue }
      let isCode = try Self.isCode(row, in: name)
      let code = here.replacing("\\|", with: "|").filter { $0 != " " }
      #expect(!isCode || source.contains(code), "\(row[1])")
    }
  }

  @Test("Each row on older mappers names a test, or the reason why there is none")
  func olderMappers() throws {
    let mappers = [
      ("FMPersisting", 22), ("MTLFMDBAdapter", 8), ("FOMapping", 12), ("ObjCMiniORM", 20),
      ("SQLite Kit", 26), ("FMDB", 18), ("What", 9),
    ]
    let sources = try ["Tests/OlderMapperTests", "Tests/ORMXMLTests", "Tests/ORMSchemaTests"]
      .map { try Document.sources(in: $0) }
    let words = Set(
      sources.joined(separator: " ").matches(of: /[A-Za-z_][A-Za-z0-9_]*/).map(\.output))
    for (mapper, count) in mappers {
      let page = Guide.page("ComingFromOlderMappers")
      let rows = try Document(page).tables([mapper, "This package", "Test"])
      #expect(rows.count >= count, "\(mapper)")
      for row in rows {
        try #require(row.count == 3, "\(row)")
        if row[2].hasPrefix("No: ") { continue }
        let name = "\(mapper == "What" ? "All" : mapper): \(row[2])"
        let isShown =
          sources[0].contains("\"\(name)\"")
          || sources[1...].contains { $0.contains("\"\(row[2])\"") }
        #expect(isShown, "no test is called \(name)")
        // The cell for this package: the tests use each name in it.
        let cell = try Self.isCode(row, in: "ComingFromOlderMappers") ? "`\(row[1])`" : row[1]
        for code in cell.matches(of: /`+([^`]+)`+/) {
          for word in code.output.1.matches(of: /[A-Za-z_][A-Za-z0-9_]*/) {
            #expect(words.contains(word.output), "\(row[1]): no test says \(word.output)")
          }
        }
      }
    }
  }

  /// Whether the second cell of the row is code from end to end.
  private static func isCode(_ row: Document.Row, in page: String) throws -> Bool {
    try Document(Guide.page(page)).lines.contains { $0.contains("| `\(row[1])` |") }
  }
}
