import Foundation
import Testing

/// The page for coding assistants. Its blocks are in `AssistantSamples`, and the compiler checks each
/// cell of its tables: the code to write, and the code that other libraries suggest.
@Suite("The page for coding assistants")
struct AssistantPageTests {
  static let page = "skills/orm/SKILL.md"

  /// A cell of the tables.
  private struct Cell {
    let code: String
    /// Whether the cell is in the column of code to write.
    let isRight: Bool
    let warns: Bool
    let `throws`: Bool

    /// - Parameter text: Code, with the marks `*warns*` and `*throws*` after it if it compiles.
    init(_ text: String, isRight: Bool) {
      let parts = text.components(separatedBy: "` *")
      let marks = parts.count > 1 ? parts[1] : ""
      code = parts[0].hasPrefix("`") ? String(parts[0].dropFirst()) : parts[0]
      self.isRight = isRight
      warns = marks.contains("warns")
      `throws` = marks.contains("throws")
    }

    /// The lines of a declaration that contains the code.
    func declaration(number: Int) -> [String] {
      switch code.prefix(while: { $0 != " " && $0 != "(" }) {
      case "@Table", "enum":
        ["enum Place\(number) {", code.replacing("; @Table", with: "\n@Table"), "}"]
      case "extension":
        [code]
      case "@Column", "var":
        ["@Table struct Row\(number) {", "var id: Int?", code, "}"]
      default:
        [
          "func line\(number)(db: Database, album: Album, artist: Artist, tag: Tag, text: String)",
          "async throws {", "var album = album", "album.plays = 0", code, "}",
        ]
      }
    }
  }

  private static func cells() throws -> [Cell] {
    try Document(page).tables(["instead of", "write"]).flatMap { row in
      row.enumerated().map { Cell($1, isRight: $0 == 1) }
    }
  }

  @Test("The code blocks of the page run")
  func blocks() async throws { try await AssistantSamples.run() }

  @Test(
    "The compiler accepts each line to write, and no line to avoid, unless it is marked",
    .enabled(if: TypeChecker.canRun))
  func tables() throws {
    let cells = try Self.cells()
    #expect(cells.count >= 80)
    let declarations = try Document(Self.page).swiftBlocks.filter { block in
      ["@Table", "@Selection", "enum ", "extension ", "struct "].contains { block[0].hasPrefix($0) }
    }
    var lines = ["import Foundation", "import ORM"] + declarations.joined()
    let ranges = cells.enumerated().map { number, cell in
      let start = lines.count + 1
      lines += cell.declaration(number: number)
        .flatMap { $0.components(separatedBy: "\n") }
      return start...lines.count
    }
    let folder = try TemporaryFolder()
    let file = folder.path + "/Page.swift"
    try lines.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
    let output = try TypeChecker.output(of: [file], module: "AssistantPage", options: [])
    let reports = output.matches(of: /(?m)^(.+\.swift):(\d+):\d+: (error|warning): (.*)$/)
      .filter { $0.1 == file }.map { (line: Int($0.2) ?? 0, kind: $0.3, message: $0.4) }
    for (cell, range) in zip(cells, ranges) {
      let found = reports.filter { range.contains($0.line) }
      let errors = found.filter { $0.kind == "error" }
      if cell.isRight || cell.warns || cell.throws {
        #expect(errors.isEmpty, "\(cell.code)\n\(errors.map(\.message))")
        #expect(cell.warns == !found.isEmpty, "\(cell.code)\n\(found.map(\.message))")
      } else {
        #expect(!errors.isEmpty, "This compiles: \(cell.code)")
      }
    }
    let others = reports.filter { report in !ranges.contains { $0.contains(report.line) } }
    #expect(others.isEmpty)
  }

  @Test("Each line that the page marks as throwing is run by a test")
  func refusals() throws {
    let source = try Document(Guide.samples("Assistant")).lines.map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    let cells = try Self.cells().filter { $0.throws && !$0.warns }
    #expect(!cells.isEmpty)
    for cell in cells { #expect(source.contains(cell.code), "\(cell.code)") }
  }

  @Test("llms.txt has README's summary, and lists the page and each guide with its first sentence")
  func index() throws {
    let readme = try Document("README.md").lines.joined(separator: "\n")
    let summary = readme.components(separatedBy: "\n\n")[1].replacing("\n", with: " ")
    let text = try Document("llms.txt").lines
    #expect(text[0] == "# ORM")
    #expect(text[2] == "> " + summary)
    let guides = try Document(Guide.page("ORM")).lines.compactMap { line in
      line.firstMatch(of: /^- \[[^\]]+\]\((\w+)\.md\)$/).map { String($0.1) }
    }
    let expected = try guides.map { name in
      let page = try Document(Guide.page(name)).lines.joined(separator: "\n")
      let parts = page.components(separatedBy: "\n\n")
      let sentence = parts[1].replacing("\n", with: " ")
      return "- [\(parts[0].dropFirst(2))](\(Guide.page(name))): \(sentence)"
    }
    let links = text.filter { $0.hasPrefix("- [") }
    #expect(links.first?.contains("](\(Self.page)): ") == true)
    #expect(links.filter { $0.contains("](\(Guide.folder)/") } == expected)
    for line in links {
      let path = try #require(line.firstMatch(of: /\]\(([^)]+)\): ./)).1
      let url = Document.repository.appending(path: String(path))
      #expect(FileManager.default.fileExists(atPath: url.path), "\(line)")
    }
  }
}
