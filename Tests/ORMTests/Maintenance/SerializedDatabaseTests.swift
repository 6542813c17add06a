import Foundation
import ORM
import Testing

@Suite("Serialized databases")
struct SerializedDatabaseTests {
  @Test("An in-memory database is serialized, and the copy is separate and writable")
  func memory() async throws {
    let db = try Database.inMemory()
    try await db.create(Kit.Artist.self, Kit.Album.self)
    try await Kit.seed(db)
    let bytes = try await db.serialized()
    #expect(bytes.starts(with: "SQLite format 3\0".utf8))
    let copy = try Database.inMemory(serialized: bytes)
    try await copy.insert(Kit.Album(title: "Love Deluxe", artistID: 1))
    #expect(try await copy.count(Kit.Album.self) == 3)
    #expect(try await db.count(Kit.Album.self) == 2)
    #expect(try await copy.checkIntegrity().isEmpty)
    await #expect(throws: DatabaseError.self) {
      try await copy.insert(Kit.Album(title: "x", artistID: 9))
    }
  }

  @Test("A copy that is opened read-only refuses writes", arguments: [false, true])
  func readOnly(isImmutable: Bool) async throws {
    let db = try Database.inMemory()
    try await db.create(Kit.Artist.self, Kit.Album.self)
    try await Kit.seed(db)
    var configuration = Configuration()
    configuration.isReadOnly = !isImmutable
    configuration.isImmutable = isImmutable
    let copy = try Database.inMemory(
      serialized: try await db.serialized(), configuration: configuration)
    let writes: [SQL] = ["DELETE FROM album", "CREATE TABLE t (x)"]
    for write in writes {
      let error = await #expect(throws: DatabaseError.self) { try await copy.execute(write) }
      #expect(error?.code == .readOnly)
    }
    let error = await #expect(throws: DatabaseError.self) {
      try await copy.insert(Kit.Album(title: "Love Deluxe", artistID: 1))
    }
    #expect(error?.code == .readOnly)
    #expect(try await copy.count(Kit.Album.self) == 2)
    #expect(try await copy.read { try $0.fetch(Kit.Album.self).count } == 2)
  }

  @Test("A file is serialized with its write-ahead log, and opened without one")
  func file() async throws {
    let folder = try TemporaryFolder()
    let db = try Database(folder.file())
    try await db.create(Kit.Artist.self, Kit.Album.self)
    try await Kit.seed(db)
    let log = try FileManager.default.attributesOfItem(atPath: folder.file() + "-wal")[.size]
    #expect(try #require(log as? Int) > 0)
    let bytes = try await db.serialized()
    #expect(bytes[18] == 2 && bytes[19] == 2)
    let copy = try Database.inMemory(serialized: bytes)
    #expect(try await copy.fetch(Kit.Album.self) == db.fetch(Kit.Album.self))
    try await copy.deleteAll(Kit.Album.self)
    // The bytes are a valid file, too.
    let path = folder.file("copy.sqlite")
    try bytes.write(to: URL(filePath: path))
    #expect(try await Database(path).count(Kit.Album.self) == 2)
    try await db.close()
    let closed = try Data(contentsOf: URL(filePath: folder.file()))
    #expect(try await Database.inMemory(serialized: closed).count(Kit.Album.self) == 2)
  }

  @Test("In a transaction, serialized contains its changes; in a read, only committed rows")
  func transactions() async throws {
    let folder = try TemporaryFolder()
    let db = try Database(folder.file())
    try await db.create(Kit.Artist.self)
    let other = try Database(folder.file())
    let (inside, outside) = try await db.transaction { tx in
      try tx.insert(Kit.Artist(id: 1, name: "Sade"))
      return (try tx.serialized(), try await other.read { try $0.serialized() })
    }
    #expect(try await Database.inMemory(serialized: inside).count(Kit.Artist.self) == 1)
    #expect(try await Database.inMemory(serialized: outside).count(Kit.Artist.self) == 0)
  }

  @Test("An empty database serializes to no bytes, and no bytes open as an empty database")
  func empty() async throws {
    #expect(try await Database.inMemory().serialized().isEmpty)
    let db = try Database.inMemory(serialized: Data())
    try await db.create(Kit.Artist.self)
    #expect(try await db.count(Kit.Artist.self) == 0)
  }

  @Test("Bytes that are not a database are refused", arguments: [10, 100, 511, 512, 5000, 70_000])
  func otherBytes(count: Int) throws {
    let bytes = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + 1) })
    let error = #expect(throws: DatabaseError.self) {
      try Database.inMemory(serialized: bytes)
    }
    #expect(error?.code == .notADatabase && error?.sql == nil)
  }

  @Test("A truncated database throws, at once or when a missing page is read")
  func cutOff() async throws {
    let db = try Database.inMemory()
    try await db.create(Kit.Artist.self, Kit.Album.self)
    try await Kit.seed(db)
    let bytes = try await db.serialized()
    await #expect(throws: DatabaseError.self) {
      let copy = try Database.inMemory(serialized: bytes.prefix(bytes.count / 2))
      _ = try await copy.fetch(Kit.Album.self)
    }
  }

  @Test("A slice of Data is read from its start index")
  func slices() async throws {
    let db = try Database.inMemory()
    try await db.create(Kit.Artist.self)
    let bytes = try await db.serialized()
    let slice = (Data([1, 2, 3]) + bytes).dropFirst(3)
    #expect(try await Database.inMemory(serialized: slice).count(Kit.Artist.self) == 0)
  }
}
