import Foundation
import ORM
import Testing

/// What the pages show: their Swift stands word for word in a file that compiles, and the SQL beside it is
/// what that file runs.
@Suite("What the documentation shows")
struct DocumentTests {
  private static let pages: [(String, [String])] =
    [
      ("README.md", ["Examples/Sources/QuickStart/main.swift", Guide.samples("Readme")]),
      (Guide.page("ORM"), [Guide.samples("GettingStarted")]),
      (Guide.page("Opening"), [Guide.samples("Opening")]),
      (Guide.page("Testing"), [Guide.samples("Testing")]),
      (Guide.page("Tracing"), [Guide.samples("Tracing"), adapters]),
      ("Adapters/README.md", [adapters]),
    ] + Guide.all.map { ($0.page, [$0.source]) }

  /// It compiles with the adapters' own tests, which are another package's.
  private static let adapters = "Adapters/Tests/AdapterTests/ReadmeTests.swift"

  @Test("each Swift block stands in a file that compiles", arguments: pages)
  func compiles(page: String, sources: [String]) throws {
    let blocks = try Document(page).swiftBlocks
    #expect(!blocks.isEmpty)
    let texts = try sources.map { source in
      "\n" + Document.trimmed(try Document(source).lines).joined(separator: "\n") + "\n"
    }
    for block in blocks {
      let text = block.joined(separator: "\n")
      #expect(texts.contains { $0.contains("\n\(text)\n") }, "\(page) shows:\n\(text)")
    }
  }

  @Test("the SQL in each guide is what its Swift runs", arguments: Guide.all)
  func runs(guide: Guide) async throws {
    let db = try guide.database()
    let trace = try await StatementTrace.start(on: db)
    try await guide.run(db)
    let quoted = try Document(guide.page).quotedSQL
    #expect(!quoted.isEmpty)
    for sql in quoted {
      #expect(trace.statements.contains { matches($0, quoted: sql) }, "the guide quotes: \(sql)")
    }
  }

  @Test("no page with Swift is left out")
  func isComplete() throws {
    let folder = Document.repository.appending(path: Guide.folder)
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".md") }
      .map { "\(Guide.folder)/\($0)" }
    #expect(pages.count > 10)
    for page in pages where try !Document(page).swiftBlocks.isEmpty {
      #expect(Self.pages.contains { $0.0 == page }, "\(page)")
    }
  }

  @Test("the code in the guide to opening databases does what it says")
  func opening() async throws { try await OpeningSamples.walk() }

  @Test("README's other code does what it says")
  func readme() async throws {
    try await ReadmeSamples.run(try Database.inMemory())
  }
}
