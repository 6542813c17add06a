import Foundation
import ORM
import Testing

/// A write fails, and stores nothing, if no fetch could read the row afterwards.
struct UnreadableWriteTests {
  struct Settings: Codable, Hashable, Sendable {
    var theme = "dark"
    var size = 1
    var note: String?
  }
  enum Other {
    struct Settings: Codable, Hashable, Sendable { var isOn = true }
  }
  enum Level: Int, ColumnValue, CaseIterable { case low = 1, high }
  struct Word: RawRepresentable, ColumnValue, Hashable {
    let rawValue: String

    static let plain = Word(letters: "a")

    private init(letters: String) { rawValue = letters }

    init?(rawValue: String) {
      guard rawValue.utf8.allSatisfy((UInt8(ascii: "a")...UInt8(ascii: "z")).contains) else {
        return nil
      }
      self.rawValue = rawValue
    }
  }

  @Table("profile")
  struct Profile: Hashable {
    let id: Int
    @Column(as: JSON.self) var settings: Settings = Settings()
    @Column(as: JSON.self) var others: [String: Int]?
    var word: Word = Word.plain
  }

  @Table("switch")
  struct Switch: Hashable {
    let id: Int
    @Column(as: JSON.self) var settings: Other.Settings = Other.Settings()
  }

  @Table("sum")
  struct Sum: Hashable {
    let id: Int
    var a: Int = 1
    var b: Int = 1
    var c: Int = 1
    @Column(generated: .stored("a + b")) var total: Int8 = 2
    @Column(generated: .virtual("min(b, 2)")) var level: Level? = .low
    @Column(generated: .virtual("c * 4611686018427387904")) var product: Int = 1 << 62
  }

  private func database() async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(Profile.self, Switch.self, Sum.self)
    try await db.insert([
      Profile(id: 1, settings: Settings(note: "x")), Profile(id: 2, others: ["a": 1]),
    ])
    try await db.insert([Sum(id: 1), Sum(id: 2, a: 100)])
    return db
  }

  private func expectRefusal(
    _ table: String, _ column: String, sourceLocation: SourceLocation = #_sourceLocation,
    of write: @Sendable (isolated Connection) throws -> Void
  ) async throws {
    let db = try await database()
    let before = (try await db.fetch(Profile.self), try await db.fetch(Sum.self))
    // The error is caught inside of the transaction, which commits what the write has left.
    let thrown = try await db.transaction { tx -> (any Error)? in
      do {
        try write(tx)
        return nil
      } catch {
        return error
      }
    }
    let error = (thrown as? DatabaseError)?.underlyingError as? ValueEncodingError
    #expect(error?.table == table, "\(String(describing: thrown))", sourceLocation: sourceLocation)
    #expect(error?.column == column, sourceLocation: sourceLocation)
    let after = (try await db.fetch(Profile.self), try await db.fetch(Sum.self))
    #expect(after == before, sourceLocation: sourceLocation)
  }

  @Test("A change of JSON that the property's type can't read fails, and changes no row")
  func json() async throws {
    let set = Profile.updateAll { $0.settings = $0.settings.jsonSet("size", to: "large") }
    #expect(
      try set.statement().sql
        == #"UPDATE "profile" SET "settings" = orm_readable("#
        + #"json_set("settings", '$.size', json($1)), 'profile', 'settings', 'UnreadableWriteTests.Settings')"#
    )
    try await expectRefusal("profile", "settings") { try $0.run(set) }
    let writes = [
      Profile.updateAll { $0.settings = $0.settings.jsonRemove("theme") },
      Profile.updateAll { $0.settings = $0.settings.jsonSet("size", to: Int?.none) },
      Profile.updateAll { $0.settings = $0.settings.jsonPatch(["size": "large"]) },
      Profile.updateAll {
        $0.settings = $0.settings.jsonSet("size", to: $0.settings["theme", as: String.self])
      },
      Profile.updateAll { $0.settings = SQLExpression(sql: "'[]'") },
      // The first row can be read, the second can't.
      Profile.updateAll {
        $0.settings = SQLCase.when($0.id == 1, then: $0.settings.jsonSet("size", to: 2))
          .else($0.settings.jsonRemove("size"))
      },
    ]
    for write in writes {
      try await expectRefusal("profile", "settings") { try $0.run(write) }
    }
    try await expectRefusal("profile", "others") {
      try $0.run(
        Profile.where { $0.id == 2 }.update { $0.others = $0.others.jsonSet("b", to: "x") })
    }
    try await expectRefusal("profile", "settings") {
      try $0.run(
        Profile.insert {
          ($0.id, $0.settings)
        } select: {
          Profile.all.select { ($0.id + 10, $0.settings.jsonRemove("theme")) }
        })
    }
    try await expectRefusal("profile", "settings") {
      try $0.run(
        Profile.insert(Profile(id: 1)).onConflict { $0.id }.doUpdate { row, excluded in
          row.settings = excluded.settings.jsonRemove("theme")
        })
    }
  }

  @Test("A change of JSON that the property's type can read is stored")
  func readableJSON() async throws {
    let db = try await database()
    try await db.create(Switch.self)
    try await db.insert(Switch(id: 1))
    try await db.run(
      Profile.updateAll {
        $0.settings = $0.settings.jsonRemove("note").jsonSet("size", to: 7)
        $0.others = $0.others.jsonSet("b", to: 2)
      })
    // Another type with the same name.
    try await db.run(Switch.updateAll { $0.settings = $0.settings.jsonSet("isOn", to: false) })
    let profiles = try await db.fetch(Profile.order { $0.id })
    #expect(profiles.map(\.settings) == [Settings(size: 7), Settings(size: 7)])
    #expect(profiles.map(\.others) == [nil, ["a": 1, "b": 2]])
    #expect(try await db.find(Switch.self, 1)?.settings == Other.Settings(isOn: false))
    let error = await #expect(throws: DatabaseError.self) {
      try await db.run(Switch.updateAll { $0.settings = $0.settings.jsonRemove("isOn") })
    }
    #expect((error?.underlyingError as? ValueEncodingError)?.table == "switch")
  }

  @Test("A text that the initializer of a raw-value type refuses is not stored")
  func rawValues() async throws {
    try await expectRefusal("profile", "word") {
      try $0.run(Profile.updateAll { $0.word = SQLExpression(sql: "upper(\($0.word))") })
    }
    let db = try await database()
    try await db.run(Profile.updateAll { $0.word = SQLExpression(sql: "\($0.word) || 'b'") })
    #expect(try await db.find(Profile.self, 1)?.word.rawValue == "ab")
  }

  @Test("A write that makes a generated column unreadable fails, and changes no row")
  func generatedColumns() async throws {
    let all = Sum.updateAll { $0.a += 27 }
    #expect(
      try all.statement().sql
        == #"UPDATE "sum" SET "a" = "a" + $1 RETURNING "#
        + #"orm_readable("total", 'sum', 'total', 'Int8'), "#
        + #"orm_readable("level", 'sum', 'level', 'Optional<UnreadableWriteTests.Level>'), "#
        + #"orm_readable("product", 'sum', 'product', 'Int')"#)
    try await expectRefusal("sum", "total") { try $0.run(all) }
    try await expectRefusal("sum", "total") { try $0.update(Sum(id: 1, a: 127)) }
    try await expectRefusal("sum", "total") { try $0.update([Sum(id: 2), Sum(id: 1, a: 127)]) }
    try await expectRefusal("sum", "total") { try $0.update(Sum(id: 1, a: 127), columns: \.a) }
    try await expectRefusal("sum", "total") {
      try $0.updateChanges(Sum(id: 1, a: 127), from: Sum(id: 1))
    }
    try await expectRefusal("sum", "level") { try $0.update(Sum(id: 1, b: -1)) }
    try await expectRefusal("sum", "total") { _ = try $0.fetch(all.returning { $0.id }) }
    try await expectRefusal("sum", "total") {
      try $0.run(
        Sum.insert {
          $0.id = 9
          $0.a = 127
        })
    }
    try await expectRefusal("sum", "total") {
      try $0.run(
        Sum.insert {
          ($0.id, $0.a)
        } select: {
          Sum.all.select { ($0.id + 10, $0.a + 27) }
        })
    }
    try await expectRefusal("sum", "product") {
      try $0.run(Sum.where { $0.id == 1 }.update { $0.c = 2 })
    }
  }

  @Test("A row with a generated column that can be read is updated and counted")
  func readableGeneratedColumns() async throws {
    let db = try await database()
    #expect(try await db.run(Sum.updateAll { $0.a += 1 }) == 2)
    try await db.update(Sum(id: 1, a: 5, b: 2))
    #expect(try await db.find(Sum.self, 1) == Sum(id: 1, a: 5, b: 2, total: 7, level: .high))
    await #expect(throws: RowNotFoundError.self) { try await db.update(Sum(id: 7)) }
    let ids = try await db.fetch(Sum.updateAll { $0.a += 1 }.returning { $0.id })
    #expect(ids.sorted() == [1, 2])
    for id in [40, 41] {
      await #expect(throws: (any Error).self) { try await db.insert(Sum(id: id, a: 127)) }
      await #expect(throws: (any Error).self) { try await db.save(Sum(id: 1, a: 127)) }
    }
    #expect(try await db.fetch(Sum.self).count == 2)
  }
}
