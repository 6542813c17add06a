import Foundation
import ORM
import Testing

@Suite("Versions of a schema, each with rows")
struct ModelTests {
  /// How many runs; more with the environment variable.
  private static let count =
    ProcessInfo.processInfo.environment["MIGRATION_MODELS"].flatMap(Int.init) ?? 75

  @Test(
    "come to what a new database with the same rows is, or refuse to lose some",
    arguments: 0..<count)
  func seeds(seed: Int) async throws {
    var run = try ModelRun(seed: UInt64(seed))
    try await run.run()
  }

  @Test(
    "that have nothing to do with each other stand side by side, and one gives way if it is told",
    arguments: 1000..<1030)
  func unrelated(seed: Int) async throws {
    let run = try ModelRun(seed: UInt64(seed))
    try await run.runUnrelated()
  }
}
