import ORM
import ORMTesting
import Synchronization
import Testing

/// The code of the guide to tracing.
enum TracingSamples {
  final class Counter: Sendable {
    private let total = Mutex(0)
    var value: Int { total.withLock { $0 } }
    func add(_ count: Int) { total.withLock { $0 += count } }
  }

  static func hook(_ path: String) throws -> Database {
    var configuration = Configuration()
    configuration.statementHooks = [StatementHook { print($0) }]
    let db = try Database(path, configuration: configuration)
    return db
  }

  static func hooks(_ counter: Counter) -> Configuration {
    var configuration = Configuration()
    configuration.statementHooks = [
      StatementHook { event in counter.add(event.rowCount) },
      StatementHook(slowerThan: .milliseconds(100), includesValues: true) { print("slow:", $0) },
    ]
    return configuration
  }

  static func warnings() -> Configuration {
    var configuration = Configuration()
    configuration.warnings = QueryWarnings { print($0) }
    return configuration
  }

  static func throwing() -> Configuration {
    var configuration = Configuration()
    var warnings = QueryWarnings.throwing
    warnings.repetitionLimit = 50
    warnings.ignoredTables = ["setting"]
    configuration.warnings = warnings
    return configuration
  }

  static func scope(_ request: Int, handle: (Int) async throws -> Void) async throws {
    try await QueryWarnings.scope { try await handle(request) }
  }

  @Table
  struct Member: Identifiable {
    let id: Int
    var name: String
    @Column(redacted: true) var password: String
  }

  @Table
  struct Artist: Identifiable {
    let id: Int
    var name: String
  }

  @Table
  struct Album: Identifiable, Equatable {
    #Index<Album>(\.artistID)
    var id: Int?
    var title: String
    @Column(references: Artist.self) var artistID: Int
  }
}

extension TracingSamples {
  @Suite(.database(Artist.self, Album.self, warnings: .throwing))
  struct WarnedTests {
    @Test("an album is found by its key")
    func finds() async throws {
      let db = try Database.current
      #expect(try await db.find(Album.self, 1) == nil)
    }
  }

  @Suite("The guide to tracing")
  struct OtherTests {
    @Test("The guide's hooks receive events")
    func hooks() async throws {
      let folder = try TemporaryFolder()
      let counter = Counter()
      try await TracingSamples.hook(folder.file()).create(Artist.self)
      let db = try Database(folder.file(), configuration: TracingSamples.hooks(counter))
      #expect(try await db.count(Artist.self) == 0)
      #expect(counter.value == 1)
    }

    @Test("A redacted column is not shown")
    func redacted() {
      let member = Member(id: 1, name: "Ada", password: "secret")
      #expect("\(member)" == #"Member(id: 1, name: "Ada", password: "(redacted)")"#)
    }

    @Test("The guide's warnings are reported or thrown")
    func warnings() async throws {
      for configuration in [TracingSamples.warnings(), TracingSamples.throwing()] {
        let db = try Database.inMemory(configuration: configuration)
        try await db.create(Artist.self)
        let query = Artist.where { $0.name == "Sade" }
        try await TracingSamples.scope(1) { _ in
          do {
            let isEmpty = try await db.fetch(query).isEmpty
            #expect(isEmpty && configuration.warnings?.repetitionLimit == 10)
          } catch let warning as QueryWarning {
            #expect(warning.kind == .scan(table: "artist"))
            #expect(configuration.warnings?.repetitionLimit == 50)
          }
        }
      }
    }
  }
}
