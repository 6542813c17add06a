import ArgumentParser
import Foundation
import ORM

/// Has several processes open and fill a new file at the same time.
struct StartCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start",
    abstract: "No process fails when several start with a new file at once, in any journal mode.")

  @Option(help: "How many times the processes start, in each mode, by each number of them.")
  var rounds = 200

  @Option(name: .customLong("processes"), help: "How many processes start at once.")
  var counts: [Int] = [2, 6, 12]

  @Option(help: "The journal modes; with mix, each process opens the file in another one.")
  var modes: [String] = Configuration.JournalMode.allCases.map(\.rawValue)

  @Option(
    name: .customLong("files"), help: "Which files: new; log, one with a write-ahead log.")
  var files: [String] = ["new", "log"]

  func run() async throws {
    let folder = try ScratchFolder(isInMemory: true)
    for (name, file) in modes.flatMap({ name in files.map { (name, $0) } }) {
      for count in counts {
        let clock = ContinuousClock.now
        for round in 0..<rounds {
          let path = folder.file("\(name)-\(count)-\(round).sqlite")
          do {
            if file == "log" { try await makeLog(path) }
            try await start(count, mode: name, at: path)
          } catch {
            throw BrokenPromise("\(name), \(file), \(count) processes, round \(round): \(error)")
          }
        }
        say(
          "\(name), \(file): \(count) processes, \(rounds) rounds, \(ContinuousClock.now - clock)")
      }
    }
  }

  /// Makes a file that is in the mode of a write-ahead log.
  private func makeLog(_ path: String) async throws {
    let db = try Database(path, configuration: StartWorker.configuration("wal"))
    try await db.execute("CREATE TABLE kept (x)")
    try await db.close()
  }

  private func start(_ count: Int, mode: String, at path: String) async throws {
    let modes = mode == "mix" ? Configuration.JournalMode.allCases.map(\.rawValue) : [mode]
    let children = try (0..<count).map { number in
      try ChildProcess(["start-worker", path, modes[number % modes.count], "\(number)"])
    }
    for child in children { _ = try child.read(1) }
    try promise(FileManager.default.createFile(atPath: path + ".go", contents: nil), "they start")
    var errors: [String] = []
    for child in children {
      let words = String(decoding: try child.readToEnd(), as: UTF8.self)
      if try child.wait() != 0 || !words.isEmpty { errors.append(words) }
    }
    try promise(errors.isEmpty, errors.joined(separator: "\n"))
    let db = try Database(path, configuration: StartWorker.configuration(modes[0]))
    try promise(try await db.count(StartedProcess.self) == count, "each row is there")
    try promise(try await db.count(StartedTask.self) == 2 * count, "each row is there")
    try promise(try await db.checkIntegrity().isEmpty, "the file is whole")
    try await db.close()
    try Database.delete(at: path)
    try FileManager.default.removeItem(atPath: path + ".go")
  }
}

@Table
struct StartedProcess: Identifiable, Sendable {
  let id: Int
  var number: Int
}

@Table
struct StartedTask: Identifiable, Sendable {
  let id: Int
  @Column(references: StartedProcess.self) var processID: Int
}

/// Runs one of the processes.
struct StartWorker: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start-worker", shouldDisplay: false)

  @Argument var path: String
  @Argument var mode: String
  @Argument var number: Int

  static func configuration(_ mode: String) -> Configuration {
    var configuration = Configuration(readerCount: 2)
    configuration.journalMode = Configuration.JournalMode(rawValue: mode)
    // Many processes share few cores.
    configuration.busyTimeout = .seconds(30)
    return configuration
  }

  func run() async throws {
    FileHandle.standardOutput.write(Data("r".utf8))
    while !FileManager.default.fileExists(atPath: path + ".go") { sleep(microseconds: 200) }
    let start = ContinuousClock.now
    do {
      try await work()
    } catch {
      say("process \(number), after \(ContinuousClock.now - start): \(error)")
    }
  }

  private func work() async throws {
    let db = try Database(path, configuration: Self.configuration(mode))
    // Half of the processes do it in one way, half in the other.
    if number.isMultiple(of: 2) {
      try await db.migrate(to: Schema(of: StartedProcess.self, StartedTask.self))
    } else {
      try await db.create(StartedProcess.self, StartedTask.self)
    }
    let process = try await db.insert(StartedProcess.Draft(number: number))
    async let first = db.insert(StartedTask.Draft(processID: process.id))
    async let stored = db.find(StartedProcess.self, process.id)
    let second = try await db.transaction { tx in
      try tx.insert(StartedTask.Draft(processID: process.id))
    }
    try promise(try await first.id != second.id, "the tasks are two")
    try promise(try await stored?.number == number, "the row is there")
    let found = try await db.read { db in
      try db.count(StartedTask.where { $0.processID == process.id })
    }
    try promise(found == 2, "the tasks are there")
    try await db.close()
  }
}
