import Foundation
import ORM
import Testing

@Suite("Generated versions of a schema, with rows")
struct ModelTests {
  /// The number of runs, which the environment variable can increase.
  private static let count =
    ProcessInfo.processInfo.environment["MIGRATION_MODELS"].flatMap(Int.init) ?? 75

  @Test(
    "A migrated database equals a new one with the same rows, or the migration is refused",
    arguments: 0..<count)
  func seeds(seed: Int) async throws {
    var run = try ModelRun(seed: UInt64(seed))
    try await run.run()
  }

  @Test(
    "Tables of an unrelated schema are kept, and dropped only with a permission",
    arguments: 1000..<1030)
  func unrelated(seed: Int) async throws {
    let run = try ModelRun(seed: UInt64(seed))
    try await run.runUnrelated()
  }
}
