import ArgumentParser
import ORM

/// Has several processes with many tasks each read and write one file.
struct Contend: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "No update is lost, no lock is told of, and readers see one state, with many processes at one file."
  )

  @Option(help: "How many processes there are.")
  var processes = 4

  @Option(help: "How many tasks each of them has.")
  var tasks = 16

  @Option(help: "How long they go on.")
  var seconds = 60

  @Option(help: "What they do is drawn from this.")
  var seed = UInt64.random(in: 0..<1_000_000)

  @Flag(help: "The file lies in memory, where a checkpoint does not wait for the disk.")
  var inMemory = false

  func run() async throws {
    say("seed \(seed), \(processes) processes of \(tasks) tasks, \(seconds) s")
    let folder = try ScratchFolder(isInMemory: inMemory)
    do {
      try await contend(over: folder.file())
    } catch {
      folder.isKept = true
      say("left in \(folder.path)")
      throw error
    }
  }

  private func contend(over path: String) async throws {
    let children = try (0..<processes).map { index in
      try ChildProcess(
        ["contend-worker", path, "\(tasks)", "\(seconds)", "\(seed &* 97 &+ UInt64(index))"])
    }
    var total = ContendFigures()
    for child in children {
      let output = try child.readToEnd()
      try promise(try child.wait() == 0, "no call fails in process \(child.id)")
      total.add(try ContendFigures(line: String(decoding: output, as: UTF8.self)))
    }
    let db = try Database(path)
    let count = try await db.read { try Bank.check($0) }
    try promise(
      count == total.increments, "\(total.increments) increments come to the same, not \(count)")
    let damage = try await db.checkIntegrity()
    try promise(damage.isEmpty, "the file is whole: \(damage)")
    try await db.close()
    say("\(total)")
  }
}
