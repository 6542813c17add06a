public import ORM
public import Testing

/// A trait that gives each test a database of its own, with tables and rows in it.
///
/// ```swift
/// @Suite(
///   .database(Artist.self, Album.self) { db in
///     try await db.insert(Artist(id: 1, name: "Sade"))
///     try await db.insert(Album(title: "Promise", artistID: 1))
///   })
/// struct AlbumTests {
///   @Test("an album is found by its title", arguments: ["Promise", "promise"])
///   func finds(title: String) async throws {
///     let db = try Database.current
///     #expect(try await db.count(Album.self, where: { $0.title.like(title) }) == 1)
///   }
/// }
/// ```
///
/// Tables and rows are made once for all tests that have the trait in common, and copied for each
/// of them and each of their arguments in some ten microseconds. So tests run in parallel, and none
/// sees what another wrote. What the database throws says where in the test, or in the program, it
/// was made; see `CallSiteFinder.stack`. The database is gone when the test ends. The trait of a
/// test overrides its suite's.
public struct DatabaseTrait: TestTrait, SuiteTrait, TestScoping {
  private let template: DatabaseTemplate
  private let storage: DatabaseStorage
  private let configuration: Configuration

  /// A suite's trait is that of each test in it.
  public var isRecursive: Bool { true }

  init(template: DatabaseTemplate, storage: DatabaseStorage, configuration: Configuration) {
    self.template = template
    self.storage = storage
    self.configuration = configuration
  }

  /// Runs the test with a database of its own; Swift Testing calls this.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await template.withCopy(in: storage, configuration: configuration) { database in
      try await QueryWarnings.scope {
        try await Database.$ofTest.withValue(database) { try await function() }
      }
    }
  }
}

/// Where the database of a test lies.
public enum DatabaseStorage: Sendable {
  /// In memory, with one connection that reads and writes.
  case memory
  /// In a temporary file, with one connection that writes and several that read, as in a program.
  case file
}

extension Trait where Self == DatabaseTrait {
  /// Gives each test a database of its own; see ``DatabaseTrait``.
  ///
  /// - Parameters:
  ///   - sources: The tables and views to make.
  ///   - storage: Where the database lies.
  ///   - configuration: How it is opened.
  ///   - warnings: Which statements of the tests, not of the seed, to warn of.
  ///   - seed: Does the rest of what the tests have in common, once: migrations, rows. What it
  ///     throws is an issue of each test.
  public static func database(
    _ sources: any NamedSource.Type..., in storage: DatabaseStorage = .memory,
    configuration: Configuration = Configuration(), warnings: QueryWarnings? = nil,
    seed: @escaping @Sendable (Database) async throws -> Void = { _ in }
  ) -> Self {
    let template = DatabaseTemplate {
      let database = try Database.inMemory(configuration: configuration)
      for source in sources { try await database.create(source) }
      try await seed(database)
      return database
    }
    var ofTest = configuration
    if let warnings { ofTest.warnings = warnings }
    if ofTest.callSites == nil { ofTest.callSites = .stack }
    return DatabaseTrait(template: template, storage: storage, configuration: ofTest)
  }
}

extension Database {
  @TaskLocal static var ofTest: Database?

  /// The database of the test that runs: that of its trait, or else of its suite's; see
  /// ``DatabaseTrait``.
  ///
  /// It is bound to the test's task and those in it, not to a detached one.
  ///
  /// - Throws: ``MissingDatabaseError`` if the test lacks that trait.
  public static var current: Database {
    get throws {
      guard let ofTest else { throw MissingDatabaseError() }
      return ofTest
    }
  }
}

/// There is no database, because neither the test nor its suite has the trait `.database(…)`.
public struct MissingDatabaseError: Error, CustomStringConvertible {
  public var description: String {
    "there is no database here: neither the test nor its suite has the trait .database(…)"
  }
}
