import CSQLite
import Foundation
import ORM
import Testing

/// Root can write to any file whatever its permissions, so these tests mount a disk.
@Suite(
  "Disks that are read-only or full",
  .enabled(if: SmallDisk.isAvailable, "mounting a disk takes root"))
struct DiskTests {
  @Test("A file on a read-only disk throws readOnly when it is opened")
  func readOnlyDisk() async throws {
    let disk = try #require(try SmallDisk(megabytes: 4))
    let path = disk.path + "/test.sqlite"
    do {
      let db = try Database(path)
      try await db.create(Label.self)
      try await db.insert(Label(name: "Epic"))
      try await db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    #expect(disk.makeReadOnly())
    let error = #expect(throws: DatabaseError.self) { try Database(path) }
    #expect(error?.code == .readOnly)
    #expect(error?.message == "the file or its folder is not writable")
    #expect(error?.path == path)
  }

  @Test("A new file on a read-only disk can't be opened; the error names the folder")
  func newFile() throws {
    let disk = try #require(try SmallDisk(megabytes: 4))
    #expect(disk.makeReadOnly())
    let path = disk.path + "/test.sqlite"
    let error = #expect(throws: DatabaseError.self) { try Database(path) }
    #expect(error?.code == .cannotOpen)
    #expect(error?.message == "the file does not exist, and its folder is not writable")
    #expect(error?.path == path)
  }

  @Test("A file without WAL on a read-only disk can be read")
  func readsReadOnly() async throws {
    let disk = try #require(try SmallDisk(megabytes: 4))
    let path = disk.path + "/test.sqlite"
    do {
      let db = try Database(path)
      try await db.create(Label.self)
      try await db.insert(Label(name: "Epic"))
      try await db.withHandle {
        _ = sqlite3_exec($0, "PRAGMA journal_mode = DELETE", nil, nil, nil)
      }
    }
    #expect(disk.makeReadOnly())
    var configuration = Configuration()
    configuration.isReadOnly = true
    let db = try Database(path, configuration: configuration)
    #expect(try await db.fetch(Label.self) == [Label(name: "Epic")])
    let error = await #expect(throws: DatabaseError.self) {
      try await db.insert(Label(name: "Sony"))
    }
    #expect(error?.code == .readOnly)
  }

  @Test("A full disk throws full, and committed rows stay")
  func fullDisk() async throws {
    let disk = try #require(try SmallDisk(megabytes: 1))
    let path = disk.path + "/test.sqlite"
    let db = try Database(path)
    try await db.create(Band.self, Record.self)
    let note = String(repeating: "x", count: 2000)
    var acknowledged = 0
    let error = await #expect(throws: DatabaseError.self) {
      for number in 1...10_000 {
        try await db.insert(Record(id: number, title: "t", note: note))
        acknowledged = number
      }
    }
    #expect(error?.code == .full)
    #expect(acknowledged > 50)
    #expect(try await db.count(Record.self) == acknowledged)
    let other = try Database(path)
    #expect(try await other.fetch(Record.order { $0.id }).map(\.id) == Array(1...acknowledged))
  }

  @Test("A transaction on a full disk is rolled back, and the connection stays usable")
  func fullDiskTransaction() async throws {
    let disk = try #require(try SmallDisk(megabytes: 1))
    let db = try Database(disk.path + "/test.sqlite")
    try await db.create(Band.self, Record.self)
    try await db.insert(Record(id: 1, title: "before"))
    let note = String(repeating: "x", count: 2000)
    let error = await #expect(throws: DatabaseError.self) {
      try await db.transaction { tx in
        for number in 2...10_000 { try tx.insert(Record(id: number, title: "t", note: note)) }
      }
    }
    #expect(error?.code == .full)
    #expect(try await db.fetch(Record.self).map(\.title) == ["before"])
    try await db.update(Record(id: 1, title: "after"))
    #expect(try await db.fetch(Record.self).map(\.title) == ["after"])
  }
}

@Suite("A database with a maximum size")
struct FullDatabaseTests {
  @Test("A write beyond the maximum throws full, and loses no committed row")
  func full() async throws {
    let two = try TwoDatabases()
    let (db, other) = (two.db, two.other)
    try await db.create(Band.self, Record.self)
    try await db.insert(Record(id: 1, title: "before"))
    try await db.execute("PRAGMA max_page_count = 20")
    let note = String(repeating: "x", count: 2000)
    let error = await #expect(throws: DatabaseError.self) {
      try await db.transaction { tx in
        for number in 2...1000 { try tx.insert(Record(id: number, title: "t", note: note)) }
      }
    }
    #expect(error?.code == .full)
    #expect(try await other.fetch(Record.self).map(\.title) == ["before"])
    let many = await #expect(throws: DatabaseError.self) {
      try await db.insert((2...1000).map { Record(id: $0, title: "t", note: note) })
    }
    #expect(many?.code == .full)
    #expect(try await other.count(Record.self) == 1)
    try await db.update(Record(id: 1, title: "after"))
    try await db.execute("PRAGMA max_page_count = 1000000")
    try await db.insert(Record(id: 2, title: "more", note: note))
    #expect(try await other.fetch(Record.self).map(\.title) == ["after", "more"])
  }

  @Test("A transaction that goes on after a full error keeps nothing")
  func goesOn() async throws {
    let two = try TwoDatabases()
    try await two.db.create(Band.self, Record.self)
    try await two.db.execute("PRAGMA max_page_count = 20")
    let note = String(repeating: "x", count: 2000)
    await #expect(throws: DatabaseError.self) {
      try await two.db.transaction { tx in
        try tx.insert(Record(id: 1, title: "first"))
        for number in 2...1000 { _ = try? tx.insert(Record(id: number, title: "t", note: note)) }
        _ = try? tx.insert(Record(id: 2000, title: "small"))
      }
    }
    #expect(try await two.other.count(Record.self) == 0)
  }
}
