import ArgumentParser
import Foundation
import ORM

/// Lets a disk fill at each byte of what is written, and looks what the library makes of it.
struct FullDisk: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "full",
    abstract: "A disk that fills: an error, nothing half done, and on it goes once there is room.")

  @Option(help: "By how many bytes the room grows from run to run.")
  var stride = 1_777

  @Option(help: "Only this much room, in bytes.")
  var room: Int?

  @Option(help: "By how many kilobytes the room on a real disk in memory grows from run to run.")
  var realStride = 16

  func run() async throws {
    try Faults.register()
    let folder = try ScratchFolder(isInMemory: true)
    let watchdog = Watchdog(limit: .seconds(60))
    try await fillByFaults(folder, watchdog)
    if room == nil { try await fillDisk(folder, watchdog) }
  }

  /// What grows, and is then written over and copied.
  private var steps: [Step] {
    let arrays: [Step] = (0..<4).map {
      .insertBooks($0 * 50 + 1...$0 * 50 + 50, coverSize: 700, shelves: 20)
    }
    let single: [Step] = (0..<10).map { .insertBook(1_010 + $0, coverSize: 3_000) }
    return [.create, .insertShelves] + arrays + single + [
      .updateValues, .transaction, .goingOn, .asyncTransaction, .undoneChangeset, .snapshot,
      .observe,
      .changes, .cascade, .checkpoint, .updateQuery, .insertBooks(5_000...5_100, coverSize: 2_000),
      .backup,
      .vacuum, .vacuumInto, .optimize, .fetch, .join,
    ]
  }

  /// Fills a disk that is full for the VFS alone, byte by byte.
  private func fillByFaults(_ folder: ScratchFolder, _ watchdog: Watchdog) async throws {
    var total = FaultTally()
    var room = room ?? 0
    let start = ContinuousClock.now
    while true {
      var run = FaultyRun(
        path: folder.file(), steps: steps, watchdog: watchdog,
        note: "--room \(room)")
      run.readsMeanwhile = true
      run.pause = { Faults.setRoom(nil) }
      run.resume = {}
      try await run.run {
        Faults.setRoom(room)
      } disarm: {
        Faults.setRoom(nil)
      }
      total += run.tally
      if Faults.refusals == 0 || self.room != nil { break }
      room += stride
    }
    say(
      "\(total.runs) runs with room for 0 to \(room) bytes in \(ContinuousClock.now - start): "
        + "\(total.thrown) calls threw, \(total.failedOpenings) of them the opening")
    total.sayCodes()
  }

  /// Fills a disk in memory, where this process may mount one.
  private func fillDisk(_ folder: ScratchFolder, _ watchdog: Watchdog) async throws {
    guard let disk = try SmallDisk(in: folder, kilobytes: 4_096) else {
      say("no disk in memory: this process may not mount one")
      return
    }
    var total = FaultTally()
    var kilobytes = 0
    while true {
      var run = FaultyRun(
        path: disk.path + "/shop.sqlite", steps: steps, watchdog: watchdog,
        note: "\(kilobytes) KB on a disk in memory")
      run.vfs = nil
      run.readsMeanwhile = true
      run.pause = { try disk.makeRoom() }
      run.resume = {}
      let room = kilobytes
      try await run.run {
        try disk.fill(butFor: room)
      } disarm: {
      }
      try disk.makeRoom()
      total += run.tally
      if run.tally.thrown == 0 { break }
      kilobytes += realStride
    }
    say(
      "\(total.runs) runs on a disk in memory with room for 0 to \(kilobytes) KB: "
        + "\(total.thrown) calls threw, \(total.failedOpenings) of them the opening")
    total.sayCodes()
  }
}
