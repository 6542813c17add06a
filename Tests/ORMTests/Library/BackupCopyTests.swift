import CSQLite
import Foundation
import ORM
import Testing

@testable import ORMCore
@testable import ORMSQLite

@Suite("Copying a database's pages")
struct BackupCopyTests {
  let folder: TemporaryFolder
  let source: ConnectionHandle
  let destination: ConnectionHandle

  init() throws {
    folder = try TemporaryFolder()
    source = try ConnectionHandle(path: folder.file("source.sqlite"), for: .creating)
    destination = try ConnectionHandle(path: folder.file("copy.sqlite"), for: .creating)
    run("CREATE TABLE t (x); INSERT INTO t VALUES (zeroblob(20000))", on: source)
  }

  private func run(_ sql: String, on connection: ConnectionHandle) {
    #expect(sqlite3_exec(connection.pointer, sql, nil, nil, nil) == SQLITE_OK)
  }

  private func hasTable(_ connection: ConnectionHandle) -> Bool {
    sqlite3_table_column_metadata(
      connection.pointer, nil, "t", nil, nil, nil, nil, nil, nil) == SQLITE_OK
  }

  @Test("A copy goes step by step, and counts its pages")
  func steps() throws {
    var copy = try BackupCopy(of: source.pointer, to: destination)
    #expect(try copy.step(1) == .more)
    let (copied, total) = (copy.copiedPages, copy.totalPages)
    #expect(copied == 1 && total > 4)
    #expect(try copy.step(1) == .more)
    #expect(try copy.step() == .done)
    #expect(copy.copiedPages == total)
    try copy.finish()
    #expect(hasTable(destination))
  }

  @Test("An abandoned copy leaves neither data nor a lock")
  func abandoned() throws {
    do {
      var copy = try BackupCopy(of: source.pointer, to: destination)
      #expect(try copy.step(1) == .more)
    }
    #expect(!hasTable(destination))
    run("CREATE TABLE t (x)", on: destination)
  }

  @Test("A copy reports another connection's lock, and continues when the lock is released")
  func locked() throws {
    let lock = try HeldLock(path: source.path, begin: "BEGIN EXCLUSIVE")
    var copy = try BackupCopy(of: source.pointer, to: destination)
    #expect(try copy.step() == .locked)
    let error = #expect(throws: DatabaseError.self) {
      try BackupCopy.copyAll(
        of: source.pointer,
        to: ConnectionHandle(path: ":memory:", for: .writing))
    }
    #expect(error?.code == .busy && error?.path == ":memory:")
    try lock.end("ROLLBACK")
    #expect(try copy.step() == .done)
    try copy.finish()
    #expect(hasTable(destination))
  }

  @Test("Copying a file that is not a database throws")
  func failures() throws {
    let damaged = folder.file("damaged.sqlite")
    try Data(repeating: UInt8(ascii: "x"), count: 8192).write(to: URL(filePath: damaged))
    let handle = try ConnectionHandle(path: damaged, for: .writing)
    let error = #expect(throws: DatabaseError.self) {
      try BackupCopy.copyAll(of: handle.pointer, to: destination)
    }
    #expect(error?.code == .notADatabase && error?.path == destination.path)
    #expect(error?.message == "file is not a database")
  }
}
