import ArgumentParser
import Foundation
import ORM

/// Ends migrations at any moment, and has calls to the system fail under them.
struct MigrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "After kill -9, an error of the disk or no room: the old schema or the new one.")

  @Option(help: "How many processes are ended while they migrate.")
  var kills = 300

  @Option(help: "How many times several processes start at once.")
  var starts = 20

  @Option(help: "How many processes start at once.")
  var processes = 8

  @Option(help: "How many calls of each kind are made to fail at most, one in each run.")
  var most: Int?

  @Option(help: "How many rows there are.")
  var rows = 4_000

  @Option(help: "What the moments are drawn from.")
  var seed = UInt64.random(in: 0..<1_000_000)

  func run() async throws {
    say("seed \(seed)")
    let folder = try ScratchFolder(isInMemory: true)
    let home = MigratedShop(folder: folder, rows: rows)
    try await home.makeSeed()
    try await endProcesses(home)
    try await startTogether(home)
    try await failCalls(home)
    try await leaveNoRoom(home)
  }

  // MARK: - Processes

  private func endProcesses(_ home: MigratedShop) async throws {
    var random = SeededGenerator(seed: seed)
    let length = try await home.duration { try self.migrateInProcess(home) }
    var (old, new) = (0, 0)
    for kill in 0..<kills {
      try home.restore()
      let child = try ChildProcess(["migrate-worker", home.path])
      _ = try child.read(1)
      sleep(microseconds: Int.random(in: 0...max(1, length * 5 / 4), using: &random))
      _ = try child.end()
      switch try await home.state() {
      case .old: old += 1
      case .new: new += 1
      case .other(let what): throw BrokenPromise("kill \(kill), seed \(seed): \(what)")
      }
      // The next start finishes it.
      let db = try Database(home.path, configuration: MigratedShop.configuration)
      try await db.migrate(to: MigratedShop.new)
      try await db.close()
      guard case .new = try await home.state() else {
        throw BrokenPromise("kill \(kill), seed \(seed): the next start did not finish it")
      }
    }
    say("\(kills) processes ended: \(old) left the old schema, \(new) the new one, none a third")
  }

  private func migrateInProcess(_ home: MigratedShop) throws {
    try home.restore()
    let child = try ChildProcess(["migrate-worker", home.path])
    try promise(try child.wait() == 0, "a process migrates")
  }

  private func startTogether(_ home: MigratedShop) async throws {
    for start in 0..<starts {
      try home.restore()
      let children = try (0..<processes).map { _ in
        try ChildProcess(["migrate-worker", home.path])
      }
      var migrated = 0
      for child in children {
        let answer = try child.readToEnd()
        try promise(try child.wait() == 0, "start \(start): each process goes on")
        if answer.last == UInt8(ascii: "m") { migrated += 1 }
      }
      try promise(
        migrated == 1, "start \(start): one of \(processes) migrates, and not \(migrated)")
    }
    say("\(starts) times \(processes) processes at once: one of them has migrated, each time")
  }

  // MARK: - The disk

  private func failCalls(_ home: MigratedShop) async throws {
    try Faults.register()
    var runs = 0
    var thrown = 0
    var done = 0
    for kind in FaultKind.allCases {
      _ = try await attempt(home) { Faults.arm(kind, first: .max, count: 1) }
      let calls = Faults.calls
      Faults.disarm()
      let stride = most.map { max(1, calls / $0) } ?? 1
      var first = 1
      while first <= calls {
        let hasThrown = try await attempt(home) { Faults.arm(kind, first: first, count: 1) }
        Faults.disarm()
        runs += 1
        thrown += hasThrown ? 1 : 0
        let note = "--kind \(kind) --call \(first)"
        if try await check(home, note, hasThrown: hasThrown) { done += 1 }
        first += stride
      }
    }
    say(
      "\(runs) migrations in which a call of the system failed: \(thrown) threw, \(done) were done")
  }

  private func leaveNoRoom(_ home: MigratedShop) async throws {
    var runs = 0
    var room = 0
    var hasThrown = true
    while hasThrown {
      try home.restore()
      hasThrown = try await attempt(home) { Faults.setRoom(room) }
      Faults.setRoom(nil)
      runs += 1
      _ = try await check(home, "room for \(room) bytes", hasThrown: hasThrown)
      room += 70_001
    }
    say(
      "\(runs) migrations on a disk with too little room, the last one with \(room - 70_001) bytes")
  }

  /// - Returns: whether the migration has thrown.
  private func attempt(_ home: MigratedShop, _ arm: () -> Void) async throws -> Bool {
    try home.restore()
    var configuration = MigratedShop.configuration
    configuration.vfs = Faults.vfs
    let db = try Database(home.path, configuration: configuration)
    arm()
    defer { Faults.setRoom(nil) }
    do {
      try await db.migrate(to: MigratedShop.new)
      Faults.pause()
      try await db.close()
      Faults.resume()
      return false
    } catch is DatabaseError {
      Faults.pause()
      try await db.close()
      Faults.resume()
      return true
    }
  }

  /// - Returns: whether the new schema is there.
  private func check(
    _ home: MigratedShop, _ note: String, hasThrown: Bool
  ) async throws -> Bool {
    let state = try await home.state()
    switch (state, hasThrown) {
    case (.other(let what), _): throw BrokenPromise("\(note): \(what)")
    case (.old, false): throw BrokenPromise("\(note): it did not throw, and nothing has changed")
    case (.old, true):
      let db = try Database(home.path, configuration: MigratedShop.configuration)
      try await db.migrate(to: MigratedShop.new)
      try await db.close()
      return false
    case (.new, _): return true
    }
  }
}

/// The process that migrates.
struct MigrateWorker: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate-worker", shouldDisplay: false)

  @Argument var path: String

  func run() async throws {
    let db = try Database(path, configuration: MigratedShop.configuration)
    FileHandle.standardOutput.write(Data("o".utf8))
    let plan = try await db.migrate(to: MigratedShop.new)
    FileHandle.standardOutput.write(Data((plan.isEmpty ? "-" : "m").utf8))
    try await db.close()
  }
}
