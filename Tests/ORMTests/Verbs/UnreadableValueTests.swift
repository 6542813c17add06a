import Testing

import ORM
@testable import ORMCore
@testable import ORMSQLite

/// A conversion that encodes every number, but decodes only even ones.
enum Even: ColumnConversion {
  struct Odd: Error {}

  static func encode(_ value: Int) -> Int { value }

  static func decode(_ stored: Int) throws -> Int {
    guard stored.isMultiple(of: 2) else { throw Odd() }
    return stored
  }
}

@Table
struct EvenPair: Equatable {
  let id: Int
  @Column(as: Even.self) var left: Int
  @Column(as: Even.self) var right: Int?
}

@Table
struct LooseEvens: Equatable {
  var id: Int?
  @Embedded var halves: Halves

  @Embeddable
  struct Halves: Equatable {
    @Column(as: Even.self) var left: Int
  }
}

@Table
struct EvenKey: Equatable {
  @Column(primaryKey: true, as: Even.self) let number: Int
}

@Suite("Values that can be written but not decoded")
struct UnreadableValueTests {
  let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.create(EvenPair.self, LooseEvens.self, EvenKey.self)
  }

  /// Expects that the error names the table and no row is kept, outside of a transaction and in
  /// one.
  func expect(
    _ table: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @Sendable (isolated Connection) throws -> Void
  ) async throws {
    let expected = ValueEncodingError(
      table: table, type: "Int",
      reason: .invalid(description: "its stored form can't be read back as this type"))
    await #expect(throws: expected, sourceLocation: sourceLocation) { try await db.writing(body) }
    try await db.transaction { tx in
      #expect(throws: expected, sourceLocation: sourceLocation) { try body(tx) }
    }
    #expect(try await db.count(EvenPair.self) == 0, sourceLocation: sourceLocation)
    #expect(try await db.count(LooseEvens.self) == 0, sourceLocation: sourceLocation)
    #expect(try await db.count(EvenKey.self) == 0, sourceLocation: sourceLocation)
  }

  @Test("An insert of a value that can't be decoded again throws, and keeps no row")
  func insert() async throws {
    try await expect("evenPair") { try $0.insert(EvenPair(id: 1, left: 2, right: 3)) }
    try await expect("evenPair") { try $0.insert(EvenPair.Draft(left: 1)) }
    try await expect("looseEvens") { try $0.insert(LooseEvens(halves: .init(left: 1))) }
    try await expect("evenKey") { try $0.insert(EvenKey(number: 1)) }
  }

  @Test("An insert of many rows keeps none if one value can't be decoded")
  func insertMany() async throws {
    let pairs = (1...700).map { EvenPair(id: $0, left: $0 == 699 ? 1 : 2) }
    try await expect("evenPair") { try $0.insert(pairs) }
    try await expect("evenPair") {
      try $0.insert([EvenPair.Draft(left: 2), EvenPair.Draft(left: 1)])
    }
    try await expect("looseEvens") {
      try $0.insert([LooseEvens(halves: .init(left: 2)), LooseEvens(halves: .init(left: 1))])
    }
  }

  @Test("A save of a value that can't be decoded again throws, and keeps and changes no row")
  func save() async throws {
    try await expect("evenPair") { try $0.save(EvenPair(id: 1, left: 1)) }
    try await expect("evenPair") {
      try $0.save([EvenPair(id: 1, left: 2), EvenPair(id: 2, left: 1)])
    }
    try await expect("looseEvens") { try $0.save(LooseEvens(halves: .init(left: 1))) }
    let pair = try await db.insert(EvenPair(id: 1, left: 2))
    await #expect(throws: ValueEncodingError.self) { try await db.save(EvenPair(id: 1, left: 3)) }
    #expect(try await db.fetch(EvenPair.self) == [pair])
  }
}
