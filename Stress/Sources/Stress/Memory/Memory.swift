import ArgumentParser
import CHeap
import ORM

/// Runs statements by the million, and watches the memory that the process holds.
struct Memory: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Memory stays flat over many statements, and over many different ones.")

  @Option(help: "How many statements to run.")
  var statements = 1_000_000

  @Option(help: "How many different statements to run.")
  var different = 10_000

  func run() async throws {
    let db = try Database.inMemory()
    try await db.create(Counter.self)
    let counter = try await db.insert(Counter.Draft(value: 0))

    // The first tenth fills the caches; what comes after may not add to them.
    var settled = heap_bytes()
    for round in 0..<10 {
      for step in 0..<statements / 10 {
        let value = round * statements / 10 + step
        try await db.execute("UPDATE counter SET value = \(value) WHERE id = \(counter.id)")
      }
      say("after \((round + 1) * statements / 10) statements: \(heap_bytes() / 1024) KB")
      if round == 0 { settled = heap_bytes() }
    }
    try check(settled, "over \(statements) statements")

    for step in 0..<different / 10 { try await readDifferent(step, from: db) }
    settled = heap_bytes()
    for step in different / 10..<different { try await readDifferent(step, from: db) }
    try check(settled, "over \(different) different statements")
  }

  /// Runs a statement that no other number gives.
  private func readDifferent(_ step: Int, from db: Database) async throws {
    _ = try await db.value(
      Int.self,
      sql: "SELECT value AS \(identifier: "v\(step)") FROM counter")
  }

  /// Throws if the process holds much more now than once the caches were full.
  private func check(_ settled: Int, _ what: String) throws {
    let now = heap_bytes()
    say("\(what): \(settled / 1024) KB, then \(now / 1024) KB")
    try promise(now - settled < 1 << 20, "memory grew \(what)")
  }
}
