import Foundation
import Testing

/// The tables of the guides for those who come from another library: how it is called there, and here.
@Suite("The guides for those who come from another library")
struct ComingFromTests {
  @Test(
    "show Swift of this package that a test runs",
    arguments: [("GRDB", 25), ("SwiftData", 25), ("Fluent", 25)])
  func areTrue(library: String, count: Int) throws {
    let name = "ComingFrom\(library)"
    let rows = try Document(Guide.page(name)).tables([library, "This package", "What differs"])
    #expect(rows.count >= count)
    let source = try Document(Guide.samples(name)).lines.joined().filter { $0 != " " }
    for row in rows {
      try #require(row.count == 3, "\(row)")
      // What is not code is said in words.
      guard let here = row[1].split(separator: "`").first, row[1] != "" else { continue }
      let isCode = try Self.isCode(row, in: name)
      let code = here.replacing("\\|", with: "|").filter { $0 != " " }
      #expect(!isCode || source.contains(code), "\(row[1])")
    }
  }

  /// Whether the second cell of the row is code from end to end.
  private static func isCode(_ row: Document.Row, in page: String) throws -> Bool {
    try Document(Guide.page(page)).lines.contains { $0.contains("| `\(row[1])` |") }
  }
}
