import ORM
import Testing

@testable import ORMSQLite

@Suite("The pace of listening for commits", .timeLimit(.minutes(10)))
struct ListenerPaceTests {
  private static let start = ContinuousClock.now

  /// The number of pauses before `waits` waits that are `apart` from each other. A pause finds
  /// `commits`.
  private func pauses(
    _ pace: inout ListenerPace, waits: Int, apart: Duration, finding commits: Int
  ) -> Int {
    (1...waits).count { wait in
      let isDue = pace.pauses(now: Self.start + apart * wait)
      if isDue { pace.found(commits) }
      return isDue
    }
  }

  @Test("The listener pauses before each wait if commits follow each other closely")
  func closely() {
    var pace = ListenerPace()
    #expect(pauses(&pace, waits: 1000, apart: .microseconds(20), finding: 50) > 900)
  }

  @Test("The listener never pauses if commits are more than a millisecond apart")
  func apart() {
    var pace = ListenerPace()
    #expect(pauses(&pace, waits: 10_000, apart: .milliseconds(2), finding: 50) == 0)
  }

  @Test("The listener pauses ever more rarely if each commit waits for its answer")
  func answered() {
    var pace = ListenerPace()
    let early = pauses(&pace, waits: 1000, apart: .microseconds(20), finding: 1)
    #expect(early > 0)
    #expect(pauses(&pace, waits: 100_000, apart: .microseconds(20), finding: 1) < 40)
  }

  @Test("The listener stops pausing if a pause finds few commits, and soon tries again")
  func ends() {
    var pace = ListenerPace()
    _ = pauses(&pace, waits: 1000, apart: .microseconds(20), finding: 50)
    #expect(pauses(&pace, waits: 1, apart: .zero, finding: 0) == 1)
    #expect(pauses(&pace, waits: 1, apart: .zero, finding: 0) == 0)
    #expect(pauses(&pace, waits: 10, apart: .microseconds(20), finding: 50) > 5)
  }

  @Test("Observers and streams get every one of 2,000 rapid commits")
  func floods() async throws {
    let two = try TwoDatabases()
    let db = two.db
    try await db.create(Band.self)
    try await db.insert(Band(id: 1, name: "0"))
    var changes = try await db.changes(of: Band.self).makeAsyncIterator()
    let names = Task {
      for try await bands in db.observe(Band.all) where bands[0].name == "2000" { return true }
      return false
    }
    let updated = Task {
      var updated = 0
      while updated < 2000 { updated += try await changes.next()?.updated.count ?? 2000 }
      return updated
    }
    for name in 1...2000 { try await db.update(Band(id: 1, name: "\(name)")) }
    #expect(try await updated.value == 2000)
    #expect(try await names.value)
  }
}
