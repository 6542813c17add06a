import ORM
import Testing

@Table
struct Rack: Equatable {
  var id: Int?
  var title: String
  var note: String?
}

extension Rack {
  @Table("rack_room")
  struct Room: Equatable {
    @Column(primaryKey: true) let house: String
    @Column(primaryKey: true) let number: Int
    @Column(references: Rack.self) var rackID: Int?
    var height: Int
  }
}

@Selection struct RackTitle: Equatable { let title: String }

extension RackTitle: DatabaseView {
  static var definition: some SelectStatement<RackTitle> {
    Rack.select { RackTitle.select(title: $0.title) }
  }
}

@Suite("Descriptions and hints of errors")
struct ErrorWordsTests {
  let db: Database

  init() throws { db = try Database.inMemory() }

  func failure(
    _ body: @Sendable (isolated Connection) throws -> Void
  ) async throws -> DatabaseError {
    let error = await #expect(throws: DatabaseError.self) { try await db.transaction(body) }
    return try #require(error)
  }

  @Test("A result code is shown by its SQLite name")
  func codes() async throws {
    #expect(ResultCode(rawValue: 2067).name == "SQLITE_CONSTRAINT_UNIQUE")
    #expect(ResultCode.notADatabase.name == "SQLITE_NOTADB")
    #expect(ResultCode(rawValue: 10 | 33 << 8).name == "SQLITE_IOERR_CORRUPTFS")
    #expect(ResultCode.closed.name == "ORM_CLOSED")
    #expect(ResultCode.deadlock.name == "ORM_DEADLOCK")
    #expect(ResultCode.connectionExpired.name == "ORM_CONNECTION_EXPIRED")
    #expect(ResultCode.wouldBlock.name == "ORM_WOULD_BLOCK")
    #expect(ResultCode(rawValue: 10 | 99 << 8).name == "SQLITE_IOERR 25354")
    #expect(ResultCode(rawValue: 77).name == "result code 77")
    #expect("\(ResultCode.full)" == "SQLITE_FULL (13): database or disk is full")
    try await db.create(Rack.self)
    try await db.insert(Rack(id: 1, title: "a"))
    let error = try await failure { try $0.insert(Rack(id: 1, title: "b")) }
    #expect(
      "\(error)".hasPrefix(
        "UNIQUE constraint failed: rack.id [SQLITE_CONSTRAINT_PRIMARYKEY] in: INSERT"))
  }

  @Test("An error about a missing table names the call that creates it")
  func missingTable() async throws {
    let errors = [
      try await failure { _ = try $0.fetch(Rack.self) },
      try await failure { _ = try $0.find(Rack.self, 1) },
      try await failure { _ = try $0.fetch(Rack.where { $0.title == "a" }) },
      try await failure { _ = try $0.first(Rack.select { $0.title }) },
      try await failure { try $0.insert(Rack(title: "a")) },
      try await failure { try $0.insert([Rack(title: "a"), Rack(title: "b")]) },
      try await failure { try $0.update(Rack(id: 1, title: "a")) },
      try await failure { try $0.run(Rack.where { $0.id == 1 }.update { $0.title = "b" }) },
      try await failure { try $0.run(Rack.where { $0.id == 1 }.delete()) },
    ]
    for error in errors {
      #expect(error.message == "no such table: rack")
      #expect(error.hint == "create(Rack.self) creates it")
      #expect(
        "\(error)".hasPrefix(
          "no such table: rack; create(Rack.self) creates it [SQLITE_ERROR] in: "))
    }
    let joined = try await failure {
      try $0.create(Rack.self)
      _ = try $0.fetch(Rack.join(Rack.Room.self) { $0.id == $1.rackID })
    }
    #expect(joined.hint == "create(Room.self) creates it")
    let view = try await failure { _ = try $0.fetch(RackTitle.self) }
    #expect(view.hint == "create(RackTitle.self) creates it")
  }

  @Test("An error about a misspelt name suggests the nearest one of the statement's tables")
  func nearestName() async throws {
    try await db.create(Rack.self)
    try await db.execute("CREATE TABLE other (tital)")
    func hint(_ sql: SQL) async throws -> String? {
      try await failure { try $0.execute(sql) }.hint
    }
    #expect(try await hint("SELECT titel FROM rack") == "there is title")
    #expect(try await hint(#"SELECT s."TITEL" FROM "Rack" AS s"#) == "there is title")
    #expect(try await hint("INSERT INTO rack (nota) VALUES (1)") == "there is note")
    #expect(try await hint("SELECT titel FROM other") == "there is tital")
    #expect(try await hint("SELECT wholly FROM rack") == nil)
    #expect(try await hint("SELECT id FROM racc") == "there is rack")
    #expect(try await hint("SELECT id FROM main.racc") == "there is rack")
    #expect(try await hint("SELECT id FROM cellar") == nil)
    let script = try await failure { try $0.execute(script: "SELECT 1; SELECT titel FROM rack") }
    #expect(
      "\(script)"
        == "no such column: titel; there is title [SQLITE_ERROR] in:  SELECT titel FROM rack")
  }

  @Test("A failed foreign key is named in the error's description")
  func foreignKey() async throws {
    try await db.create(Rack.self, Rack.Room.self)
    let error = try await failure {
      try $0.insert(Rack.Room(house: "a", number: 1, rackID: 7, height: 2))
    }
    #expect(
      "\(error)".hasPrefix(
        #"FOREIGN KEY constraint failed: rack_room (rackID) REFERENCES "rack" ("id") [SQLITE_CONSTRAINT_FOREIGNKEY]"#
      ))
  }

  @Test(
    "An error about two statements suggests execute(script:)")
  func twoStatements() async throws {
    for sql: SQL in [
      "CREATE TABLE u (x); INSERT INTO u VALUES (1)", "SELECT 1; SELEKT", "SELECT 1;; /* a */ 'b'",
    ] {
      let error = try await failure { try $0.execute(sql) }
      #expect(error.message == "the SQL contains more than one statement")
      #expect(error.hint == "use execute(script:) to run several")
    }
    try await db.execute("CREATE TABLE u (x) ; -- and no more\n /* ; */ ;")
    #expect(try await db.value(Int.self, sql: "SELECT count(*) FROM u") == 0)
  }

  @Test("An error of reading or writing a file names the file")
  func path() async throws {
    let folder = try TemporaryFolder()
    let db = try Database(folder.file())
    try await db.create(Rack.self)
    try await db.execute("PRAGMA max_page_count = 10")
    let full = await #expect(throws: DatabaseError.self) {
      try await db.execute("INSERT INTO rack (title) VALUES (hex(zeroblob(100000)))")
    }
    #expect(full?.code == .full && full?.path?.hasSuffix(folder.file()) == true)
    #expect("\(try #require(full))".contains(" [SQLITE_FULL] at "))
    let wrong = await #expect(throws: DatabaseError.self) { try await db.execute("SELEKT") }
    #expect(wrong?.path == nil)
    let memory = try Database.inMemory()
    try await memory.execute("PRAGMA max_page_count = 1")
    let other = await #expect(throws: DatabaseError.self) { try await memory.create(Rack.self) }
    #expect(other?.code == .full && other?.path == nil)
  }

  @Test("A decoding error has the row's key, but its description shows only integer keys")
  func keyOfRow() async throws {
    try await db.execute("CREATE TABLE rack (id INTEGER PRIMARY KEY, title, note)")
    try await db.execute(
      "CREATE TABLE rack_room (house, number, rackID, height, PRIMARY KEY (house, number))")
    try await db.execute("INSERT INTO rack VALUES (1, 'a', NULL), (7, x'00', NULL)")
    try await db.execute("INSERT INTO rack_room VALUES ('Elm Street', 3, 1, 'tall')")
    func failure(
      _ body: @Sendable (isolated Connection) throws -> Void
    ) async throws -> RowDecodingError {
      let error = await #expect(throws: RowDecodingError.self) { try await db.read(body) }
      return try #require(error)
    }
    for error in [
      try await failure { _ = try $0.fetch(Rack.self) },
      try await failure { _ = try $0.find(Rack.self, 7) },
      try await failure { _ = try $0.fetch(Rack.where { $0.id == 7 }) },
      try await failure { _ = try $0.fetch(Rack.self, sql: "SELECT note, title, id FROM rack") },
    ] {
      #expect(error.key == [.integer(7)])
      #expect("\(error)" == #""rack"."title" of the row 7: expected TEXT, found BLOB"#)
    }
    for error in [
      try await failure { _ = try $0.fetch(Rack.Room.self) },
      try await failure {
        _ = try $0.fetch(Rack.join(Rack.Room.self) { $0.id == $1.rackID })
      },
    ] {
      #expect(error.key == [.text("Elm Street"), .integer(3)])
      #expect("\(error)" == #""rack_room"."height": expected INTEGER, found TEXT"#)
    }
  }

  @Test(
    "The hint for a read-only file names the setting that opens it",
    .enabled(if: SmallDisk.isAvailable))
  func readOnlyHint() async throws {
    let disk = try #require(try SmallDisk(megabytes: 4))
    let path = disk.path + "/test.sqlite"
    do {
      let db = try Database(path)
      try await db.create(Rack.self)
    }
    #expect(disk.makeReadOnly())
    let error = #expect(throws: DatabaseError.self) { try Database(path) }
    #expect(error?.hint == "set Configuration.isReadOnly to open it for reading")
    var configuration = Configuration()
    configuration.isReadOnly = true
    let log = #expect(throws: DatabaseError.self) {
      try Database(path, configuration: configuration)
    }
    #expect(
      log?.hint == "if no program writes to the file, set Configuration.isImmutable")
    configuration.isImmutable = true
    let db = try Database(path, configuration: configuration)
    #expect(try await db.count(Rack.self) == 0)
  }
}
