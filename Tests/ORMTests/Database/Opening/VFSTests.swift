import CSQLite
import Foundation
import ORM
import Synchronization
import Testing

@Suite("VFS selection")
struct VFSTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("Every connection uses the configured VFS, including those of backups and seed copies")
  func names() async throws {
    let seed = folder.file("seed")
    do {
      let db = try Database(seed)
      try await db.create(Label.self)
      try await db.insert(Label(name: "Epic"))
    }
    let names = Mutex<[String]>([])
    var configuration = Configuration(readerCount: 1)
    configuration.vfs = "unix-excl"
    configuration.prepareConnection = { connection in
      let name = connection.withHandle { handle in
        var name: UnsafeMutablePointer<CChar>?
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_VFSNAME, &name)
        defer { sqlite3_free(name) }
        return name.map { String(cString: $0) } ?? ""
      }
      names.withLock { $0.append(name) }
    }
    let path = folder.file()
    let (db, _) = try Database.open(copying: seed, to: path, configuration: configuration)
    #expect(try await db.fetch(Label.self) == [Label(name: "Epic")])
    try await db.backup(to: folder.file("copy"))
    // The connections of the seed, its copy, the writer, the reader, and the backup.
    #expect(names.withLock { $0 } == Array(repeating: "unix-excl", count: 5))
  }

  @Test("A WAL with a VFS that locks the whole file has no shared-memory file")
  func exclusive() async throws {
    var configuration = Configuration(readerCount: 1)
    let shared = try Database(folder.file("shared"), configuration: configuration)
    try await shared.create(Label.self)
    configuration.vfs = "unix-excl"
    let exclusive = try Database(folder.file("exclusive"), configuration: configuration)
    try await exclusive.create(Label.self)
    try await exclusive.insert(Label(name: "Epic"))
    #expect(try await exclusive.fetch(Label.self) == [Label(name: "Epic")])
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(files == ["exclusive", "exclusive-wal", "shared", "shared-shm", "shared-wal"])
  }

  @Test("An unknown VFS is refused")
  func unknown() throws {
    var configuration = Configuration()
    configuration.vfs = "nowhere"
    let error = #expect(throws: DatabaseError.self) {
      try Database(folder.file(), configuration: configuration)
    }
    #expect(error?.code == .error)
    #expect(error?.message == "no such vfs: nowhere")
    #expect(error?.path == folder.file())
  }
}
