import Foundation
import ORM
import Synchronization
import Testing

@Table private struct Page: Hashable {
  let id: Int
  var text: String
}

@Suite("Backups")
struct BackupTests {
  let folder: TemporaryFolder
  let db: Database

  init() async throws {
    folder = try TemporaryFolder()
    db = try Database(folder.file(), configuration: Configuration(readerCount: 2))
    try await db.create(Page.self)
    try await db.insert((1...2_000).map { Page(id: $0, text: String(repeating: "x", count: 500)) })
  }

  /// The other files in the folder, apart from the database and its log.
  func others() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { !$0.hasPrefix("test.sqlite") }.sorted()
  }

  @Test("A backup is a separate database with the same rows, and reports its progress")
  func copy() async throws {
    let seen = Mutex<[BackupProgress]>([])
    try await db.backup(to: folder.file("copy.sqlite"), pagesPerStep: 50) { progress in
      seen.withLock { $0.append(progress) }
    }
    let steps = seen.withLock { $0 }
    #expect(steps.count > 5)
    #expect(steps.map(\.copiedPages) == steps.map(\.copiedPages).sorted())
    #expect(steps.last?.fraction == 1)
    #expect(try others() == ["copy.sqlite"])
    let copy = try Database(folder.file("copy.sqlite"))
    #expect(try await copy.fetch(Page.self) == (try await db.fetch(Page.self)))
    #expect(try await copy.checkIntegrity() == [])
    try await copy.insert(Page(id: 9_999, text: "only in the copy"))
    #expect(try await db.count(Page.self) == 2_000)
  }

  @Test("A backup is a snapshot, whatever is written while it runs")
  func snapshot() async throws {
    let writer = try HeldLock(path: db.path, begin: "SELECT 1")
    let written = Mutex(0)
    try await db.backup(to: folder.file("copy.sqlite"), pagesPerStep: 5) { _ in
      let number = written.withLock { written in
        written += 1
        return written
      }
      let insert: Void? = try? writer.run("INSERT INTO page VALUES (\(10_000 + number), 'later')")
      #expect(insert != nil)
    }
    let count = written.withLock { $0 }
    #expect(count > 10)
    #expect(try await db.count(Page.self) == 2_000 + count)
    let copy = try Database(folder.file("copy.sqlite"))
    #expect(try await copy.checkIntegrity() == [])
    #expect(try await copy.count(Page.self) == 2_000)
  }

  @Test("A backup of an in-memory database is a file")
  func memory() async throws {
    let memory = try Database.inMemory()
    try await memory.create(Page.self)
    try await memory.insert(Page(id: 1, text: "kept"))
    try await memory.backup(to: folder.file("copy.sqlite"))
    let copy = try Database(folder.file("copy.sqlite"))
    #expect(try await copy.fetch(Page.self) == [Page(id: 1, text: "kept")])
  }

  @Test("A backup overwrites neither a file nor a log")
  func existing() async throws {
    let path = folder.file("copy.sqlite")
    try Data("mine".utf8).write(to: URL(filePath: path))
    let error = await #expect(throws: DatabaseError.self) { try await db.backup(to: path) }
    #expect(error?.code == .cannotOpen)
    #expect(error?.path == path)
    #expect(try Data(contentsOf: URL(filePath: path)) == Data("mine".utf8))
    let log = folder.file("other.sqlite-wal")
    try Data("a log".utf8).write(to: URL(filePath: log))
    let second = await #expect(throws: DatabaseError.self) {
      try await db.backup(to: folder.file("other.sqlite"))
    }
    #expect(second?.path == log)
  }

  @Test("A backup into a missing folder throws")
  func noFolder() async throws {
    let error = await #expect(throws: DatabaseError.self) {
      try await db.backup(to: folder.file("none/copy.sqlite"))
    }
    #expect(error?.code == .cannotOpen)
    let message = try #require(error?.message)
    #expect(message.contains("does not exist"))
  }

  @Test("A cancelled backup leaves no file, and the database stays usable")
  func cancelled() async throws {
    let (db, path) = (db, folder.file("copy.sqlite"))
    let task = Task {
      try await db.backup(to: path, pagesPerStep: 1) { _ in
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try others() == [])
    // Every reader is available again, and none is in a transaction.
    try await db.backup(to: path)
    async let first = db.count(Page.self)
    async let second = db.count(Page.self)
    #expect(try await (first, second) == (2_000, 2_000))
  }

  @Test(
    "A backup onto a full disk leaves no file", .enabled(if: SmallDisk.isAvailable, "may not mount")
  )
  func fullDisk() async throws {
    let disk = try #require(try SmallDisk(megabytes: 1))
    let more = (3_001...5_000).map { Page(id: $0, text: String(repeating: "y", count: 500)) }
    try await db.insert(more)
    let error = await #expect(throws: DatabaseError.self) {
      try await db.backup(to: disk.path + "/copy.sqlite")
    }
    #expect(error?.code == .full)
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == [])
  }
}
