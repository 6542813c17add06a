import ORM
import Testing

@Table("memo")
private struct Memo: Equatable {
  var id: Int?
  var text: String
}

@Table("memo")
private struct KeyedMemo: Equatable {
  let id: Int
  var text: String
}

@Table("page")
private struct Page: Equatable {
  let id: Int
  var memoID: Int
  var number: Int?
}

@Table("stamp")
private struct Stamp: Equatable {
  @Column(primaryKey: true, default: .database("'s'")) var code: String?
  var text: String
}

@Table("coupon")
private struct Coupon: Equatable {
  @Column(primaryKey: true) var id: String
  var number: Int
}

/// A method that leaves the key of a row of `memo` to the database.
private struct KeylessInsert: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let run: @Sendable (Database) async throws -> Void

  init(_ name: String, _ run: @escaping @Sendable (Database) async throws -> Void) {
    testDescription = name
    self.run = run
  }

  static let all: [KeylessInsert] = [
    KeylessInsert("a row") { try await $0.insert(Memo(text: "a")) },
    KeylessInsert("rows") { try await $0.insert([Memo(text: "a"), Memo(text: "b")]) },
    KeylessInsert("rows of which one has a key") {
      try await $0.insert([Memo(id: 1, text: "a"), Memo(text: "b")])
    },
    KeylessInsert("a draft") { try await $0.insert(KeyedMemo.Draft(text: "a")) },
    KeylessInsert("drafts") {
      try await $0.insert([KeyedMemo.Draft(text: "a"), KeyedMemo.Draft(text: "b")])
    },
    KeylessInsert("a parent") {
      try await $0.insert(parent: KeyedMemo.Draft(text: "a")) { [Page.Draft(memoID: $0.id)] }
    },
    KeylessInsert("a save") { try await $0.save(Memo(text: "a")) },
    KeylessInsert("saves") { try await $0.save([Memo(id: 1, text: "a"), Memo(text: "b")]) },
    KeylessInsert("a saveByPositiveKey") {
      try await $0.saveByPositiveKey(KeyedMemo(id: 0, text: "a"))
    },
    KeylessInsert("columns") { try await $0.insert(Memo.self) { $0.text = "a" } },
    KeylessInsert("columns with a key that is nil") {
      try await $0.insert(Memo.self) {
        $0.id = nil
        $0.text = "a"
      }
    },
    KeylessInsert("a statement of a row") { try await $0.run(Memo.insert(Memo(text: "a"))) },
    KeylessInsert("a statement of rows of which one has a key") {
      try await $0.run(Memo.insert([Memo(id: 1, text: "a"), Memo(text: "b")]))
    },
    KeylessInsert("a statement of a draft") {
      try await $0.run(KeyedMemo.insert(KeyedMemo.Draft(text: "a"), or: .replace))
    },
    KeylessInsert("a statement of columns") { try await $0.run(Memo.insert { $0.text = "a" }) },
    KeylessInsert("a statement of columns with a key that is nil") {
      try await $0.run(
        Memo.insert {
          $0.id = nil
          $0.text = "a"
        })
    },
    KeylessInsert("a statement that returns") {
      _ = try await $0.fetch(Memo.insert(Memo(text: "a")).returning { $0.id })
    },
    KeylessInsert("an upsert") {
      try await $0.run(
        Memo.insert(Memo(text: "a")).onConflict { $0.text }.doUpdate { row, excluded in
          row.text = excluded.text
        })
    },
    KeylessInsert("the rows of a query") {
      try await $0.run(
        Memo.insert {
          $0.text
        } select: {
          Page.all.select { $0.memoID.cast(as: String.self) }
        })
    },
    KeylessInsert("a blocking insert") { db in
      try await db.transaction { tx in _ = try tx.insert(Memo(text: "a")) }
    },
  ]
}

@Suite("Keys that the database does not generate")
struct KeyNotGivenTests {
  private static let keys = [
    "(id INTEGER PRIMARY KEY DESC, text TEXT NOT NULL UNIQUE)",
    "(id INT PRIMARY KEY, text TEXT NOT NULL UNIQUE)",
    "(id INTEGER UNIQUE, text TEXT NOT NULL UNIQUE)",
    "(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) WITHOUT ROWID",
  ]
  private static let error = KeyNotGivenError(table: "memo", column: "id")

  private func database(_ key: String, at path: String? = nil) async throws -> Database {
    let db = try path.map { try Database($0) } ?? Database.inMemory()
    try await db.create(Page.self)
    try await db.execute("INSERT INTO page VALUES (1, 5, NULL)")
    try await db.execute("CREATE TABLE memo \(raw: key)")
    return db
  }

  @Test(
    "An insert without a key throws, and stores nothing", arguments: KeyNotGivenTests.keys,
    KeylessInsert.all)
  fileprivate func refused(_ key: String, _ insert: KeylessInsert) async throws {
    let db = try await database(key)
    await #expect(throws: Self.error) { try await insert.run(db) }
    // The second time, the statement may be cached.
    await #expect(throws: Self.error) { try await insert.run(db) }
    #expect(try await db.count(Memo.self) == 0)
    #expect(try await db.count(Page.self) == 1)
  }

  @Test("An insert of a row with a key stores it", arguments: KeyNotGivenTests.keys)
  func given(_ key: String) async throws {
    let db = try await database(key)
    let memo = Memo(id: 5, text: "five")
    #expect(try await db.insert(memo) == memo)
    #expect(try await db.insert([Memo(id: 6, text: "six"), Memo(id: 7, text: "seven")]).count == 2)
    #expect(try await db.run(Memo.insert(Memo(id: 8, text: "eight"))) == 1)
    #expect(try await db.save(Memo(id: 5, text: "V")) == Memo(id: 5, text: "V"))
    #expect(
      try await db.insert(Memo.self) {
        $0.id = 9; $0.text = "nine"
      }.id == 9)
    #expect(
      try await db.fetch(Memo.self).map(\.id).sorted { $0! < $1! } == [5, 6, 7, 8, 9])
  }

  @Test("An INSERT … SELECT with a NULL key throws, and inserts nothing")
  func nullOfQuery() async throws {
    let db = try await database(Self.keys[1])
    let insert = Memo.insert {
      ($0.id, $0.text)
    } select: {
      Page.all.select { ($0.number, $0.memoID.cast(as: String.self)) }
    }
    await #expect(throws: Self.error) { try await db.run(insert) }
    try await db.execute("UPDATE page SET number = 6")
    #expect(try await db.run(insert) == 1)
    try await db.execute("DELETE FROM memo")
    try await db.execute("UPDATE page SET number = NULL")
    await #expect(throws: Self.error) { try await db.run(insert) }
    #expect(try await db.count(Memo.self) == 0)
  }

  @Test(
    "An insert sees the new key of a table that another connection recreated",
    arguments: KeylessInsert.all
  )
  fileprivate func madeAnew(_ insert: KeylessInsert) async throws {
    let folder = try TemporaryFolder()
    let db = try await database("(id INTEGER PRIMARY KEY, text TEXT NOT NULL)", at: folder.file())
    try await db.execute("CREATE UNIQUE INDEX texts ON memo (text)")
    for _ in 1...3 {
      try await insert.run(db)
      try await db.execute("DELETE FROM memo")
    }
    let other = try HeldLock(path: folder.file())
    try other.run(
      "DROP TABLE memo; CREATE TABLE memo (id INT PRIMARY KEY, text TEXT NOT NULL UNIQUE); COMMIT")
    await #expect(throws: Self.error) { try await insert.run(db) }
    await #expect(throws: Self.error) { try await insert.run(db) }
    #expect(try await db.count(Memo.self) == 0)
    try other.run(
      """
      BEGIN; DROP TABLE memo;
      CREATE TABLE memo (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE); COMMIT
      """)
    try await insert.run(db)
    #expect(try await db.exists(Memo.where { $0.id > 0 }))
  }

  @Test("A key that a DEFAULT sets is returned by the insert")
  func defaultKey() async throws {
    let db = try Database.inMemory()
    try await db.execute("CREATE TABLE numbers (n INT); ")
    try await db.execute(
      """
      CREATE TABLE memo (
        id INT PRIMARY KEY DEFAULT (abs(random() % 1000000000) + 1000), text TEXT NOT NULL)
      """)
    var memos = [try await db.insert(Memo(text: "a"))]
    memos += try await db.insert([Memo(text: "b"), Memo(text: "c")])
    memos.append(try await db.insert(Memo.self) { $0.text = "d" })
    let draft = try await db.insert(KeyedMemo.Draft(text: "e"))
    memos.append(Memo(id: draft.id, text: "e"))
    try await db.run(Memo.insert(Memo(text: "f")))
    let stored = try await db.fetch(Memo.all.order { $0.text })
    #expect(stored.dropLast() == memos[...])
    #expect(stored.allSatisfy { $0.id! >= 1000 })
  }

  @Test("A text key that is not set throws, unless it has a default")
  func textKey() async throws {
    let db = try Database.inMemory()
    try await db.execute("CREATE TABLE stamp (code TEXT PRIMARY KEY, text TEXT NOT NULL)")
    let error = KeyNotGivenError(table: "stamp", column: "code")
    await #expect(throws: error) { try await db.insert(Stamp(text: "a")) }
    await #expect(throws: error) { try await db.insert(Stamp.self) { $0.text = "a" } }
    #expect(try await db.count(Stamp.self) == 0)
    try await db.execute("DROP TABLE stamp")
    try await db.create(Stamp.self)
    #expect(try await db.insert(Stamp(text: "a")) == Stamp(code: "s", text: "a"))
  }

  @Test("A key that a trigger sets is accepted, unless the insert returns the key")
  func triggers() async throws {
    let db = try Database.inMemory()
    let error = KeyNotGivenError(table: "coupon", column: "id")
    try await db.execute("CREATE TABLE coupon (id TEXT PRIMARY KEY, number INT NOT NULL)")
    await #expect(throws: error) { try await db.run(Coupon.insert { $0.number = 1 }) }
    try await db.execute("CREATE TABLE log (number INT)")
    try await db.execute(
      """
      CREATE TRIGGER logs AFTER INSERT ON coupon BEGIN INSERT INTO log VALUES (new.number); END
      """)
    await #expect(throws: error) { try await db.run(Coupon.insert { $0.number = 1 }) }
    try await db.execute(
      """
      CREATE TRIGGER fills AFTER INSERT ON coupon WHEN new.id IS NULL BEGIN
        UPDATE coupon SET id = 'n' || new.number WHERE rowid = new.rowid;
      END
      """)
    for number in 1...3 {
      #expect(try await db.run(Coupon.insert { $0.number = number }) == 1)
    }
    #expect(try await db.fetch(Coupon.insert { $0.number = 4 }.returning { $0.number }) == [4])
    await #expect(throws: error) {
      try await db.fetch(Coupon.insert { $0.number = 5 }.returning { $0.id })
    }
    let stored = try await db.fetch(Coupon.order { $0.number })
    #expect(stored.map(\.id) == ["n1", "n2", "n3", "n4"])
    #expect(try await db.fetch(Int.self, sql: "SELECT number FROM log") == [1, 2, 3, 4])
  }

  @Test("A trigger may also set the keys of older rows")
  func triggerOnAllRows() async throws {
    let db = try Database.inMemory()
    try await db.execute("CREATE TABLE coupon (id TEXT PRIMARY KEY, number INT NOT NULL)")
    try await db.execute("INSERT INTO coupon VALUES (NULL, 1)")
    try await db.execute(
      """
      CREATE TRIGGER fills AFTER INSERT ON coupon BEGIN
        UPDATE coupon SET id = 'n' || number WHERE id IS NULL;
      END
      """)
    try await db.run(Coupon.insert { $0.number = 2 })
    #expect(try await db.fetch(Coupon.order { $0.number }).map(\.id) == ["n1", "n2"])
  }

  @Test("A trigger that another connection has just created sets the key of the next insert")
  func newTriggerOfAnotherConnection() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    let db = try Database(path)
    try await db.execute("CREATE TABLE coupon (id TEXT PRIMARY KEY, number INT NOT NULL)")
    await #expect(throws: KeyNotGivenError.self) {
      try await db.run(Coupon.insert { $0.number = 1 })
    }
    let other = try Database(path)
    try await other.execute(
      """
      CREATE TRIGGER fills AFTER INSERT ON coupon WHEN new.id IS NULL BEGIN
        UPDATE coupon SET id = 'n' || new.number WHERE rowid = new.rowid;
      END
      """)
    try await other.close()
    try await db.run(Coupon.insert { $0.number = 2 })
    #expect(try await db.fetch(Coupon.self).map(\.id) == ["n2"])
  }

  @Test("An insert whose key a trigger sets throws its constraint violation")
  func conflictBesideTrigger() async throws {
    let db = try await database(Self.keys[1])
    try await db.execute(
      """
      CREATE TRIGGER fills AFTER INSERT ON memo WHEN new.id IS NULL BEGIN
        UPDATE memo SET id = rowid WHERE rowid = new.rowid;
      END
      """)
    let both = [Memo(text: "a"), Memo(text: "a")]
    for resolution: ConflictResolution in [.abort, .rollback] {
      let error = await #expect(throws: DatabaseError.self) {
        try await db.run(Memo.insert(both, or: resolution))
      }
      #expect(error?.violation?.kind == .unique)
      #expect(try await db.count(Memo.self) == 0)
    }
    await #expect(throws: DatabaseError.self) { try await db.run(Memo.insert(both, or: .fail)) }
    #expect(try await db.fetch(Memo.self) == [Memo(id: 1, text: "a")])
  }

  @Test("In a group commit, only the inserts without a key fail")
  func shared() async throws {
    let folder = try TemporaryFolder()
    let db = try await database(Self.keys[0], at: folder.file())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...40 {
        group.addTask {
          await #expect(throws: Self.error) { try await db.insert(Memo(text: "\(number)")) }
          try await db.insert(Page.Draft(memoID: number))
        }
      }
      try await group.waitForAll()
    }
    #expect(try await db.count(Memo.self) == 0)
    #expect(try await db.count(Page.self) == 41)
  }

  @Test("create and verify refuse INTEGER PRIMARY KEY DESC for a generated key")
  func create() async throws {
    let db = try await database(Self.keys[0])
    await #expect(throws: SchemaMismatchError.self) { try await db.create(Memo.self) }
    await #expect(throws: SchemaMismatchError.self) { try await db.verify(Schema(of: Memo.self)) }
  }

  @Test("The error for a key that is not set names the key, and says what to do")
  func words() {
    #expect(
      "\(Self.error)"
        == """
        "memo": the database does not generate the key "id", which is not an INTEGER PRIMARY KEY; \
        set the row's key before the insert, or migrate the table
        """)
  }
}
