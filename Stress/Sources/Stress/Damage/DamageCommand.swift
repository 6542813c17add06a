import ArgumentParser
import Foundation
import ORM

/// Damages files at random, and looks what the library makes of them.
struct DamageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "damage",
    abstract: "Damaged files and changesets: an error or what SQLite reads, and never a crash.")

  @Option(help: "The first seed.")
  var first: UInt64 = 1

  @Option(help: "How many seeds.")
  var count: UInt64 = 1_000

  func run() async throws {
    let folder = try ScratchFolder(isInMemory: true)
    let watchdog = Watchdog(limit: .seconds(60))
    let databases = try await DatabaseBytes.sound(in: folder)
    let changesets = try await DamagedChangesets()
    let start = ContinuousClock.now
    var tally = DamageTally()
    for seed in first..<first + count {
      var random = SeededGenerator(seed: seed)
      let sound = databases[Int(seed % UInt64(databases.count))]
      var damaged = sound
      let damage = damaged.damage(by: &random)
      let note = "--first \(seed) --count 1 (\(sound.name): \(damage))"
      var use = DamagedUse(
        path: folder.file("damaged.sqlite"), sound: sound, damaged: damaged, watchdog: watchdog,
        note: note)
      try await use.run()
      tally += use.tally
      watchdog.begin("\(note), changeset")
      tally += try await changesets.use(note, &random)
      watchdog.end()
    }
    say(
      "seeds \(first) to \(first + count - 1) in \(ContinuousClock.now - start): "
        + "\(tally.calls) calls, \(tally.failures) of them threw")
    say(
      "\(tally.refused) files could not be opened; \(tally.compared) reads were as SQLite's own, "
        + "\(tally.failedReads) of them errors and \(tally.unreadableReads) rows of other types")
    for (name, count) in tally.errors.sorted(by: { $0.key < $1.key }) { say("  \(name): \(count)") }
  }
}

/// What the use of damaged files came to.
struct DamageTally {
  var calls = 0
  var failures = 0
  var refused = 0
  var compared = 0
  var failedReads = 0
  var unreadableReads = 0
  var errors: [String: Int] = [:]

  static func += (left: inout Self, right: Self) {
    left.calls += right.calls
    left.failures += right.failures
    left.refused += right.refused
    left.compared += right.compared
    left.failedReads += right.failedReads
    left.unreadableReads += right.unreadableReads
    left.errors.merge(right.errors, uniquingKeysWith: +)
  }

  /// Counts an error.
  ///
  /// - Throws: ``BrokenPromise`` where it is none of those that say what is wrong with a file.
  mutating func take(_ error: any Error, _ note: String) throws {
    failures += 1
    let name: String
    switch error {
    case let error as DatabaseError:
      try promise(error.code != .misuse, "\(note): SQLite is used as it allows: \(error)")
      name = "\(error.code)"
    case is RowDecodingError, is RowNotFoundError, is RowNotKeptError, is SchemaMismatchError:
      name = "\(type(of: error))"
    default: throw BrokenPromise("\(note): throws an error of the library: \(error)")
    }
    errors[name, default: 0] += 1
  }
}
