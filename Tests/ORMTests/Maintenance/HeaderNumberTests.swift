import ORM
import Testing

@Suite("The user version and the application ID")
struct HeaderNumberTests {
  @Test("The user version and the application ID are 0 in a new file, and are stored in it")
  func kept() async throws {
    let folder = try TemporaryFolder()
    do {
      let db = try Database(folder.file())
      #expect(try await db.userVersion() == 0)
      #expect(try await db.applicationID() == 0)
      try await db.setUserVersion(7)
      try await db.setApplicationID(.min)
    }
    let db = try Database(folder.file())
    #expect(try await db.userVersion() == 7)
    #expect(try await db.applicationID() == .min)
    try await db.setUserVersion(-1)
    #expect(try await db.value(Int.self, sql: "PRAGMA user_version") == -1)
  }

  @Test("The user version is rolled back with its transaction, and can't be set in a read")
  func transaction() async throws {
    let db = try Database.inMemory()
    try await db.setUserVersion(1)
    await #expect(throws: Stop.self) {
      try await db.transaction { tx in
        try tx.setUserVersion(2)
        #expect(try tx.userVersion() == 2)
        throw Stop()
      }
    }
    #expect(try await db.userVersion() == 1)
    let error = await #expect(throws: DatabaseError.self) {
      try await db.read { try $0.setUserVersion(3) }
    }
    #expect(error?.code == .readOnly)
  }
}
