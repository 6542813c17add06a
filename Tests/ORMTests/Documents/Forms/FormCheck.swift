import Foundation
import ORM
import Testing

/// The tables of the guide that pairs SQL with Swift.
enum FormGuide {
  static let rows: [Document.Row] = {
    let guide = try? Document("Sources/ORM/ORM.docc/Statements.md")
    return (guide?.tables(["Form", "Swift", "SQL"]) ?? []).map { row in
      row.map { $0.replacing("\\|", with: "|") }
    }
  }()

  static func row(_ form: String) -> Document.Row? { rows.first { $0[0] == form } }
}

/// Expects a query to have the guide's SQL, these arguments and these rows in the catalog, and
/// the guide to show the query as the test writes it.
func check<Query: ComposableSelect>(
  _ form: String, _ query: Query, _ sql: String, _ arguments: [SQLValue] = [], rows: String,
  filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let statement = try query.statement()
  #expect(statement.sql == sql, sourceLocation: sourceLocation)
  #expect(statement.arguments == arguments, sourceLocation: sourceLocation)
  let found = "\(try await Catalog.database().fetch(query))"
    .replacing("ORMTests.", with: "").replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
  #expect(found == rows, sourceLocation: sourceLocation)

  let row = try #require(
    FormGuide.row(form), "the guide has no '\(form)'", sourceLocation: sourceLocation)
  #expect(row[2] == sql, sourceLocation: sourceLocation)
  let code = try String(contentsOfFile: filePath, encoding: .utf8).withoutWhitespace
  #expect(
    code.contains("\"\(form)\",\(row[1]),\"\"\"".withoutWhitespace), "\(row[1])",
    sourceLocation: sourceLocation)
}

extension String {
  fileprivate var withoutWhitespace: String { filter { !$0.isWhitespace } }
}

@Suite("The guide that pairs SQL with Swift")
struct FormGuideTests {
  @Test("Every form of the guide is checked")
  func isChecked() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    let code = try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    #expect(FormGuide.rows.count > 60)
    for row in FormGuide.rows { #expect(code.contains("\n      \"\(row[0])\",")) }
  }
}
