import ArgumentParser
import ORM

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The process that `kill` ends: writes for as long as it lives, and says of each transaction that
/// it is committed once the library has said so.
struct KillWriter: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "kill-writer", shouldDisplay: false)

  @Argument var path: String
  @Argument var seed: UInt64

  func run() async throws {
    var configuration = Configuration(readerCount: 1)
    // So that most processes are ended while the log is moved into the file, or soon after.
    configuration.prepareConnection = { try $0.execute("PRAGMA wal_autocheckpoint = 50") }
    let db = try Database(path, configuration: configuration)
    try await db.transaction { try Deed.prepare($0) }
    let lanes = try await db.fetch(Lane.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for lane in lanes {
        group.addTask {
          for number in (lane.number + 1)... {
            try await Deed(lane: lane.id, number: number).perform(on: db)
            try acknowledge(lane.id, number)
          }
        }
      }
      group.addTask { try await checkpoint(db) }
      try await group.waitForAll()
    }
  }

  private func acknowledge(_ lane: Int, _ number: Int) throws {
    let written = withUnsafeBytes(of: Acknowledgement(lane, number).word) { bytes in
      write(STDOUT_FILENO, bytes.baseAddress, bytes.count)
    }
    try promise(written == 8, "the pipe takes a word")
  }

  private func checkpoint(_ db: Database) async throws {
    var random = SeededGenerator(seed: seed)
    let modes: [CheckpointMode] = [.passive, .full, .restart, .truncate]
    while true {
      try await Task.sleep(for: .microseconds(Int.random(in: 0..<8_000, using: &random)))
      try await db.checkpoint(modes[Int.random(in: 0..<4, using: &random)])
    }
  }
}

/// That a transaction is committed, as it goes through the pipe.
struct Acknowledgement {
  let lane: Int
  let number: Int

  init(_ lane: Int, _ number: Int) {
    self.lane = lane
    self.number = number
  }

  var word: UInt64 { UInt64(lane) << 48 | UInt64(number) }

  /// Those that were written whole, in order.
  static func read(_ bytes: [UInt8]) -> [Acknowledgement] {
    bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count - bytes.count % 8, by: 8).map { offset in
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        return Acknowledgement(Int(word >> 48), Int(word & 0xFFFF_FFFF_FFFF))
      }
    }
  }
}
