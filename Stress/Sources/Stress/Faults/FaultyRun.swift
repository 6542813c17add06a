import Foundation
import ORM

/// What a run under faults came to.
struct FaultTally {
  var runs = 0
  /// How many calls of the library have thrown.
  var thrown = 0
  /// Those of them whose writing was kept all the same.
  var keptThoughThrown: [String: Int] = [:]
  /// How many transactions were committed without a nested one that had failed.
  var partlyDone = 0
  var codes: [ResultCode: Int] = [:]
  /// How often opening failed.
  var failedOpenings = 0

  static func += (left: inout Self, right: Self) {
    left.runs += right.runs
    left.thrown += right.thrown
    left.keptThoughThrown.merge(right.keptThoughThrown, uniquingKeysWith: +)
    left.partlyDone += right.partlyDone
    left.codes.merge(right.codes, uniquingKeysWith: +)
    left.failedOpenings += right.failedOpenings
  }

  /// Says what was thrown, and what was done all the same.
  func sayCodes() {
    say("  transactions committed without a nested one that had failed: \(partlyDone)")
    for (code, count) in codes.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      say("  \(code): \(count)")
    }
    for (step, count) in keptThoughThrown.sorted(by: { $0.key < $1.key }) {
      say("  threw though it was done: \(step), \(count)")
    }
  }
}

/// The steps, done one after the other while calls of the system fail.
///
/// Where one throws, faults pause: what it did has to be there wholly or not at all, and to do it
/// again has to work on the same connection.
struct FaultyRun {
  let path: String
  let steps: [Step]
  let watchdog: Watchdog
  /// What the run is, with all that it takes to repeat it.
  let note: String
  /// The VFS that files are read and written by.
  var vfs: String? = Faults.vfs
  /// Whether the database can be read while writes fail.
  var readsMeanwhile = false
  /// Ends what makes calls fail, until `resume`.
  var pause: () throws -> Void = { Faults.pause() }
  var resume: () -> Void = { Faults.resume() }
  var tally = FaultTally()
  /// The rows that were committed.
  private var shop: Shop?

  init(path: String, steps: [Step], watchdog: Watchdog, note: String) {
    self.path = path
    self.steps = steps
    self.watchdog = watchdog
    self.note = note
  }

  private var configuration: Configuration {
    var configuration = Configuration(readerCount: 2)
    configuration.vfs = vfs
    configuration.busyTimeout = .seconds(2)
    // Small pages, few of which are kept: most of what is read and written goes to the system.
    configuration.prepareConnection = { connection in
      try connection.execute("PRAGMA page_size = 1024; PRAGMA cache_size = 20")
    }
    return configuration
  }

  /// - Parameters:
  ///   - arm: Has calls fail from here on.
  ///   - disarm: Has no call fail any more.
  mutating func run(arm: () throws -> Void, disarm: () -> Void) async throws {
    tally.runs += 1
    try Database.delete(at: path)
    try arm()
    let db = try open()
    for step in steps { try await perform(step, on: db) }
    watchdog.begin("\(note), close")
    try await db.close()
    disarm()
    watchdog.begin("\(note), read again")
    try promise(try Shop.reading(path) == shop, "\(note): what was committed is there, and no more")
    watchdog.end()
  }

  private mutating func open() throws -> Database {
    watchdog.begin("\(note), open")
    do {
      return try Database(path, configuration: configuration)
    } catch {
      tally.failedOpenings += 1
      try take(error, of: "open")
      try pause()
      defer { resume() }
      return try Database(path, configuration: configuration)
    }
  }

  private mutating func perform(_ step: Step, on db: Database) async throws {
    watchdog.begin("\(note), \(step.name)")
    let after = step.after(shop)
    do {
      try await step.run(db, shop ?? Shop())
    } catch let error as BrokenPromise {
      throw BrokenPromise("\(note), \(step.name): \(error)")
    } catch let done as PartlyDone {
      tally.partlyDone += 1
      shop = done.shop
      return
    } catch {
      try take(error, of: step.name, step.codes)
      try await retry(step, on: db, after: after)
    }
    shop = after
  }

  /// Looks what became of a step that has thrown, and does it where it was not done.
  private mutating func retry(_ step: Step, on db: Database, after: Shop?) async throws {
    let note = "\(note), \(step.name), once it has failed"
    watchdog.begin(note)
    do {
      if readsMeanwhile { try promise(try await rows(of: db) == shop, "it is not done") }
      try pause()
      defer { resume() }
      let seen = try await rows(of: db)
      try promise(seen == shop || seen == after, "it is done wholly or not at all")
      if seen != shop {
        tally.keptThoughThrown[step.name, default: 0] += 1
      } else {
        try await step.run(db, shop ?? Shop())
      }
    } catch {
      throw BrokenPromise("\(note): \(error)")
    }
  }

  private func rows(of db: Database) async throws -> Shop? {
    try await db.read { db in try Shop(db) }
  }

  private mutating func take(
    _ error: any Error, of what: String, _ codes: Set<ResultCode> = []
  ) throws {
    guard let error = error as? DatabaseError else {
      throw BrokenPromise("\(note), \(what): throws no DatabaseError: \(error)")
    }
    tally.thrown += 1
    tally.codes[error.extendedCode, default: 0] += 1
    let expected = codes.union([.inputOutput, .cannotOpen, .full])
    try promise(
      expected.contains(error.code), "\(note), \(what): says what the system said: \(error)")
  }
}
