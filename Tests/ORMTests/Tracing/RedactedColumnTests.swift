import Foundation
import ORM
import Testing

/// The names differ from those of all other tests, because redacted columns are registered for
/// the whole process.
@Suite("Redacted columns")
struct RedactedColumnTests {
  @Table("vault_member")
  struct VaultMember: Identifiable {
    let id: Int
    var name: String
    @Column("vault_phrase", redacted: true) var phrase: String
    @Column(redacted: true, as: PinConversion.self) var vaultPin: Pin?
    @Embedded var contact: VaultContact
  }

  @Embeddable
  struct VaultContact: Equatable {
    var city: String
    @Column(redacted: true) var vaultPhone: String
  }

  @Table("vault_note")
  struct VaultNote: Identifiable {
    var id: Int?
    var text: String
    @Column(references: VaultMember.self) var memberID: Int
  }

  struct Pin: Equatable { var number: Int }

  enum PinConversion: ColumnConversion {
    struct Refusal: Error, CustomStringConvertible { var description: String }

    static func encode(_ value: Pin) throws -> Int {
      if value.number < 0 { throw Refusal(description: "secret \(value.number)") }
      return value.number
    }

    static func decode(_ stored: Int) throws -> Pin {
      if stored > 9999 { throw Refusal(description: "secret \(stored)") }
      return Pin(number: stored)
    }
  }

  let events = Events()
  let db: Database

  init() async throws {
    var configuration = Configuration()
    configuration.statementHooks = [events.hook(includesValues: true)]
    db = try Database.inMemory(configuration: configuration)
    try await db.create(VaultMember.self, VaultNote.self)
    _ = events.take()
  }

  private static let draft = VaultMember.Draft(
    name: "Ada", phrase: "secret", vaultPin: Pin(number: 1234),
    contact: VaultContact(city: "Oslo", vaultPhone: "secret"))

  /// Runs statements, and returns the reported SQL with values of each one with parameters, or
  /// nil.
  private func values(_ body: () async throws -> Void) async throws -> [String?] {
    _ = events.take()
    try await body()
    let told = events.take()
    #expect(!told.contains { $0.description.contains("secret") }, "\(told)")
    return told.filter { $0.sql.contains("$") }.map(\.sqlWithValues)
  }

  @Test("The values of a statement that writes a redacted column are hidden, whatever writes it")
  func writes() async throws {
    let told = try await values {
      let ada = try await db.insert(Self.draft)
      try await db.update(ada)
      try await db.save(ada)
      try await db.run(VaultMember.where { $0.id == 1 }.update { $0.phrase = "secret" })
      try await db.execute("UPDATE vault_member SET vault_phrase = \("secret")")
      try await db.execute("UPDATE vault_member SET vaultPhone = \("secret"), name = 'x'")
    }
    #expect(told.count >= 6 && told.allSatisfy { $0 == nil }, "\(told)")
  }

  @Test("The values of a condition on a redacted column are hidden, and other values are shown")
  func reads() async throws {
    try await db.insert(Self.draft)
    let held = try await values {
      _ = try await db.fetch(VaultMember.where { $0.phrase == "secret" })
      _ = try await db.count(VaultMember.self, where: { $0.phrase == "secret" })
      _ = try await db.fetch(
        Int.self, sql: "SELECT id FROM vault_member WHERE vault_phrase = \("secret")")
      _ = try await db.explain(VaultMember.where { $0.contact.vaultPhone == "secret" })
    }
    #expect(held == [nil, nil, nil, nil])
    let shown = try await values {
      _ = try await db.count(VaultMember.self, where: { $0.name == "Ada" })
      try await db.insert(VaultNote(text: "open", memberID: 1))
      _ = try await db.fetch(VaultNote.where { $0.text == "open" })
      try await db.execute("UPDATE vault_member SET name = \("Ada") WHERE id = \(1)")
    }
    #expect(
      shown == [
        #"SELECT count(*) FROM "vault_member" WHERE "name" = 'Ada'"#,
        #"INSERT INTO "vault_note" ("text", "memberID") VALUES ('open', 1)"#,
        #"SELECT "id", "text", "memberID" FROM "vault_note" WHERE "text" = 'open'"#,
        "UPDATE vault_member SET name = 'Ada' WHERE id = 1",
      ])
  }

  @Test("Views, triggers and scripts that use a redacted column hide their values")
  func ways() async throws {
    try await db.insert(Self.draft)
    try await db.execute("CREATE VIEW vault_view AS SELECT vault_phrase AS p FROM vault_member")
    try await db.execute(
      """
      CREATE TRIGGER vault_trigger AFTER INSERT ON vault_note
      BEGIN UPDATE vault_member SET vault_phrase = new.text; END
      """)
    let held = try await values {
      _ = try await db.fetch(Int.self, sql: "SELECT 1 FROM vault_view WHERE p = \("secret")")
      try await db.execute("INSERT INTO vault_note (text, memberID) VALUES (\("secret"), 1)")
      try await db.execute(script: "UPDATE vault_member SET vault_phrase = \("secret")")
      for try await _ in db.stream(VaultMember.where { $0.phrase == "secret" }) {}
    }
    #expect(held == [nil, nil, nil, nil])
  }

  @Test("A row, a draft and a group of columns are printed without redacted values")
  func printing() async throws {
    let member = try await db.insert(Self.draft)
    #expect(
      "\(member)" == #"VaultMember(id: 1, name: "Ada", phrase: "(redacted)", "#
        + #"vaultPin: "(redacted)", contact: \#(String(reflecting: member.contact)))"#)
    for value: Any in [member, Self.draft, member.contact, [member], Optional(member) as Any] {
      var text = "\(value) \(String(reflecting: value))"
      dump(value, to: &text)
      #expect(text.contains("(redacted)"), "\(text)")
      #expect(!text.contains("secret") && !text.contains("1234"), "\(text)")
    }
    let row = try #require(try await db.first(Row.self, sql: "SELECT * FROM vault_member"))
    #expect(row.description.contains("name: 'Ada', vault_phrase: (redacted)"))
    var dumped = ""
    dump(row, to: &dumped)
    dumped += "\(Mirror(reflecting: row).children.map { "\($0)" })"
    #expect(dumped.contains("vault_phrase") && dumped.contains("Ada"), "\(dumped)")
    #expect(!dumped.contains("secret") && !dumped.contains("1234"), "\(dumped)")
    #expect(try row["vault_phrase"] == "secret")
  }

  @Test("An error of a redacted column's conversion does not show its description")
  func errors() async throws {
    var draft = Self.draft
    draft.vaultPin = Pin(number: -1)
    let refused = await #expect(throws: ValueEncodingError.self) { try await db.insert(draft) }
    #expect(refused?.column == "vaultPin" && refused?.description.contains("secret") == false)
    #expect(refused?.reason == .invalid(description: "(redacted)"))
    try await db.insert(Self.draft)
    try await db.execute("UPDATE vault_member SET vaultPin = 123456")
    let unreadable = await #expect(throws: RowDecodingError.self) {
      try await db.fetch(VaultMember.self)
    }
    #expect(
      unreadable?.description
        == #""vault_member"."vaultPin" of the row 1: not a valid Pin: (redacted)"#)
    #expect(!events.take().contains { "\($0)".contains("secret") })
  }

  /// Runs a statement that must fail, and returns the reason of the error.
  private func refusal(_ body: () async throws -> Void) async -> ValueEncodingError.Reason? {
    await #expect(throws: ValueEncodingError.self) { try await body() }?.reason
  }

  @Test("A value of a redacted column that can't be stored is not shown")
  func unstorableValues() async throws {
    let bad = Pin(number: -1)
    let member = try await db.insert(Self.draft)
    let prepared = PreparedQuery { (pin: Placeholder<PinConversion?>) in
      VaultMember.where { $0.vaultPin == pin }
    }
    let hidden = ValueEncodingError.Reason.invalid(description: "(redacted)")
    let ofQueries = [
      await refusal { _ = try await db.fetch(VaultMember.where { $0.vaultPin == bad }) },
      await refusal { _ = try await db.fetch(VaultMember.where { $0.vaultPin.in([bad]) }) },
      await refusal { _ = try await db.fetch(VaultMember.select { $0.vaultPin ?? bad }) },
      await refusal { _ = try await db.fetch(prepared(bad)) },
      await refusal { _ = try prepared(bad).statement() },
    ]
    #expect(ofQueries == Array(repeating: hidden, count: 5))
    let ofWrites = [
      await refusal { try await db.run(VaultMember.all.update { $0.vaultPin = bad }) },
      await refusal { try await db.insert(VaultMember.self) { $0.vaultPin = bad } },
      await refusal {
        try await db.run(
          VaultMember.insert(member).onConflict { $0.id }.doUpdate { row, _ in row.vaultPin = bad })
      },
    ]
    #expect(ofWrites == Array(repeating: hidden, count: 3))
  }

  @Table("vault_unused")
  struct VaultUnused: Identifiable {
    let id: Int
    @Column(redacted: true, as: PinConversion.self) var vaultUnusedPin: Pin
  }

  @Test("The redacted columns of a table are known from its first statement")
  func firstStatement() async throws {
    let db = try Database.inMemory()
    try await db.execute(
      "CREATE TABLE vault_unused (id INTEGER PRIMARY KEY, vaultUnusedPin INTEGER NOT NULL)")
    try await db.execute("INSERT INTO vault_unused VALUES (1, 123456)")
    let unreadable = await #expect(throws: RowDecodingError.self) {
      try await db.fetch(VaultUnused.select { $0.vaultUnusedPin })
    }
    #expect(unreadable?.reason == .invalid(type: "Pin", description: "(redacted)"))
  }

  @Selection
  struct VaultCopy {
    @Column(as: PinConversion.self) var copy: Pin?
  }

  @Test("An unreadable redacted value is not shown under another name or in an expression")
  func unreadableExpressions() async throws {
    try await db.insert(Self.draft)
    try await db.execute("UPDATE vault_member SET vaultPin = 123456")
    try await db.execute("CREATE VIEW vault_pins AS SELECT vaultPin + 0 AS p FROM vault_member")
    _ = events.take()
    let members = VaultMember.all
    let unreadable = [
      await #expect(throws: RowDecodingError.self) {
        try await db.fetch(members.select { $0.vaultPin.coalesce(Pin(number: 0)) })
      },
      await #expect(throws: RowDecodingError.self) {
        try await db.fetch(members.select { $0.vaultPin.max() })
      },
      await #expect(throws: RowDecodingError.self) {
        try await db.fetch(members.select { VaultCopy.select(copy: $0.vaultPin) })
      },
      await #expect(throws: RowDecodingError.self) {
        try await db.fetch(VaultCopy.self, sql: "SELECT vaultPin AS copy FROM vault_member")
      },
    ]
    let hidden = RowDecodingError.Reason.invalid(type: "Pin", description: "(redacted)")
    #expect(unreadable.map { $0?.reason } == Array(repeating: hidden, count: 4))
    // Only the hook finds out which columns the view reads.
    await #expect(throws: RowDecodingError.self) {
      try await db.fetch(VaultCopy.self, sql: "SELECT p AS copy FROM vault_pins")
    }
    let told = events.take().filter { $0.error != nil }
    #expect(told.count == 5)
    for event in told {
      let words = "\(event) \(event.error.map { "\($0)" } ?? "")"
      #expect(words.contains("(redacted)") && !words.contains("secret"), "\(words)")
    }
  }
}
