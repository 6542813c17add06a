import Foundation
import ORM

/// Prints what each workload costs as a ratio to C in the same process.
///
/// Usage: `swift run -c release Benchmarks [rows] [rounds]`
@main
struct Main {
  static func main() async throws {
    try restartWithSteadyAllocator()
    let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
    let rows = max(1, arguments.first ?? 100_000)
    let rounds = max(1, arguments.dropFirst().first ?? 5)
    let folder = URL.temporaryDirectory.appending(path: "orm-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }

    print("\(rows) rows of 10 columns, \(rounds) rounds; C = 1.00, minimum / median")
    try await run(
      "in memory", Workloads(count: rows, c: try CDatabase(":memory:"), db: try .inMemory()),
      rounds: rounds)
    try await run(
      "on disk",
      Workloads(
        count: rows, c: try CDatabase(folder.appending(path: "c.sqlite").path),
        db: try Database(folder.appending(path: "orm.sqlite").path)),
      rounds: rounds)
  }

  static func run(_ place: String, _ workloads: Workloads, rounds: Int) async throws {
    for comparison in workloads.comparisons {
      let result = try await comparison.run(rounds: rounds)
      let ratios = result.ratios
      let c = (result.c.min() ?? 0) * 1000
      print(
        String(
          format: "%.2f / %.2f", ratios[0], ratios[ratios.count / 2]),
        "  \(comparison.name), \(place) (C: \(String(format: "%.1f", c)) ms)")
    }
  }

  /// Starts this program again with an allocator that keeps its memory.
  ///
  /// glibc gives the top of the heap back after a large fetch and takes it again, page fault by page
  /// fault, in the next; that alone makes the same code differ by half.
  static func restartWithSteadyAllocator() throws {
    #if os(Linux)
      guard getenv("MALLOC_TRIM_THRESHOLD_") == nil else { return }
      setenv("MALLOC_MMAP_THRESHOLD_", "1073741824", 1)
      setenv("MALLOC_TRIM_THRESHOLD_", "8589934592", 1)
      setenv("MALLOC_TOP_PAD_", "16777216", 1)
      var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
      execv("/proc/self/exe", &arguments)
    #endif
  }
}
