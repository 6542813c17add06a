import Foundation
import ORM
import Testing

/// A truncated or overwritten file causes errors, but no crash and no hang.
@Suite("Damaged database files")
struct DamagedFileTests {
  let folder: TemporaryFolder
  let intact: Data

  init() async throws {
    folder = try TemporaryFolder()
    do {
      let db = try Database(folder.file("intact"))
      try await db.create(Band.self, Record.self)
      try await db.insert((0..<2000).map { Record(id: $0 + 1, title: "Title \($0)", plays: $0) })
      try await db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    intact = try Data(contentsOf: URL(fileURLWithPath: folder.file("intact")))
  }

  /// Opens a file with these contents and uses it.
  func use(_ content: Data) async throws {
    let path = folder.file(UUID().uuidString)
    try content.write(to: URL(fileURLWithPath: path))
    let db = try Database(path, configuration: Configuration(readerCount: 1))
    _ = try await db.fetch(Record.self)
    try await db.insert(Record(title: "new"))
    try await db.update(Record(id: 1000, title: "changed"))
    try await db.delete(Record.self, where: { $0.plays < 1000 })
    _ = try await db.fetch(Record.order { $0.title.desc() })
  }

  @Test(
    "A truncated file throws an error of SQLite",
    arguments: [
      50, 100, 2000, 4096, 5000, 8192, 20_000,
    ])
  func truncated(length: Int) async throws {
    try #require(intact.count > length)
    let error = await #expect(throws: DatabaseError.self) { try await use(intact.prefix(length)) }
    #expect([.corrupt, .notADatabase, .error].contains(error?.code))
  }

  @Test("A page of garbage causes at most an error, never a crash", arguments: 0..<12)
  func garbage(page: Int) async throws {
    var content = intact
    var random = SeededGenerator(seed: UInt64(page))
    let start = page * 4096 + (page == 0 ? 100 : 0)
    for index in start..<min(start + 3996, content.count) {
      content[index] = UInt8.random(in: 0...255, using: &random)
    }
    do {
      try await use(content)
    } catch let error as DatabaseError {
      #expect([.corrupt, .notADatabase, .error, .constraint].contains(error.code))
    } catch is RowDecodingError, is RowNotFoundError {
    }
  }

  @Test("Flipped bits cause at most an error, never a crash", arguments: 0..<20)
  func flipped(seed: Int) async throws {
    var content = intact
    var random = SeededGenerator(seed: UInt64(seed) + 1000)
    for _ in 0..<40 {
      content[Int.random(in: 0..<content.count, using: &random)] ^=
        1
        << UInt8.random(
          in: 0..<8, using: &random)
    }
    do {
      try await use(content)
    } catch is DatabaseError, is RowDecodingError, is RowNotFoundError {
    }
  }
}
