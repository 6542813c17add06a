import ArgumentParser
import Foundation
import ORM

/// Walks random histories from each of their versions.
struct HistoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "From each version of random histories to the newest one, with every row.")

  @Option(help: "How many histories there are.")
  var count = 500

  @Option(help: "How many versions each of them has.")
  var versions = 10

  @Option(help: "How many processes are ended on the way.")
  var kills = 300

  @Option(help: "How many times the disk gets ever more room.")
  var fulls = 20

  @Option(help: "How many times processes of two versions start at once.")
  var starts = 40

  @Option(help: "What the first history is drawn from; the next one has the next number.")
  var seed = UInt64.random(in: 0..<1_000_000)

  func run() async throws {
    say("seed \(seed)")
    var tally = HistoryTally()
    let folder = try ScratchFolder(isInMemory: true)
    var failures = 0
    for number in seed..<seed + UInt64(count) {
      do {
        try await walk(number, folder, &tally)
      } catch {
        failures += 1
        if count == 1 { describe(number) }
        say("--seed \(number) --count 1 --versions \(versions): \(error)")
        if failures == 20 { break }
      }
      if (number - seed + 1) % 100 == 0 { say("\(number - seed + 1) histories") }
    }
    say("\(tally)")
    let faults = HistoryFaults(folder: folder, versions: versions, seed: seed)
    try await faults.endProcesses(kills)
    try await faults.leaveNoRoom(fulls)
    try await faults.startTogether(starts)
    try promise(failures == 0, "\(failures) histories failed")
  }

  /// Walks one history from each of its versions, in files made in several ways.
  private func walk(
    _ number: UInt64, _ folder: ScratchFolder, _ tally: inout HistoryTally
  ) async throws {
    var generator = HistoryGenerator(seed: number)
    let walk = try HistoryWalk(generator.history(of: versions))
    for start in 0..<versions {
      for way in HistoryStart.allCases {
        let note = "from \(walk.versions[start].name), \(way)"
        let path = folder.file("history.sqlite")
        try Database.delete(at: path)
        var rows = HistoryRows()
        try await way.make(path, walk, at: start)
        try walk.insert(&rows, at: start, into: path, &generator)
        var place = start
        // Some programs are updated at each version, and write rows in between.
        while place < versions - 1 {
          let isEach = way == .stepping
          let next = isEach ? place + 1 : generator.chance(0.3) ? place + 1 : versions - 1
          let before = rows
          for step in place + 1...next {
            rows = rows.next(walk.versions[step], after: walk.versions[step - 1].schema)
          }
          do {
            let plans = try await migrate(path, walk.history(through: next + 1))
            let names = plans.reduce(into: [String]()) { names, plan in
              if let name = plan.version, names.last != name { names.append(name) }
            }
            // Without records, a file is at the last of several versions that are the same.
            let isKnown = way == .created || way == .stepping || place > start
            let wanted = walk.versions[place + 1...next].map(\.name)
            try promise(
              isKnown ? names == wanted : wanted.suffix(names.count) == names,
              "\(note): the versions on the way")
          } catch let error as HistoryError where error.reason == .undecided {
            try walk.check(path, before, at: place, "\(note), undecided")
            tally.undecided += 1
            break
          } catch {
            throw BrokenPromise("\(note), to \(walk.versions[next].name): \(error)")
          }
          place = next
          try walk.check(path, rows, at: place, note)
          if place < versions - 1 { try walk.insert(&rows, at: place, into: path, &generator) }
        }
        guard place == versions - 1 else { continue }
        // A file of the newest version still gets its records.
        if start == place {
          do {
            _ = try await migrate(path, walk.history(through: versions))
          } catch let error as HistoryError where error.reason == .undecided {
            tally.undecided += 1
            continue
          }
        }
        let again = try await migrate(path, walk.history(through: versions))
        try promise(again.isEmpty, "\(note): the second start has nothing to do: \(again)")
        try walk.check(path, rows, at: place, "\(note), started twice")
        tally.ways += 1
        tally.versions += versions - 1 - start
      }
    }
    tally.histories += 1
  }

  /// Prints a history.
  private func describe(_ number: UInt64) {
    var generator = HistoryGenerator(seed: number)
    for version in generator.history(of: versions) {
      say("\n\(version.name)")
      for table in version.schema.declared.tables {
        let columns = table.columns.filter { !$0.formerNames.isEmpty }.map {
          "\($0.name) was \($0.formerNames)"
        }
        let former = table.formerNames.isEmpty ? "" : " was \(table.formerNames)"
        if !columns.isEmpty || !former.isEmpty { say("  \(table.name)\(former): \(columns)") }
      }
      for statement in version.schema.statements { say("  \(statement)") }
      for rule in version.rules {
        say(
          "  rule \(rule.table).\(rule.column) \(rule.isFill ? "fill" : "convert") \(rule.rule.sql)"
        )
      }
      for step in version.stepsBefore { say("  before: \(step)") }
      for step in version.stepsBetween { say("  between: \(step)") }
      for step in version.stepsAfter { say("  after: \(step)") }
      for loss in version.allowed { say("  \(loss)") }
    }
  }

  private func migrate(_ path: String, _ history: SchemaHistory) async throws -> [MigrationPlan] {
    try await HistoryWalk.migrate(path, history)
  }
}

/// How a file has come to the version that a walk starts from.
enum HistoryStart: CaseIterable {
  /// The program of the version has made it.
  case created
  /// The same, and it is updated to each version in turn.
  case stepping
  /// A program without a history has made it.
  case planned
  /// SQL has made it.
  case bare

  func make(_ path: String, _ walk: HistoryWalk, at place: Int) async throws {
    if self == .bare {
      let raw = try RawSQLite(path, flags: 0x6)
      for statement in walk.versions[place].schema.statements { try raw.rows(statement) }
      return
    }
    let db = try Database(path, configuration: HistoryWalk.configuration)
    if self == .planned {
      try await db.migrate(to: walk.schemas[place])
    } else {
      try await db.migrate(walk.history(through: place + 1))
    }
    try await db.close()
  }
}

/// What the walks came to.
struct HistoryTally: CustomStringConvertible {
  var histories = 0
  var ways = 0
  var versions = 0
  var undecided = 0

  var description: String {
    "\(histories) histories: \(ways) ways through \(versions) versions came out right,"
      + " \(undecided) databases without records were refused as undecided"
  }
}
