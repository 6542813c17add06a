import ArgumentParser
import Foundation
import ORM

/// Has many observers at many tables, and measures what a commit costs that concerns none of them.
struct Observers: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Observers make commits that don't concern them hardly dearer, and are woken by the others alone."
  )

  @Option(help: "How many tables there are.")
  var tables = 100

  @Option(help: "How many observers there are.")
  var observers = 1_000

  @Option(help: "How many commits are measured of each kind.")
  var commits = 10_000

  func run() async throws {
    let folder = try ScratchFolder(isInMemory: true)
    let places: [(String, () throws -> Database)] = [
      ("in memory", { try Database.inMemory() }), ("in a file", { try Database(folder.file("a")) }),
    ]
    for (place, open) in places {
      let quiet = try await Crowd(
        db: place == "in memory" ? .inMemory() : Database(folder.file("b")), tables: tables,
        observers: 0)
      let crowd = try await Crowd(db: try open(), tables: tables, observers: observers)
      try await withThrowingTaskGroup(of: Void.self) { group in
        crowd.observe(in: &group)
        // Who has been told of a second value is known to the connection.
        try await crowd.board.wait(for: 0, of: 0..<observers + crowd.rowObservers)
        for table in 0..<tables { try await crowd.change(table, to: 1) }
        try await crowd.changeRows(to: 1)
        try await measure(crowd, quiet, place)
        try await wake(crowd, place)
        group.cancelAll()
        do { try await group.waitForAll() } catch is CancellationError {}
      }
      try await crowd.db.close()
      try await quiet.db.close()
    }
  }

  private func measure(_ crowd: Crowd, _ quiet: Crowd, _ place: String) async throws {
    let writes: [(String, SQL)] = [
      ("a table that nobody observes", "UPDATE unobserved SET value = value + 1"),
      ("a column that nobody reads", "UPDATE t7 SET unread = unread + 1 WHERE id = 3"),
      ("a row that nobody observes", "UPDATE counter SET value = value + 1 WHERE id = 100"),
    ]
    for (what, sql) in writes {
      let before = crowd.board.sums
      var (with, without): ([Duration], [Duration]) = ([], [])
      for _ in 0..<commits {
        without.append(try await time(sql, on: quiet.db))
        with.append(try await time(sql, on: crowd.db))
      }
      try await Task.sleep(for: .milliseconds(50))
      let after = crowd.board.sums
      try promise(after == before, "a commit to \(what) wakes nobody: \(before), \(after)")
      let (least, most) = (median(without), median(with))
      let all = crowd.observers + crowd.rowObservers
      say(
        "\(place), a commit to \(what): \(microseconds(least)) without observers, "
          + "\(microseconds(most)) with \(all), \(microseconds(most - least)) more")
      // Far above what is asked for: even of its own time a program needs more beside others.
      try promise(most - least < .microseconds(100), "it costs hardly more")
    }
  }

  /// How much of a processor's time it takes: what other programs take does not count.
  private func time(_ sql: SQL, on db: Database) async throws -> Duration {
    let start = clock()
    try await db.execute(sql)
    return .microseconds(Double(clock() - start) * 1_000_000 / Double(CLOCKS_PER_SEC))
  }

  private func median(_ durations: [Duration]) -> Duration {
    durations.sorted()[durations.count / 2]
  }

  private func microseconds(_ duration: Duration) -> String {
    let tenths = Int((duration / .microseconds(0.1)).rounded())
    return "\(tenths / 10).\(tenths % 10) us"
  }

  /// Changes each table, and counts whom that wakes.
  private func wake(_ crowd: Crowd, _ place: String) async throws {
    let clock = ContinuousClock()
    let start = clock.now
    for table in 0..<tables {
      let before = crowd.board.sums
      try await crowd.change(table, to: 2)
      let after = crowd.board.sums
      let concerned = crowd.observers(of: table)
      try promise(
        after.tellings - before.tellings == concerned.count(where: { _ in true }),
        "each is told once: \(after.tellings - before.tellings)")
      try promise(
        after.readings - before.readings == concerned.count { $0 / tables % 2 == 1 },
        "nobody else has looked: \(after.readings - before.readings)")
    }
    say(
      "\(place): \(crowd.observers) observers of \(tables) tables told in "
        + "\((clock.now - start) / tables) a table")
  }
}
