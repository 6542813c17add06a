import ArgumentParser
import CHeap
import ORM

#if canImport(Glibc)
  import Glibc
#endif

/// Runs statements by the million, and watches the memory that the process holds.
struct Memory: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Memory stays flat over many statements, and over many different ones.",
    discussion: """
      Writes and reads of every kind are mixed, with some that fail, are cancelled or run out of time, and with \
      observers, streams, snapshots and whole databases that come and go. What counts is what was allocated \
      and not freed.
      """)

  @Option(help: "How many statements to run.")
  var statements = 1_000_000

  @Option(help: "How many different statements to run.")
  var different = 10_000

  @Option(help: "What is done is drawn from this.")
  var seed = UInt64.random(in: 0..<1_000_000)

  /// How many bytes may come on top once the caches are full: caches fill late where chance has it
  /// so, and a leak of one byte a statement is still seen.
  private static let tolerance = 150_000

  func run() async throws {
    try startWithoutThreadCaches()
    say("seed \(seed)")
    let folder = try ScratchFolder(isInMemory: true)
    let databases = [try Database.inMemory(), try Database(folder.file())]
    for (db, place) in zip(databases, ["in memory", "in a file"]) {
      try await runMixed(on: db, place)
      try await runDifferent(on: db, place)
      try await db.close()
    }
  }

  private func runMixed(on db: Database, _ place: String) async throws {
    var mixture = try await Mixture(db: db, seed: seed)
    let count = statements / 2
    // The first fifth fills the caches; what comes after may not add to them.
    var settled = 0
    for part in 1...10 {
      while mixture.statements < count / 10 * part { try await mixture.step() }
      let held = try await heldBytes(by: db)
      if part == 2 { settled = held }
      say("\(place), after \(mixture.statements) statements: \(held) bytes")
    }
    try check(settled, try await heldBytes(by: db), "over \(count) statements \(place)")
    say("\(place): \(mixture.summary)")
  }

  private func runDifferent(on db: Database, _ place: String) async throws {
    for step in 0..<different / 10 { try await readDifferent(step, from: db) }
    // Here the cached statements count, and the rows stay as they are.
    let settled = heap_bytes()
    for step in different / 10..<different { try await readDifferent(step, from: db) }
    try check(settled, heap_bytes(), "over \(different) different statements \(place)")
  }

  /// Runs statements that no other number gives: read by a text, built from values, and written.
  private func readDifferent(_ step: Int, from db: Database) async throws {
    let name = "v\(step)"
    _ = try await db.value(Int.self, sql: "SELECT 1 AS \(identifier: name)")
    _ = try await db.fetch(Item.where { $0.id.in(Array(0..<step % 500)) }.limit(step))
    try await db.execute("UPDATE item AS \(identifier: name) SET value = 0 WHERE id = \(step)")
  }

  /// Throws if the process holds more now than once the caches were full.
  private func check(_ settled: Int, _ held: Int, _ what: String) throws {
    say("\(what): \(settled) bytes, then \(held)")
    try promise(held - settled < Self.tolerance, "memory stays as it is \(what)")
  }

  /// What is held when all that was begun is done, with a table and a cache of statements that are
  /// empty.
  private func heldBytes(by db: Database) async throws -> Int {
    try await db.deleteAll(Item.self)
    try await db.vacuum()
    // The first to observe has statements prepared anew. Observers, and rows that were let go of,
    // are taken leave of in tasks of their own.
    try await Task.sleep(for: .milliseconds(20))
    _ = try await db.changes(of: Item.self)
    try await Task.sleep(for: .milliseconds(20))
    return heap_bytes()
  }
}

/// Starts the program anew where the allocator keeps small blocks for each thread, up to some
/// hundred KB that would count as held; see
/// <https://sourceware.org/glibc/manual/latest/html_node/Memory-Allocation-Tunables.html>.
private func startWithoutThreadCaches() throws {
  #if canImport(Glibc)
    guard getenv("GLIBC_TUNABLES") == nil else { return }
    setenv("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0", 1)
    execv("/proc/self/exe", CommandLine.unsafeArgv)
    throw BrokenPromise("the program starts anew: \(errno)")
  #endif
}
