import Foundation
import ORM
import Testing

@Suite("Paths and URIs")
struct PathTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("A path that looks like a URI is used as a path, by copies and backups too")
  func fileInPath() async throws {
    // Only a relative path can begin with `file:`, so the file is in the current directory.
    let names = ["seed", "copy", "backup"].map { "file:orm-\($0)-\(UUID())?mode=memory" }
    defer { for name in names { _ = try? Database.delete(at: name) } }
    let db = try Database(names[0])
    #expect(db.path == names[0])
    try await db.create(Label.self)
    try await db.insert(Label(name: "Epic"))
    #expect(try await db.fetch(Label.self) == [Label(name: "Epic")])
    try await db.backup(to: names[2])
    try await db.close()
    let (copy, wasCopied) = try Database.open(copying: names[0], to: names[1])
    #expect(try await copy.count(Label.self) == 1 && wasCopied)
    try await copy.close()
    var configuration = Configuration()
    configuration.isImmutable = true
    #expect(try await Database(names[2], configuration: configuration).count(Label.self) == 1)
    for name in names {
      #expect(FileManager.default.fileExists(atPath: name))
      #expect(try Database.delete(at: name))
      #expect(!FileManager.default.fileExists(atPath: name))
    }
  }

  @Test("A path with a NUL character is refused, not truncated")
  func nulInPath() async throws {
    let db = try Database(folder.file())
    try await db.create(Label.self)
    let (other, there) = (folder.file("other"), folder.file("there"))
    let thereDB = try Database(there)
    try await thereDB.close()
    let calls: [(String) async throws -> Void] = [
      { _ = try Database($0) }, { try await db.vacuum(into: $0) }, { try await db.backup(to: $0) },
      { _ = try Database.delete(at: $0) }, { _ = try Database.open(copying: $0, to: other) },
      { _ = try Database.open(copying: there, to: $0) }, { _ = try Database.inMemory(copying: $0) },
      { _ = try Database(uri: "file:\($0)") },
      { _ = try Database(uri: "file:\($0.replacing("\0", with: "%00"))") },
    ]
    for (number, call) in calls.enumerated() {
      for path in ["\(other)\0", "\(other)\0.sqlite", "\(there)\0x", "\0"] {
        let error = await #expect(throws: DatabaseError.self, "\(number)") { try await call(path) }
        #expect(error?.code == .cannotOpen, "\(number) \(String(describing: error))")
      }
    }
    #expect(!FileManager.default.fileExists(atPath: other))
    #expect(FileManager.default.fileExists(atPath: there))
  }

  @Test("A URI's path is decoded, with or without a host")
  func uri() async throws {
    let path = folder.file("a b#c?d%e=é.sqlite")
    let encoded = "\(folder.path)/a%20b%23c%3Fd%25e=%C3%a9.sqlite"
    for uri in [
      "file:\(encoded)", "file://\(encoded)", "file://localhost\(encoded)",
      "file:\(encoded)?mode=rwc&cache=private#fragment?mode=ro", "file:\(encoded)?psow=0&x=%26&&y",
    ] {
      let db = try Database(uri: uri)
      #expect(db.path == path)
      try await db.create(Label.self)
      #expect(try await db.count(Label.self) == 0)
      try await db.close()
      #expect(try Database.delete(at: path))
    }
  }

  @Test("A URI can require an existing file, and can be read-only or immutable")
  func modes() async throws {
    let (path, uri) = (folder.file(), "file:\(folder.file())")
    for mode in ["ro", "rw"] {
      let error = #expect(throws: DatabaseError.self) { try Database(uri: "\(uri)?mode=\(mode)") }
      #expect(error?.code == .cannotOpen && error?.message == "the file does not exist")
      #expect(error?.path == path)
      #expect(!FileManager.default.fileExists(atPath: path))
    }
    try await Database(path).create(Label.self)
    try await Database(uri: "\(uri)?mode=rw").insert(Label(name: "Epic"))
    for reading in ["mode=ro", "immutable=1"] {
      let db = try Database(uri: "\(uri)?\(reading)")
      #expect(try await db.count(Label.self) == 1)
      let error = await #expect(throws: DatabaseError.self) { try await db.deleteAll(Label.self) }
      #expect(error?.code == .readOnly)
    }
    let vfs = #expect(throws: DatabaseError.self) { try Database(uri: "\(uri)?vfs=nowhere") }
    #expect(vfs?.message == "no such vfs: nowhere")
  }

  @Test(
    "A URI that does not name a file is refused",
    arguments: [
      "music.sqlite", "FILE:music.sqlite", "file:", "file::memory:", "file://host/music.sqlite",
      "file:music.sqlite?mode=memory", "file:music.sqlite?mode=memory&cache=shared",
      "file:music.sqlite?cache=shared", "file:music.sqlite?mode=", "file:%00?mode=rw",
    ])
  func refused(uri: String) throws {
    let error = #expect(throws: DatabaseError.self) { try Database(uri: uri) }
    #expect(error?.code == .cannotOpen)
  }
}
