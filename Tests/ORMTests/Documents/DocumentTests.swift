import Foundation
import ORM
import Testing

/// The Swift code of each page is word for word in a file that compiles, and the quoted SQL is
/// the SQL that the file runs.
@Suite("Code and links in the documentation")
struct DocumentTests {
  private static let pages: [(String, [String])] =
    [
      ("README.md", ["Examples/Sources/QuickStart/main.swift", Guide.samples("Readme")]),
      (Guide.page("ORM"), [Guide.samples("GettingStarted")]),
      (Guide.page("Opening"), [Guide.samples("Opening")]),
      (Guide.page("Durability"), [Guide.samples("Durability")]),
      (Guide.page("Testing"), [Guide.samples("Testing")]),
      (Guide.page("Tracing"), [Guide.samples("Tracing")] + traits),
      (Guide.page("Cookbook"), cookbook),
      (AssistantPageTests.page, [Guide.samples("Assistant")]),
    ] + Guide.all.map { ($0.page, [$0.source]) }

  /// Compiled with the tests of the traits, which are in another package.
  private static let traits = ["ReadmeTests", "ServiceTests"].map {
    "Tests/Traits/TraitTests/\($0).swift"
  }

  private static let cookbook = Set(Recipe.all.map(\.file) + ["Recipe.swift"]).map { file in
    "\(Guide.samplesFolder)/Cookbook/\(URL(filePath: file).lastPathComponent)"
  }

  @Test("Each Swift block of a page is in a file that compiles", arguments: pages)
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

  @Test("The SQL in each guide is what its Swift runs", arguments: Guide.all)
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

  @Test("Every page with Swift is checked")
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

  @Test("Each guide links to the next one in the index")
  func order() throws {
    let index = try Document(Guide.page("ORM")).lines
    let names = index.compactMap { line in
      line.firstMatch(of: /^- \[[^\]]+\]\((\w+)\.md\)$/).map { String($0.1) }
    }
    let folder = Document.repository.appending(path: Guide.folder)
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".md") && $0 != "ORM.md" }.map { String($0.dropLast(3)) }
    #expect(names.sorted() == pages.sorted())
    for (name, next) in zip(names, names.dropFirst()) {
      let lines = try Document(Guide.page(name)).lines
      let end = lines.lastIndex(of: "## Next").map { lines[($0 + 1)...].joined() } ?? ""
      let title = try Document(Guide.page(next)).lines[0].dropFirst(2)
      #expect(end.hasPrefix("[\(title)](\(next).md)"), "\(name) ends with \(end)")
    }
  }

  @Test("Links between guides lead to existing pages, and use their titles")
  func links() throws {
    let folder = Document.repository.appending(path: Guide.folder)
    for page in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let lines = try Document("\(Guide.folder)/\(page)").lines
      for line in lines {
        #expect(!line.contains("<doc:"), "\(page): \(line)")
        for link in line.matches(of: /\[([^\]]+)\]\((\w+)\.md(#[^)]*)?\)/) where link.3 == nil {
          let title = try Document(Guide.page(String(link.2))).lines[0].dropFirst(2)
          #expect(link.1 == title, "\(page): \(line)")
        }
      }
    }
  }

  @Test("README lists the guides in their order")
  func readmeOrder() throws {
    let index = try Document(Guide.page("ORM")).lines.compactMap { line in
      line.firstMatch(of: /^- \[[^\]]+\]\((\w+)\.md\)$/).map { String($0.1) }
    }
    let readme = try Document("README.md").lines.joined(separator: " ")
    let linked = readme.matches(of: /\(Sources\/ORM\/ORM\.docc\/(\w+)\.md\)/).map { String($0.1) }
    #expect(linked == index)
  }

  @Test("The code of the guide to opening databases runs")
  func opening() async throws { try await OpeningSamples.walk() }

  @Test("The code of the guide to durability runs")
  func durability() async throws { try await DurabilitySamples.walk() }

  @Test("The rest of README's code runs")
  func readme() async throws {
    try await ReadmeSamples.run(try Database.inMemory())
  }
}
