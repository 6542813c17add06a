import ArgumentParser
import Foundation
import ORM

/// Ends walks at any moment, leaves them without room, and starts two versions of a program at once.
struct HistoryFaults {
  let folder: ScratchFolder
  let versions: Int
  let seed: UInt64

  private var path: String { folder.file("walked.sqlite") }
  private var seedPath: String { folder.file("walked-seed.sqlite") }

  /// A history and a file at one of its versions, with rows.
  private func make(_ number: UInt64) async throws -> HistoryCase {
    var generator = HistoryGenerator(seed: number)
    let walk = try HistoryWalk(generator.history(of: versions))
    let start = Int.random(in: 0..<versions - 1, using: &generator.random)
    try Database.delete(at: seedPath)
    let history = walk.history(through: start + 1)
    _ = try await HistoryWalk.migrate(seedPath, history)
    var rows = HistoryRows()
    try walk.insert(&rows, at: start, into: seedPath, &generator, most: 300)
    let raw = try RawSQLite(seedPath)
    try raw.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    var newest = rows
    for step in start + 1..<versions {
      newest = newest.next(walk.versions[step], after: walk.versions[step - 1].schema)
    }
    return HistoryCase(walk: walk, number: number, start: start, old: rows, new: newest)
  }

  private func restore() throws {
    try Database.delete(at: path)
    try FileManager.default.copyItem(atPath: seedPath, toPath: path)
  }

  /// Whether the file is at the newest version, and not at the one that it started from.
  private func isWalked(_ test: HistoryCase, _ note: String) throws -> Bool {
    let raw = try RawSQLite(path)
    let records = try raw.rows("SELECT version FROM orm_schema ORDER BY id DESC LIMIT 1")
    let newest = test.walk.versions[versions - 1].name
    let isNew = records.first?.first?.text == newest
    try test.walk.check(
      path, isNew ? test.new : test.old, at: isNew ? versions - 1 : test.start, note)
    return isNew
  }

  private func arguments(_ test: HistoryCase, through count: Int) -> [String] {
    [
      "history-worker", path, "--seed", "\(test.number)", "--versions", "\(versions)", "--through",
      "\(count)",
    ]
  }

  func endProcesses(_ count: Int) async throws {
    var random = SeededGenerator(seed: seed)
    var (old, new, kills) = (0, 0, 0)
    while kills < count {
      let test = try await make(seed + UInt64(kills))
      try restore()
      let begin = ContinuousClock.now
      let child = try ChildProcess(arguments(test, through: versions))
      try promise(try child.wait() == 0, "--seed \(test.number): a process walks")
      let length = (ContinuousClock.now - begin).components
      let microseconds =
        Int(length.seconds) * 1_000_000 + Int(length.attoseconds / 1_000_000_000_000)
      for _ in 0..<min(10, count - kills) {
        kills += 1
        let note =
          "kill \(kills), --seed \(test.number), from \(test.walk.versions[test.start].name)"
        try restore()
        let child = try ChildProcess(arguments(test, through: versions))
        _ = try child.read(1)
        sleep(microseconds: Int.random(in: 0...max(1, microseconds), using: &random))
        _ = try child.end()
        if try isWalked(test, note) { new += 1 } else { old += 1 }
        _ = try await HistoryWalk.migrate(path, test.walk.history(through: versions))
        try promise(try isWalked(test, note), "\(note): the next start finishes it")
      }
    }
    say("\(count) walks ended: \(old) left the old version, \(new) the newest, none another one")
  }

  func leaveNoRoom(_ count: Int) async throws {
    try Faults.register()
    var (runs, refused) = (0, 0)
    for number in 0..<count {
      let test = try await make(seed + UInt64(number))
      let history = test.walk.history(through: versions)
      var room = 0
      var isFull = true
      while isFull {
        try restore()
        let note = "room for \(room) bytes, --seed \(test.number)"
        Faults.setRoom(room)
        do {
          _ = try await HistoryWalk.migrate(path, history, vfs: Faults.vfs)
          isFull = false
        } catch is DatabaseError {
          refused += 1
        } catch is MigrationError {
          refused += 1
        }
        Faults.setRoom(nil)
        runs += 1
        if try !isWalked(test, note) {
          try promise(isFull, "\(note): it did not throw, and nothing has changed")
          _ = try await HistoryWalk.migrate(path, history)
          try promise(try isWalked(test, note), "\(note): the next start finishes it")
        }
        room += 9_973
      }
    }
    say(
      "\(runs) walks on a disk with too little room: \(refused) threw, and the next start was right"
    )
  }

  func startTogether(_ count: Int) async throws {
    var (before, told) = (0, 0)
    for number in 0..<count {
      let test = try await make(seed + UInt64(number))
      try restore()
      let older = test.start + 1 + (versions - 1 - test.start) / 2
      let children = try (0..<8).map { place in
        try ChildProcess(arguments(test, through: place % 2 == 0 ? versions : older))
      }
      var walked = 0
      for (place, child) in children.enumerated() {
        let answer = try child.readToEnd().last
        let note = "start \(number), --seed \(test.number), process \(place)"
        try promise(try child.wait() == 0, "\(note): it ends well")
        if place % 2 == 0 {
          try promise(answer != UInt8(ascii: "n"), "\(note): the newer program goes on")
          if answer == UInt8(ascii: "w") { walked += 1 }
        } else if answer == UInt8(ascii: "n") {
          told += 1
        } else {
          before += 1
        }
      }
      try promise(walked == 1, "--seed \(test.number): one newer process walks, and not \(walked)")
      try promise(
        try isWalked(test, "--seed \(test.number), at once"), "the newer version has won")
    }
    say(
      "\(count) times 8 processes of two versions: the newer one won each time; of the older ones"
        + " \(before) were done before, and \(told) were told that the database is newer")
  }
}

/// A history, and the rows of a file at one of its versions and at the newest one.
private struct HistoryCase {
  let walk: HistoryWalk
  let number: UInt64
  let start: Int
  let old: HistoryRows
  let new: HistoryRows
}

/// The process that walks.
struct HistoryWorker: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history-worker", shouldDisplay: false)

  @Argument var path: String
  @Option var seed: UInt64
  @Option var versions: Int
  @Option var through: Int

  func run() async throws {
    var generator = HistoryGenerator(seed: seed)
    let walk = try HistoryWalk(generator.history(of: versions))
    let db = try Database(path, configuration: HistoryWalk.configuration)
    func answer(_ word: String) { FileHandle.standardOutput.write(Data(word.utf8)) }
    answer("o")
    do {
      let plans = try await db.migrate(walk.history(through: through))
      answer(plans.isEmpty ? "-" : "w")
    } catch is NewerSchemaError {
      answer("n")
    }
    try await db.close()
  }
}
