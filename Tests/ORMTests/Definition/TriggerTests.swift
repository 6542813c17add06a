import Testing

import ORM
@testable import ORMCore
@testable import ORMSQLite

/// A table whose rows are changed by the triggers of each test.
@Table
struct Letter: Equatable {
  let id: Int
  var text: String
  var length: Int?
}

/// The same table with an optional key.
@Table
struct Postcard: Equatable {
  var id: Int?
  var text: String
}

/// The same table without a key.
@Table
struct Scrap: Equatable {
  var text: String
}

/// The entries that the triggers write.
@Table("triggerLog")
struct TriggerLog: Equatable {
  var entry: String
}

/// The ways to write a row that return it.
enum Write: CaseIterable {
  case insert, insertMany, insertBatches, insertDraft, insertDrafts, insertSome, save, saveMany

  func run(_ db: isolated Connection, _ text: String) throws -> [Letter] {
    let letter = Letter(id: 1, text: text)
    switch self {
    case .insert: return [try db.insert(letter)]
    case .insertMany: return try db.insert([letter])
    case .insertBatches: return try db.insert((1...700).map { Letter(id: $0, text: text) })
    case .insertDraft: return [try db.insert(Letter.Draft(text: text))]
    case .insertDrafts: return try db.insert([Letter.Draft(text: text)])
    case .insertSome: return [try db.insert(Letter.self) { $0.text = text }]
    case .save: return [try db.save(letter)]
    case .saveMany: return try db.save([letter])
    }
  }
}

@Suite("Tables with triggers")
struct TriggerTests {
  let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Letter.self, Postcard.self, Scrap.self, TriggerLog.self)
  }

  static let measuring = """
    CREATE TRIGGER measuring AFTER INSERT ON letter BEGIN
      UPDATE letter SET length = length(text), text = upper(text) WHERE id = new.id;
    END
    """

  static let ignoring = """
    CREATE TRIGGER ignoring BEFORE INSERT ON letter WHEN new.text = 'spam' BEGIN
      INSERT INTO triggerLog VALUES ('ignored');
      SELECT RAISE(IGNORE);
    END
    """

  static let shredding = """
    CREATE TRIGGER shredding AFTER INSERT ON letter WHEN new.text = 'spam' BEGIN
      INSERT INTO triggerLog VALUES ('shredded');
      DELETE FROM letter WHERE id = new.id;
    END
    """

  @Test("A write returns the row as its triggers changed it", arguments: Write.allCases)
  func changed(write: Write) async throws {
    try await db.execute(script: "\(raw: Self.measuring)")
    let written = try await db.writing { try write.run($0, "hello") }
    #expect(try await db.fetch(Letter.self) == written)
    #expect(written.first == Letter(id: 1, text: "HELLO", length: 5))
  }

  @Test(
    "A trigger takes effect even if the statement was prepared before",
    arguments: Write.allCases)
  func laterTrigger(write: Write) async throws {
    let before = try await db.writing { try write.run($0, "hello") }
    #expect(before.first == Letter(id: 1, text: "hello"))
    try await db.execute("DELETE FROM letter")
    try await db.execute(script: "\(raw: Self.measuring); \(raw: Self.ignoring)")
    let after = try await db.writing { try write.run($0, "hello") }
    #expect(after.first == Letter(id: 1, text: "HELLO", length: 5))
    #expect(try await db.fetch(Letter.self) == after)
    #expect(after.count == before.count)
  }

  @Test(
    "A write throws if a trigger skips or deletes its row, and keeps nothing",
    arguments: Write.allCases, [ignoring, shredding])
  func notKept(write: Write, trigger: String) async throws {
    for isPrepared in [false, true] {
      if isPrepared {
        try await db.execute("DROP TRIGGER IF EXISTS ignoring")
        try await db.execute("DROP TRIGGER IF EXISTS shredding")
        _ = try await db.writing { try write.run($0, "hello") }
        try await db.execute("DELETE FROM letter")
      }
      try await db.execute(script: "\(raw: trigger)")
      await #expect(throws: RowNotKeptError(table: "letter")) {
        try await db.writing { try write.run($0, "spam") }
      }
      try await db.transaction { tx in
        #expect(throws: RowNotKeptError.self) { try write.run(tx, "spam") }
      }
      #expect(try await db.fetch(Letter.self) == [])
      #expect(try await db.fetch(TriggerLog.self) == [])
      #expect(try await db.writing { try write.run($0, "ham").first?.text } == "ham")
      try await db.execute("DELETE FROM letter")
    }
  }

  @Test("A row is kept if an AFTER trigger raises IGNORE")
  func ignoringAfterwards() async throws {
    try await db.execute(
      script: """
        CREATE TRIGGER late AFTER INSERT ON letter BEGIN SELECT RAISE(IGNORE); END;
        CREATE TRIGGER later AFTER UPDATE ON letter BEGIN SELECT RAISE(IGNORE); END
        """)
    var letter = try await db.insert(Letter(id: 1, text: "a"))
    letter.text = "b"
    #expect(try await db.save(letter) == letter)
    letter.text = "c"
    try await db.update(letter)
    #expect(try await db.fetch(Letter.self) == [letter])
  }

  @Test("An update that a trigger skips throws RowNotKeptError, and keeps nothing")
  func ignoredUpdate() async throws {
    let old = try await db.insert(Letter(id: 1, text: "old"))
    let new = Letter(id: 1, text: "new")
    try await db.update(old)
    try await db.update(old, columns: \.text)
    try await db.execute(
      script: """
        CREATE TRIGGER keeping BEFORE UPDATE ON letter BEGIN
          INSERT INTO triggerLog VALUES ('kept');
          SELECT RAISE(IGNORE);
        END
        """)
    for _ in 1...2 {
      await #expect(throws: RowNotKeptError(table: "letter")) { try await db.update(new) }
      await #expect(throws: RowNotKeptError.self) { try await db.update([new]) }
      await #expect(throws: RowNotKeptError.self) { try await db.update(new, columns: \.text) }
      await #expect(throws: RowNotKeptError.self) { try await db.updateChanges(new, from: old) }
      await #expect(throws: RowNotKeptError.self) { try await db.save(new) }
      await #expect(throws: RowNotFoundError(table: "letter")) {
        try await db.update(Letter(id: 2, text: "new"))
      }
    }
    #expect(try await db.fetch(Letter.self) == [old])
    #expect(try await db.fetch(TriggerLog.self) == [])
  }

  @Test("Rows with a generated key or without a key are returned as their triggers changed them")
  func otherKeys() async throws {
    try await db.execute(
      script: """
        CREATE TRIGGER cards AFTER INSERT ON postcard BEGIN
          INSERT INTO triggerLog VALUES ('one'), ('two');
          UPDATE postcard SET text = 'Dear ' || text WHERE id = new.id;
        END;
        CREATE TRIGGER scraps AFTER INSERT ON scrap BEGIN
          UPDATE scrap SET text = trim(text) WHERE rowid = new.rowid;
        END;
        CREATE TRIGGER empty BEFORE INSERT ON scrap WHEN new.text = '' BEGIN
          SELECT RAISE(IGNORE);
        END
        """)
    #expect(try await db.insert(Postcard(text: "Ada")) == Postcard(id: 1, text: "Dear Ada"))
    let two = try await db.insert([Postcard(text: "Bea"), Postcard(id: 7, text: "Cy")])
    #expect(two == [Postcard(id: 2, text: "Dear Bea"), Postcard(id: 7, text: "Dear Cy")])
    #expect(try await db.save(Postcard(text: "Di")) == Postcard(id: 8, text: "Dear Di"))
    #expect(try await db.insert(Scrap(text: " a ")) == Scrap(text: "a"))
    let scraps = try await db.insert([Scrap(text: " b ")])
    #expect(scraps == [Scrap(text: "b")])
    await #expect(throws: RowNotKeptError(table: "scrap")) { try await db.insert(Scrap(text: "")) }
    #expect(try await db.fetch(Scrap.self) == [Scrap(text: "a"), Scrap(text: "b")])
  }

  @Test("An insert returns the row as a temporary trigger changed it")
  func temporaryTrigger() async throws {
    try await db.insert(Letter(id: 1, text: "one"))
    try await db.execute(
      script: """
        CREATE TEMP TRIGGER shouting AFTER INSERT ON main.letter BEGIN
          UPDATE letter SET text = upper(text) WHERE id = new.id;
        END
        """)
    #expect(try await db.insert(Letter(id: 2, text: "two")) == Letter(id: 2, text: "TWO"))
  }

  @Test("A write sees a trigger that another connection created or dropped")
  func otherConnection() async throws {
    let two = try TwoDatabases()
    try await two.db.create(Letter.self)
    try await two.db.insert(Letter(id: 1, text: "one"))
    try await two.db.insert([Letter(id: 2, text: "two")])
    try await two.other.execute(script: "\(raw: Self.measuring)")
    let third = try await two.db.insert(Letter(id: 3, text: "x"))
    #expect(third == Letter(id: 3, text: "X", length: 1))
    try await two.other.execute("DROP TRIGGER measuring")
    #expect(try await two.db.insert(Letter(id: 4, text: "y")) == Letter(id: 4, text: "y"))
  }

  @Test("The SQL of writes does not change if only other tables have triggers")
  func statements() async throws {
    try await db.execute(script: "\(raw: Self.measuring)")
    let trace = try await StatementTrace.start(on: db)
    try await db.insert(Postcard(text: "Ada"))
    try await db.update(Postcard(id: 1, text: "Bea"))
    try await db.save(Postcard(id: 1, text: "Cy"))
    #expect(
      trace.statements == [
        #"INSERT INTO "postcard" ("text") VALUES ($1)"#,
        #"UPDATE "postcard" SET "text" = $1 WHERE "id" = $2"#,
        #"INSERT INTO "postcard" ("text", "id") VALUES ($1, $2) "#
          + #"ON CONFLICT ("id") DO UPDATE SET "text" = excluded."text""#,
      ])
  }
}
