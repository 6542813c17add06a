import Foundation
import ORM
import Testing

/// Each entry of the cookbook is code that compiles and runs, and its SQL is the SQL that the
/// code runs.
@Suite("The cookbook and its recipes", .timeLimit(.minutes(10)))
struct CookbookTests {
  private static let page = Guide.page("Cookbook")

  /// The entries of the page, by their headings, each with its lines.
  private static func entries() throws -> [(name: String, lines: [String])] {
    var entries: [(name: String, lines: [String])] = []
    for line in try Document(page).lines {
      if line.hasPrefix("### ") {
        entries.append((String(line.dropFirst(4)), []))
      } else if !entries.isEmpty {
        entries[entries.count - 1].lines.append(line)
      }
    }
    return entries
  }

  @Test("The cookbook has the same entries as the recipes, in the same order")
  func isComplete() throws {
    let names = try Self.entries().map(\.name)
    #expect(names == Recipe.all.map(\.name))
    #expect(names.count >= 40)
    #expect(Set(names).count == names.count)
  }

  @Test("Each entry shows the code that its recipe runs", arguments: Recipe.all)
  func shows(_ recipe: Recipe) throws {
    let entry = try #require(try Self.entries().first { $0.name == recipe.name })
    let blocks = Document(lines: entry.lines).swiftBlocks
    #expect(!blocks.isEmpty)
    let file = Document.trimmed(
      try String(contentsOfFile: recipe.file, encoding: .utf8).components(separatedBy: "\n"))
    let start = try #require(file.firstIndex { $0.hasPrefix("Recipe(\"\(recipe.name)\")") })
    let own = file[(start + 1)...].prefix { !$0.hasPrefix("Recipe(") }
    let declarations = file.prefix {
      !$0.hasPrefix("static let ") || !$0.hasSuffix(": [Recipe] = [")
    }
    for block in blocks {
      // A type can't be declared in the recipe itself.
      let text = "\n" + block.joined(separator: "\n") + "\n"
      let isShown = [own, declarations].contains {
        ("\n" + $0.joined(separator: "\n") + "\n").contains(text)
      }
      #expect(isShown, "\(recipe.name) shows:\(text)")
    }
  }

  @Test("Each entry quotes the SQL that its recipe runs", arguments: Recipe.all)
  func runs(_ recipe: Recipe) async throws {
    let db = try await CookbookSamples.database()
    let trace = try await StatementTrace.start(on: db)
    try await recipe.run(db)
    let entry = try #require(try Self.entries().first { $0.name == recipe.name })
    for sql in Document(lines: entry.lines).quotedSQL {
      let isRun = trace.statements.contains { matches($0, quoted: sql) }
      #expect(isRun, "\(recipe.name) quotes: \(sql)\n\(trace.statements.joined(separator: "\n"))")
    }
  }

  @Test("The cookbook begins with the tables that its recipes use")
  func tables() throws {
    let source = Document.trimmed(
      try Document("\(Guide.samplesFolder)/Cookbook/Recipe.swift").lines)
    let text = "\n" + source.joined(separator: "\n") + "\n"
    let head = try Document(Self.page).lines.prefix { !$0.hasPrefix("### ") }
    let blocks = Document(lines: Array(head)).swiftBlocks
    #expect(!blocks.isEmpty)
    for block in blocks { #expect(text.contains("\n" + block.joined(separator: "\n") + "\n")) }
  }
}
