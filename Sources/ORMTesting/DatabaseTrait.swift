public import ORM
public import Testing

/// A trait that gives each test its own database, with tables and rows in it.
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
/// The tables and rows are created once for all tests that share the trait, and copied for each
/// test and each of its arguments in about ten microseconds. So tests run in parallel and don't see
/// each other's writes. A database error contains the line of the call that threw it, in the test
/// or in the program; see `CallSiteFinder.stack`. The database is deleted when the test ends. The
/// trait of a test overrides the trait of its suite.
public struct DatabaseTrait: TestTrait, SuiteTrait, TestScoping {
  private let template: DatabaseTemplate
  private let storage: DatabaseStorage
  private let configuration: Configuration

  /// The trait of a suite applies to each test in it.
  public var isRecursive: Bool { true }

  init(template: DatabaseTemplate, storage: DatabaseStorage, configuration: Configuration) {
    self.template = template
    self.storage = storage
    self.configuration = configuration
  }

  /// Runs the test with its own database; Swift Testing calls this.
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

/// The storage of a test's database.
public enum DatabaseStorage: Sendable {
  /// In memory, with one connection that reads and writes.
  case memory
  /// In a temporary file, with a writer and several readers, as in a program.
  case file
}

extension Trait where Self == DatabaseTrait {
  /// Gives each test its own database; see ``DatabaseTrait``.
  ///
  /// - Parameters:
  ///   - sources: The tables and views to create.
  ///   - storage: The storage of the database. The default is ``DatabaseStorage/memory``.
  ///   - configuration: The configuration that the database is opened with.
  ///   - warnings: The warnings about statements of the tests, but not of the seed. The default,
  ///     nil, uses the configuration's warnings.
  ///   - seed: Runs migrations and inserts rows, once for all tests. If it throws, each test
  ///     records the error as an issue.
  public static func database(
    _ sources: any TableOrView.Type..., in storage: DatabaseStorage = .memory,
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

  /// The database of the current test, from the test's trait or else its suite's; see
  /// ``DatabaseTrait``.
  ///
  /// It is a task-local value: child tasks see it, detached tasks don't.
  ///
  /// - Throws: ``MissingDatabaseError`` if neither the test nor its suite has the trait.
  public static var current: Database {
    get throws {
      guard let ofTest else { throw MissingDatabaseError() }
      return ofTest
    }
  }
}

/// The error of `Database.current` if neither the test nor its suite has the trait
/// `.database(…)`.
public struct MissingDatabaseError: Error, CustomStringConvertible {
  public var description: String {
    "there is no database: add the trait .database(…) to the test or its suite"
  }
}
