import ORM
import Synchronization
import Testing

/// In a table of another program, several rows can have the same value of the struct's key.
struct NonUniqueKeyTests {
  @Table("note")
  struct Note: Hashable {
    let id: Int
    var text: String
    var more: String?
  }

  @Table("entry")
  struct Entry: Hashable {
    @Column(primaryKey: true) var day: Int
    @Column(primaryKey: true) var number: Int
    var text: String
    var more: String?
  }

  private static let notes = [
    Note(id: 1, text: "a"), Note(id: 2, text: "b"), Note(id: 2, text: "c"),
  ]

  private func database(
    _ key: String = "id INTEGER NOT NULL", rows: [Note] = notes
  ) async throws -> Database {
    let db = try Database.inMemory()
    try await db.execute("CREATE TABLE note (\(raw: key), text TEXT NOT NULL, more TEXT)")
    for row in rows {
      try await db.execute("INSERT INTO note (id, text) VALUES (\(row.id), \(row.text))")
    }
    return db
  }

  private func expectRefusal(
    sourceLocation: SourceLocation = #_sourceLocation,
    of write: @Sendable (isolated Connection) throws -> Void
  ) async throws {
    let db = try await database()
    // The error is caught inside the transaction, which then commits anything the write left.
    let error = try await db.transaction { tx -> (any Error)? in
      do {
        try write(tx)
        return nil
      } catch {
        return error
      }
    }
    #expect(
      error as? KeyNotUniqueError == KeyNotUniqueError(table: "note", columns: ["id"]),
      "\(String(describing: error))", sourceLocation: sourceLocation)
    let rows = try await db.fetch(Note.order { ($0.id, $0.text) })
    #expect(rows == Self.notes, sourceLocation: sourceLocation)
  }

  @Test("An update throws and changes nothing if several rows have the key")
  func updates() async throws {
    try await expectRefusal { try $0.update(Note(id: 2, text: "x")) }
    try await expectRefusal { try $0.update([Note(id: 1, text: "x"), Note(id: 2, text: "x")]) }
    try await expectRefusal { try $0.update(Note(id: 2, text: "x"), columns: \.text) }
    try await expectRefusal {
      try $0.updateChanges(Note(id: 2, text: "x"), from: Note(id: 2, text: "b"))
    }
    let db = try await database()
    await #expect(throws: KeyNotUniqueError.self) { try await db.update(Note(id: 2, text: "x")) }
    #expect(try await db.fetch(Note.order { ($0.id, $0.text) }) == Self.notes)
  }

  @Test("A delete throws and deletes nothing if several rows have the key")
  func deletes() async throws {
    try await expectRefusal { try $0.delete(Note(id: 2, text: "b")) }
    try await expectRefusal { try $0.delete(Note.self, key: 2) }
    let db = try await database()
    await #expect(throws: KeyNotUniqueError.self) { try await db.delete(Note.self, key: 2) }
    #expect(try await db.fetch(Note.order { ($0.id, $0.text) }) == Self.notes)
  }

  @Test("A row with a unique key is updated and deleted even if other keys are not unique")
  func otherRows() async throws {
    let db = try await database()
    try await db.update(Note(id: 1, text: "x"))
    #expect(try await db.find(Note.self, 1)?.text == "x")
    #expect(try await db.delete(Note.self, key: 1))
    #expect(try await !db.delete(Note.self, key: 1))
    await #expect(throws: RowNotFoundError.self) { try await db.update(Note(id: 1, text: "y")) }
  }

  @Test(
    "An update or delete by a unique key needs no transaction",
    arguments: [
      "id INTEGER PRIMARY KEY", "id INT PRIMARY KEY", "id INTEGER UNIQUE",
      "id INTEGER PRIMARY KEY DESC",
    ])
  func uniqueKeys(_ key: String) async throws {
    let texts = Mutex<[String]>([])
    var configuration = Configuration()
    configuration.statementHooks = [
      StatementHook { event in texts.withLock { $0.append(event.sql) } }
    ]
    let db = try Database.inMemory(configuration: configuration)
    try await db.execute("CREATE TABLE note (\(raw: key), text TEXT NOT NULL, more TEXT)")
    try await db.execute("INSERT INTO note (id, text) VALUES (1, 'a')")
    try await db.update(Note(id: 1, text: "x"))
    try await db.update(Note(id: 1, text: "y"), columns: \.text)
    #expect(try await db.delete(Note.self, key: 1))
    #expect(texts.withLock { $0 }.allSatisfy { !$0.utf8.starts(with: "BEGIN".utf8) })
  }

  @Test("A partial index or an index on an expression does not make a key unique")
  func otherIndexes() async throws {
    for index in ["note (id) WHERE more IS NOT NULL", "note (id, lower(text))"] {
      let db = try await database()
      try await db.execute("CREATE UNIQUE INDEX u ON \(raw: index)")
      await #expect(throws: KeyNotUniqueError.self) {
        try await db.update(Note(id: 2, text: "x"), columns: \.more)
      }
    }
  }

  @Test("A key counts as unique if a part of it is unique, but not if only a longer key is")
  func compositeKeys() async throws {
    for (key, isUnique) in [
      ("PRIMARY KEY (number)", true), ("UNIQUE (day, number)", true),
      ("PRIMARY KEY (day, number, text)", false),
    ] {
      let db = try Database.inMemory()
      try await db.execute(
        "CREATE TABLE entry (day INTEGER, number INTEGER, text TEXT, more TEXT, \(raw: key))")
      try await db.execute("INSERT INTO entry VALUES (1, 1, 'a', 'x')")
      try await db.update(Entry(day: 1, number: 1, text: "b"))
      if isUnique { continue }
      try await db.execute("INSERT INTO entry VALUES (1, 1, 'c', 'x')")
      await #expect(throws: KeyNotUniqueError.self) {
        try await db.update(Entry(day: 1, number: 1, text: "d"), columns: \.more)
      }
    }
  }
}
