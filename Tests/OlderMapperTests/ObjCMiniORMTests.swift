import Foundation
import ORM
import Testing

private enum MO {
  @Table("Contact")
  struct Contact: Equatable {
    @Column("contactId", primaryKey: true) var contactID: Int?
    var name: String?
    var born: Date?
    var photo: Data?
    var share: Double = 0
    @Column(queryOnly: true) var readonlyProperty = 0
    @Ignored var isSelected = false
  }

  static func database() async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(Contact.self)
    return db
  }

  static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mo-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}

@Table("t_people")
private struct Person {
  @Column("pk", primaryKey: true) var id: Int?
  @Column("full name") var name: String
}

@Suite("ObjCMiniORM")
struct ObjCMiniORMTests {
  @Test("ObjCMiniORM: any struct can be a table")
  func model() { #expect(MO.Contact.tableName == "Contact") }

  @Test("ObjCMiniORM: a named database has a default path")
  func defaultPlace() throws {
    let path = try Database.defaultPath(named: "data.db", program: "orm-tests")
    #expect(path.hasSuffix("/orm-tests/data.db"))
  }

  @Test("ObjCMiniORM: a database is opened at a path, and its folder created on request")
  func path() async throws {
    let folder = try MO.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var configuration = Configuration()
    configuration.createsDirectories = true
    let db = try Database(folder.path + "/a/b/data.db", configuration: configuration)
    try await db.create(MO.Contact.self)
    try await db.close()
  }

  @Test(
    "ObjCMiniORM: a bundled database is copied once, and a missing one is an error"
  )
  func seed() async throws {
    let folder = try MO.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let seed = folder.path + "/seed.db"
    do {
      let db = try Database(seed)
      try await db.create(MO.Contact.self)
      try await db.insert(MO.Contact(name: "a"))
      try await db.close()
    }
    let (first, wasCopied) = try Database.open(copying: seed, to: folder.path + "/data.db")
    try await first.insert(MO.Contact(name: "b"))
    try await first.close()
    let (second, again) = try Database.open(copying: seed, to: folder.path + "/data.db")
    #expect(wasCopied && !again)
    #expect(try await second.count(MO.Contact.self) == 2)
    try await second.close()
    #expect(throws: DatabaseError.self) {
      try Database.open(copying: folder.path + "/none.db", to: folder.path + "/new.db")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/new.db"))
  }

  @Test("ObjCMiniORM: a database is closed, and later calls throw")
  func close() async throws {
    let db = try await MO.database()
    try await db.close()
    try await db.close()
    let error = await #expect(throws: DatabaseError.self) { try await db.count(MO.Contact.self) }
    #expect(error?.extendedCode == .closed)
  }

  @Test("ObjCMiniORM: the key is the table's name with Id, in any case")
  func key() async throws {
    let db = try await MO.database()
    try await db.execute("INSERT INTO contact (CONTACTID, NAME) VALUES (5, 'a')")
    #expect(try await db.find(MO.Contact.self, 5)?.name == "a")
  }

  @Test(
    "ObjCMiniORM: a query-only property is filled by a query, and never written or migrated"
  )
  func readOnly() async throws {
    let db = try await MO.database()
    var contact = try await db.insert(MO.Contact(name: "a", readonlyProperty: 9))
    #expect(contact.readonlyProperty == 0)
    contact = try #require(
      try await db.first(MO.Contact.self, sql: "SELECT *, 5 AS readonlyProperty FROM Contact"))
    #expect(contact.readonlyProperty == 5)
    try await db.update(contact)
    #expect(try await db.plan(to: Schema(of: MO.Contact.self)).isEmpty)
    #expect(try await db.schema().table("Contact")?.column("readonlyProperty") == nil)
  }

  @Test("ObjCMiniORM: a table may have more columns than the struct, but not fewer")
  func columns() async throws {
    let db = try await MO.database()
    try await db.execute("ALTER TABLE Contact ADD COLUMN more TEXT")
    try await db.insert(MO.Contact(name: "a"))
    #expect(try await db.fetch(MO.Contact.self, sql: "SELECT * FROM Contact").count == 1)
    try await db.verify(Schema(of: MO.Contact.self))
    try await db.execute("ALTER TABLE Contact DROP COLUMN share")
    await #expect(throws: DatabaseError.self) { try await db.insert(MO.Contact(name: "a")) }
    await #expect(throws: SchemaMismatchError.self) {
      try await db.verify(Schema(of: MO.Contact.self))
    }
  }

  @Test("ObjCMiniORM: an insert returns the new 64-bit key, and keeps a key that you set")
  func insert() async throws {
    let db = try await MO.database()
    let large = 1 << 40
    #expect(try await db.insert(MO.Contact(contactID: large)).contactID == large)
    #expect(try await db.insert(MO.Contact()).contactID == large + 1)
  }

  @Test("ObjCMiniORM: commit updates if the key is above 0, and inserts otherwise")
  func commit() async throws {
    let db = try await MO.database()
    var contact = try await db.saveByPositiveKey(MO.Contact(contactID: 0, name: "a"))
    #expect(contact.contactID == 1)
    contact.name = "b"
    #expect(try await db.saveByPositiveKey(contact).name == "b")
    #expect(try await db.count(MO.Contact.self) == 1)
    await #expect(throws: RowNotFoundError.self) {
      try await db.saveByPositiveKey(MO.Contact(contactID: 1 << 32, name: "c"))
    }
  }

  @Test("ObjCMiniORM: an update writes nil, and a delete finds the row by the column's name")
  func updateAndDelete() async throws {
    let db = try await MO.database()
    var contact = try await db.insert(MO.Contact(name: "a"))
    contact.name = nil
    try await db.update(contact)
    #expect(try await db.refresh(contact).name == nil)
    #expect(try await db.delete(contact))
  }

  @Test("ObjCMiniORM: SQL with parameters returns structs, or rows with NULLs and BLOBs")
  func queries() async throws {
    let db = try await MO.database()
    try await db.insert(MO.Contact(name: "a", photo: Data([7])))
    let name = "a"
    let found = try await db.fetch(
      MO.Contact.self, sql: "SELECT * FROM Contact WHERE name = \(name)")
    #expect(found.map(\.photo) == [Data([7])])
    let row = try #require(try await db.first(Row.self, sql: "SELECT * FROM Contact"))
    #expect(try row["photo"] == .blob([7]) && row["born"] == .null)
  }

  @Test("ObjCMiniORM: all rows, one by its key, or those that meet a condition are fetched")
  func typed() async throws {
    let db = try await MO.database()
    try await db.insert([MO.Contact(name: "a"), MO.Contact(name: "b")])
    #expect(try await db.fetch(MO.Contact.self).count == 2)
    #expect(try await db.find(MO.Contact.self, 2)?.name == "b")
    #expect(try await db.first(MO.Contact.self, where: { $0.name == "a" })?.contactID == 1)
  }

  @Test(
    "ObjCMiniORM: SQL returns the number of changed rows, the inserted rowid, or a value"
  )
  func execute() async throws {
    let db = try await MO.database()
    let id = try await db.transaction { tx in
      try tx.execute("INSERT INTO Contact (name) VALUES ('a')")
      return tx.lastInsertRowID
    }
    #expect(id == 1)
    #expect(try await db.execute("UPDATE Contact SET share = 0.5") == 1)
    #expect(try await db.value(Double.self, sql: "SELECT share FROM Contact") == 0.5)
    await #expect(throws: (any Error).self) {
      try await db.value(Int.self, sql: "SELECT 1 FROM Contact WHERE 0")
    }
  }

  @Test(
    "ObjCMiniORM: a transaction can be exclusive, immediate or deferred",
    arguments: [TransactionKind.exclusive, .immediate, .deferred])
  func transactions(kind: TransactionKind) async throws {
    let db = try await MO.database()
    await #expect(throws: CancellationError.self) {
      try await db.transaction(kind: kind) { tx in
        try tx.insert(MO.Contact(name: "a"))
        throw CancellationError()
      }
    }
    #expect(try await db.count(MO.Contact.self) == 0)
  }

  @Test(
    "ObjCMiniORM: each column type round-trips: NUMBER, text, data, and exact dates")
  func types() async throws {
    let db = try Database.inMemory()
    try await db.execute(
      "CREATE TABLE Contact (contactId INTEGER PRIMARY KEY, name TEXT, born NUMBER, photo, share NUMBER)"
    )
    let contact = try await db.insert(
      MO.Contact(name: "", born: Date(timeIntervalSince1970: 3.75), photo: Data([1]), share: 3.14))
    #expect(try await db.find(MO.Contact.self, 1) == contact)
    #expect(contact.share == 3.14 && contact.name == "")
    let zero = try await db.insert(MO.Contact(born: Date(timeIntervalSince1970: 0), share: 4))
    #expect(try await db.find(MO.Contact.self, 2) == zero)
  }

  @Test("ObjCMiniORM: a struct is mapped to any existing table, with other names")
  func mapped() async throws {
    let db = try Database.inMemory()
    try await db.execute(#"CREATE TABLE t_people (pk INTEGER PRIMARY KEY, "full name" TEXT)"#)
    try await db.insert(Person(name: "a"))
    #expect(try await db.fetch(Person.self).map(\.name) == ["a"])
  }

  @Test(
    "ObjCMiniORM: a migration adds tables and columns to the database, and drops none"
  )
  func migrations() async throws {
    let db = try Database.inMemory()
    try await db.execute(
      script:
        "CREATE TABLE contact (CONTACTID INTEGER PRIMARY KEY, name TEXT, old TEXT); CREATE TABLE other (x)"
    )
    let plan = try await db.migrate(
      to: Schema(of: MO.Contact.self), fill: [.column("Contact", "share", value: 0)])
    #expect(!plan.isEmpty)
    #expect(try await db.schema().table("Contact")?.column("old") != nil)
    #expect(try await db.schema().table("other") != nil)
    try await db.insert(MO.Contact(name: "a"))
  }

  @Test(
    "ObjCMiniORM: each script runs once, in order; those that a mapper ran are skipped"
  )
  func scripts() async throws {
    let db = try Database.inMemory()
    try await db.execute(
      script: """
        CREATE TABLE t (x);
        CREATE TABLE _migrateHistory (timestamp, runOn); INSERT INTO _migrateHistory VALUES (1, 5);
        """)
    let steps = MigrationList {
      MigrationStep("1", sql: "INSERT INTO t VALUES (1)")
      MigrationStep("2", sql: "INSERT INTO t VALUES (2)")
      MigrationStep("3", sql: "INSERT INTO t SELECT max(x) + 1 FROM t")
    }
    try await db.migrate(steps)
    try await db.migrate(steps)
    #expect(try await db.fetch(Int.self, sql: "SELECT x FROM t") == [2, 3])
  }

  @Test("ObjCMiniORM: a plan contains the SQL and changes nothing")
  func dryRun() async throws {
    let db = try Database.inMemory()
    let plan = try await db.plan(to: Schema(of: MO.Contact.self))
    #expect(plan.steps.flatMap(\.statements).contains { $0.contains(#"CREATE TABLE "#) })
    #expect(try await db.schema().tables.isEmpty)
  }

  @Test("ObjCMiniORM: statements are reported, and there is a busy timeout")
  func debug() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    var configuration = Configuration()
    configuration.statementHooks = [StatementHook { continuation.yield($0.sql) }]
    let db = try Database.inMemory(configuration: configuration)
    try await db.create(MO.Contact.self)
    continuation.finish()
    var seen: [String] = []
    for await sql in stream { seen.append(sql) }
    #expect(seen.contains { $0.contains("CREATE TABLE") })
    #expect(configuration.busyTimeout > .zero)
  }
}
