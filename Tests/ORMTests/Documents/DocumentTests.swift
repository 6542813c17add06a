import Foundation
import ORM
import Testing

/// What the pages show: their Swift stands word for word in a file that compiles, and the SQL beside it is
/// what that file runs.
@Suite("What the documentation shows")
struct DocumentTests {
  static let guides = "Sources/ORM/ORM.docc"
  static let samples = "Tests/ORMTests/Documents/Samples"

  @Test(
    "each Swift block stands in a file that compiles",
    arguments: [
      ("README.md", ["Examples/Sources/QuickStart/main.swift", "\(samples)/ReadmeSamples.swift"]),
      ("\(guides)/ORM.md", ["\(samples)/GettingStartedSamples.swift"]),
      ("\(guides)/GettingStarted.md", ["\(samples)/GettingStartedSamples.swift"]),
      ("\(guides)/TablesAndColumns.md", ["\(samples)/TablesAndColumnsSamples.swift"]),
      ("\(guides)/Values.md", ["\(samples)/ValuesSamples.swift"]),
      ("\(guides)/ReadingAndWriting.md", ["\(samples)/ReadingAndWritingSamples.swift"]),
      ("\(guides)/Queries.md", ["\(samples)/QueriesSamples.swift"]),
      ("\(guides)/Writing.md", ["\(samples)/WritingSamples.swift"]),
      ("\(guides)/Functions.md", ["\(samples)/FunctionsSamples.swift"]),
      ("\(guides)/Views.md", ["\(samples)/ViewsSamples.swift"]),
      ("\(guides)/DeclaringTriggers.md", ["\(samples)/TriggersSamples.swift"]),
      ("\(guides)/QueryingJSON.md", ["\(samples)/JSONSamples.swift"]),
      ("\(guides)/FullText.md", ["\(samples)/FullTextSamples.swift"]),
      ("\(guides)/RTrees.md", ["\(samples)/RTreesSamples.swift"]),
      ("\(guides)/RawSQL.md", ["\(samples)/RawSQLSamples.swift"]),
      ("\(guides)/Opening.md", ["\(samples)/OpeningSamples.swift"]),
      ("\(guides)/Maintenance.md", ["\(samples)/MaintenanceSamples.swift"]),
    ])
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

  @Test("the SQL in the guide for a start is what runs")
  func gettingStarted() async throws {
    try await expectSQL(of: "\(Self.guides)/GettingStarted.md", GettingStartedSamples.run)
  }

  @Test("the SQL in the guide to tables and columns is what runs")
  func tablesAndColumns() async throws {
    try await expectSQL(of: "\(Self.guides)/TablesAndColumns.md", TablesAndColumnsSamples.run)
  }

  @Test("the SQL in the guide to values is what runs")
  func values() async throws {
    try await expectSQL(of: "\(Self.guides)/Values.md", ValuesSamples.run)
  }

  @Test("the SQL in the guide to reading and writing is what runs")
  func readingAndWriting() async throws {
    try await expectSQL(of: "\(Self.guides)/ReadingAndWriting.md", ReadingAndWritingSamples.run)
  }

  @Test("the SQL in the guide to queries is what runs")
  func queries() async throws {
    try await expectSQL(of: "\(Self.guides)/Queries.md", QueriesSamples.run)
  }

  @Test("the SQL in the guide to writes is what runs")
  func writing() async throws {
    try await expectSQL(of: "\(Self.guides)/Writing.md", WritingSamples.run)
  }

  @Test("the SQL in the guide to functions is what runs")
  func functions() async throws {
    try await expectSQL(of: "\(Self.guides)/Functions.md", FunctionsSamples.run)
  }

  @Test("the SQL in the guide to views is what runs")
  func views() async throws {
    try await expectSQL(of: "\(Self.guides)/Views.md", ViewsSamples.run)
  }

  @Test("the SQL in the guide to triggers is what runs")
  func triggers() async throws {
    try await expectSQL(of: "\(Self.guides)/DeclaringTriggers.md", TriggersSamples.run)
  }

  @Test("the SQL in the guide to JSON is what runs")
  func json() async throws {
    try await expectSQL(of: "\(Self.guides)/QueryingJSON.md", JSONSamples.run)
  }

  @Test("the SQL in the guide to full text is what runs")
  func fullText() async throws {
    try await expectSQL(
      of: "\(Self.guides)/FullText.md", in: FullTextSamples.database(), FullTextSamples.run)
  }

  @Test("the SQL in the guide to R*Trees is what runs")
  func rTrees() async throws {
    try await expectSQL(of: "\(Self.guides)/RTrees.md", RTreesSamples.run)
  }

  @Test("the SQL in the guide to SQL of one's own is what runs")
  func rawSQL() async throws {
    try await expectSQL(of: "\(Self.guides)/RawSQL.md", RawSQLSamples.run)
  }

  @Test("the SQL in the guide to backups and care is what runs")
  func maintenance() async throws {
    try await expectSQL(of: "\(Self.guides)/Maintenance.md", MaintenanceSamples.run)
  }

  @Test("the code in the guide to opening databases does what it says")
  func opening() async throws { try await OpeningSamples.walk() }

  @Test("README's other code does what it says")
  func readme() async throws {
    try await ReadmeSamples.run(try Database.inMemory())
  }

  private func expectSQL(
    of page: String, in database: Database? = nil, _ run: (Database) async throws -> Void
  ) async throws {
    let db = try database ?? Database.inMemory()
    let trace = try await StatementTrace.start(on: db)
    try await run(db)
    let quoted = try Document(page).quotedSQL
    #expect(!quoted.isEmpty)
    for sql in quoted {
      #expect(trace.statements.contains { matches($0, quoted: sql) }, "\(page) quotes: \(sql)")
    }
  }
}
