import Foundation
import ORM
import Testing

@Suite("The SQL that @Table writes")
struct GeneratedSQLTests {
  @Test("the literals are what the schema renders")
  func literals() {
    expectSame(Band.self)
    expectSame(Record.self)
    expectSame(Seat.self)
    expectSame(Label.self)
    expectSame(Member.self)
    expectSame(Concert.self)
    expectSame(Poster.self)
    expectSame(Person.self)
    #expect(Play.insertSQL == Play.schema.insertSQL)
    #expect(Play.selectSQL == Play.schema.selectSQL)
  }

  private func expectSame<T: KeyedTable>(_ type: T.Type) {
    #expect(T.selectSQL == T.schema.selectSQL)
    #expect(T.findSQL == T.schema.findSQL)
    #expect(T.insertSQL == T.schema.insertSQL)
    #expect(T.updateSQL == T.schema.updateSQL)
    #expect(T.upsertSQL == T.schema.upsertSQL)
    #expect(T.deleteSQL == T.schema.deleteSQL)
    #expect(T.primaryKeyColumns == T.schema.primaryKey)
  }

  @Test("a key of any type that is stored as an integer can come from the database")
  func generatedKey() async throws {
    let db = try Database.inMemory()
    try await db.create(Person.self)
    let ada = try await db.insert(Person.Draft(name: "Ada"))
    #expect(ada.id == PersonID(rawValue: 1))
    try await db.insert(Person(id: PersonID(rawValue: .max), name: "Bea"))
    await #expect(throws: RowDecodingError.self) {
      try await db.insert(Person.Draft(name: "Cid"))
    }
    #expect(try await db.count(Person.self) == 2)
  }

  enum Mood: String, ColumnValue, Codable { case calm, keen }

  /// A table inside of a type, with columns of what that type declares.
  @Table
  struct Day: Equatable {
    let id: Int
    var mood: Mood = Mood.calm
    @Column(as: JSON.self) var others: [Mood] = []
  }

  @Test("a nested table is a table like any other")
  func nested() async throws {
    let db = try Database.inMemory()
    try await db.create(Day.self)
    let day = try await db.insert(Day.Draft(others: [.keen]))
    #expect(try await db.fetch(Day.self, where: { $0.mood == .calm }) == [day])
  }
}

extension GeneratedSQLTests {
  struct PersonID: RawRepresentable, ColumnValue, Hashable { let rawValue: Int32 }

  /// Keys of a type of one's own, which the database gives.
  @Table
  struct Person: Equatable {
    @Column(autoincrement: true) let id: PersonID
    var name: String
  }
}
