import Foundation
import ORM
import Testing

// Defaults whose SQL the macro can't evaluate.

enum DeclaredGenre: String, ColumnValue { case jazz, soul }

struct DeclaredID: RawRepresentable, ColumnValue, Hashable { let rawValue: Int }

@Table("event") private struct TextForDate {
  let id: Int
  @Column(default: .database("CURRENT_TIMESTAMP || ''")) var at: Date
}

@Table("event") private struct TextForNumber {
  let id: Int
  @Column(default: .sql("'x' || ''")) var count: Int
}

@Table("event", strict: false) private struct LooseTextForNumber {
  let id: Int
  @Column(default: .sql("'x' || ''")) var count: Int
}

@Table("event") private struct UnknownCase {
  let id: Int
  @Column(default: "polka") var genre: DeclaredGenre
}

@Table("event") private struct TooLarge {
  let id: Int
  @Column(default: 300) var level: UInt8
}

@Table("event") private struct NoDay {
  let id: Int
  @Column(default: .database("'2024-02-30'")) var day: CalendarDay
}

@Table("event") private struct Readable: Hashable {
  let id: Int
  @Column(default: .database("unixepoch('now') + 0")) var at: Date?
  @Column(default: .database("CURRENT_TIMESTAMP"), as: DateTimeText.self) var text: Date?
  @Column(default: .database("CURRENT_DATE")) var day: CalendarDay?
  @Column(default: "jazz") var genre: DeclaredGenre
  @Column(default: .sql("'7'")) var count: Int
  @Column(default: .sql("no_such_function()")) var note: String?
  var plays: Int = 3
}

@Table("owner") private struct Owner: Hashable {
  let id: UUID
  @Column(unique: true) var code: DeclaredID
  @Column(unique: true, as: UnixSeconds.self) var at: Date
}

@Table("pet") private struct TextForUUID {
  let id: Int
  @Column(as: UUIDText.self, references: Owner.self) var owner: UUID
}

@Table("pet") private struct Pet: Hashable {
  let id: Int
  @Column(references: Owner.self) var owner: UUID?
  @Column(references: \Owner.code) var code: Int
  @Column(references: \Owner.code) var other: DeclaredID?
  @Column(as: UnixSeconds.self, references: \Owner.at) var at: Date?
  @Column(references: Pet.self) var friend: Int16?
}

struct DeclarationCheckTests {
  private func expectRefusal(
    of tables: any DatabaseTable.Type..., column: String, _ words: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let db = try Database.inMemory()
    let schema = Schema(of: tables)
    func expect(_ thrown: (any Error)?) {
      let error = thrown as? ColumnDeclarationError
      #expect(error?.column == column, sourceLocation: sourceLocation)
      #expect(error?.table == tables.last?.tableName, sourceLocation: sourceLocation)
      #expect(
        error?.description.contains(words) == true, "\(String(describing: thrown))",
        sourceLocation: sourceLocation)
    }
    do {
      try await db.transaction { tx in try tx.createSources(tables, ifNotExists: true) }
      expect(nil)
    } catch { expect(error) }
    do {
      _ = try await db.migrate(to: schema)
      expect(nil)
    } catch { expect(error) }
    do {
      try await db.verify(schema)
      expect(nil)
    } catch { expect(error) }
    #expect(try await db.schema().tables.isEmpty, sourceLocation: sourceLocation)
  }

  @Test("A default that its column can't decode is refused by create, migrate and verify")
  func defaults() async throws {
    try await expectRefusal(
      of: TextForDate.self, column: "at",
      "can't read the value of its default CURRENT_TIMESTAMP || ''")
    try await expectRefusal(of: TextForNumber.self, column: "count", "it is text for a column of")
    try await expectRefusal(of: LooseTextForNumber.self, column: "count", "it is text for a column")
    try await expectRefusal(of: UnknownCase.self, column: "genre", "raw value")
    try await expectRefusal(of: TooLarge.self, column: "level", "UInt8")
    try await expectRefusal(of: NoDay.self, column: "day", "2024-02-29")
  }

  @Test("An insert that omits columns returns their defaults")
  func readableDefaults() async throws {
    let db = try Database.inMemory()
    try await db.create(Readable.self)
    try await db.verify(Schema(of: Readable.self))
    let row = try await db.insert(Readable.self) {
      $0.id = 1
      $0.note = nil
    }
    #expect(row.genre == .jazz && row.count == 7 && row.plays == 3)
    #expect(row.at != nil && row.text != nil && row.day != nil)
  }

  @Test("create, migrate and verify refuse a reference to a column of another representation")
  func references() async throws {
    try await expectRefusal(
      of: Owner.self, TextForUUID.self, column: "owner",
      #"represented by UUIDText and refers to "owner"."id", which is represented by UUID"#)
    try await expectRefusal(of: TextForUUID.self, column: "owner", "represented by UUIDText")
  }

  @Test("A reference may differ from its key in integer width, raw type or optionality")
  func equalReferences() async throws {
    let db = try Database.inMemory()
    try await db.create(Owner.self, Pet.self)
    try await db.verify(Schema(of: Owner.self, Pet.self))
    let owner = Owner(id: UUID(), code: DeclaredID(rawValue: 4), at: Date(timeIntervalSince1970: 5))
    try await db.insert(owner)
    let pet = Pet(id: 1, owner: owner.id, code: 4, other: owner.code, at: owner.at, friend: 1)
    #expect(try await db.insert(pet) == pet)
  }
}
