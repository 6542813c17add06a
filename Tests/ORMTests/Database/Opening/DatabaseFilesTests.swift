import Foundation
import ORM
import Testing

@testable import ORMCore
@testable import ORMSQLite

@Suite("Database files")
struct DatabaseFilesTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  #if !canImport(Darwin)
    @Test("The default directory is XDG_DATA_HOME if it is absolute, or else ~/.local/share")
    func dataFolder() throws {
      #expect(
        try Database.dataFolder(environment: ["HOME": "/home/sade", "XDG_DATA_HOME": "/data/"])
          == "/data")
      for relative in ["", "data", "./data"] {
        let environment = ["HOME": "/home/sade", "XDG_DATA_HOME": relative]
        #expect(try Database.dataFolder(environment: environment) == "/home/sade/.local/share")
      }
      let error = #expect(throws: DatabaseError.self) { try Database.dataFolder(environment: [:]) }
      #expect(error?.code == .cannotOpen)
    }
  #endif

  @Test("The default path contains the program's directory")
  func defaultPath() throws {
    let path = try Database.defaultPath(named: "music.sqlite", program: "org.example.music")
    #expect(path.hasPrefix("/"))
    #expect(path.hasSuffix("/org.example.music/music.sqlite"))
    let own = try Database.defaultPath(named: "music.sqlite")
    #expect(own.hasSuffix("/\(ProcessInfo.processInfo.processName)/music.sqlite"))
  }

  @Test(
    "A name that is a path or empty is refused", arguments: ["", ".", "..", "a/b", "/etc/passwd"])
  func oddName(name: String) {
    for (file, program) in [(name, "program"), ("file", name)] {
      let error = #expect(throws: DatabaseError.self) {
        try Database.open(named: file, program: program)
      }
      #expect(error?.message == "\"\(name)\" is not the name of a file or folder")
    }
  }

  @Test("A database is opened in a new default directory that only the user can access")
  func openNamed() async throws {
    let program = "orm-test-\(UUID().uuidString)"
    let path = try Database.defaultPath(named: "music.sqlite", program: program)
    let programFolder = String(path.dropLast("/music.sqlite".count))
    defer { try? FileManager.default.removeItem(atPath: programFolder) }
    #expect(!FileManager.default.fileExists(atPath: programFolder))
    let db = try Database.open(named: "music.sqlite", program: program)
    #expect(db.path == path)
    try await db.create(Label.self)
    let attributes = try FileManager.default.attributesOfItem(atPath: programFolder)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
  }

  @Test("createsDirectories creates missing directories, but not for a read-only database")
  func createsDirectories() throws {
    var configuration = Configuration(readerCount: 1)
    configuration.createsDirectories = true
    configuration.isReadOnly = true
    let path = folder.file("some/new/test.sqlite")
    #expect(throws: DatabaseError.self) { try Database(path, configuration: configuration) }
    #expect(try names().isEmpty)
    configuration.isReadOnly = false
    _ = try Database(path, configuration: configuration)
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test("A database is deleted with its WAL, index and journal, and no other file is")
  func deletes() async throws {
    let path = folder.file()
    for suffix in ["-wal", "-shm", "-journal", "-notes", "2"] {
      try Data("x".utf8).write(to: URL(filePath: path + suffix))
    }
    try Data().write(to: URL(filePath: path))
    #expect(try Database.delete(at: path))
    #expect(try names() == ["test.sqlite-notes", "test.sqlite2"])
    #expect(try Database.delete(at: path) == false)
  }

  @Test("A database is deleted through a symbolic link")
  func deletesThroughLink() throws {
    try Data().write(to: URL(filePath: folder.file("real")))
    try Data().write(to: URL(filePath: folder.file("real-wal")))
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: folder.file("real"))
    #expect(try Database.delete(at: folder.file("link")))
    #expect(try names().isEmpty)
  }

  @Test("Deleting a directory as a database throws")
  func directory() throws {
    let inside = folder.file("inside")
    try Data().write(to: URL(filePath: inside))
    let error = #expect(throws: DatabaseError.self) { try Database.delete(at: folder.path) }
    #expect(error?.message == "the path is a directory, not a file")
    #expect(FileManager.default.fileExists(atPath: inside))
  }

  @Test(
    "An immutable file is read without locks or new files, with any characters in its path",
    arguments: [
      "plain", "a b?c#d%e&f=g.sqlite", "?immutable=0", "%41", "100%", "é 🎷", "a//b", "it's \"x\";",
    ])
  func immutable(name: String) async throws {
    let path = folder.file(name)
    var configuration = Configuration(readerCount: 2)
    configuration.createsDirectories = true
    try await Database(path, configuration: configuration).create(Label.self)
    try run("PRAGMA journal_mode = WAL; INSERT INTO label (name) VALUES ('Epic')", on: path)
    let before = try names()
    configuration.isImmutable = true
    let db = try Database(path, configuration: configuration)
    // A writer's lock does not block the read.
    let writer = try HeldLock(path: path)
    #expect(try await db.fetch(Label.self) == [Label(name: "Epic")])
    try writer.end("ROLLBACK")
    #expect(try names() == before)
    let error = await #expect(throws: DatabaseError.self) {
      try await db.insert(Label(name: "Sony"))
    }
    #expect(error?.code == .readOnly)
  }

  @Test("An immutable file is opened by a relative path")
  func relativeImmutable() async throws {
    let name = "orm-\(UUID().uuidString) ?.sqlite"
    defer { _ = try? Database.delete(at: name) }
    try run("CREATE TABLE label (name TEXT NOT NULL); INSERT INTO label VALUES ('Epic')", on: name)
    var configuration = Configuration()
    configuration.isImmutable = true
    let db = try Database(name, configuration: configuration)
    #expect(try await db.fetch(String.self, sql: "SELECT name FROM label") == ["Epic"])
  }

  @Test("An immutable file with a WAL is refused")
  func immutableWithLog() async throws {
    let db = try Database(folder.file())
    try await db.create(Label.self)
    var configuration = Configuration()
    configuration.isImmutable = true
    let error = #expect(throws: DatabaseError.self) {
      try Database(folder.file(), configuration: configuration)
    }
    #expect(error?.code == .cannotOpen)
    #expect(
      error?.message
        == "the file has a write-ahead log, which can't be read with isImmutable: move it into the"
        + " file with checkpoint(.truncate)")
    try await db.checkpoint(.truncate)
    _ = try Database(folder.file(), configuration: configuration)
  }
}
