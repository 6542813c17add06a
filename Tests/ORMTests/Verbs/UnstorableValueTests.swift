import Foundation
import ORM
import Testing

@Table
struct Reading: Equatable {
  @Column(primaryKey: true) var id: UInt64
  var name: String
  var value: Double
  var level: UInt64?
  var small: Int8 = 0
}

@Table
struct Narrow: Equatable {
  let id: Int8
  var name: String
}

@Table
struct NarrowOptional: Equatable {
  var id: UInt8?
  var name: String
}

@Suite("Values that can't be stored or decoded")
struct UnstorableValueTests {
  let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Reading.self, Narrow.self, NarrowOptional.self)
    try await db.insert(Reading(id: 1, name: "a", value: 1))
  }

  /// Expects that the error names the table and the column, and that no row was changed.
  func expect(
    _ column: String, _ reason: ValueEncodingError.Reason,
    _ body: @Sendable (isolated Connection) throws -> Void
  ) async throws {
    let error = await #expect(throws: ValueEncodingError.self) { try await db.transaction(body) }
    #expect(error?.table == "reading")
    #expect(error?.column == column)
    #expect(error?.reason == reason)
    #expect(try await db.fetch(Reading.self) == [Reading(id: 1, name: "a", value: 1)])
  }

  @Test("Writing NaN throws an error that names the table and the column")
  func notANumber() async throws {
    let new = Reading(id: 2, name: "b", value: .nan)
    let changed = Reading(id: 1, name: "b", value: .nan)
    try await expect("value", .notANumber) { try $0.insert(new) }
    try await expect("value", .notANumber) { try $0.save(new) }
    try await expect("value", .notANumber) { try $0.update(changed) }
    try await expect("value", .notANumber) { try $0.update(changed, columns: \.value) }
    try await expect("value", .notANumber) {
      try $0.updateChanges(changed, from: Reading(id: 1, name: "a", value: 1))
    }
    try await expect("value", .notANumber) { tx in
      let rows = (2..<600).map { Reading(id: $0, name: "x", value: $0 == 400 ? .nan : 1) }
      try tx.insert(rows)
    }
    try await expect("value", .notANumber) {
      try $0.insert(Reading.self) {
        $0.id = 2
        $0.name = "b"
        $0.value = .nan
      }
    }
  }

  @Test("An unsigned number above Int64.max throws an error that names its column, even in a key")
  func overflow() async throws {
    let big = UInt64(Int64.max) + 1
    try await expect("level", .overflow) {
      try $0.insert(Reading(id: 2, name: "b", value: 1, level: big))
    }
    try await expect("id", .overflow) { try $0.insert(Reading(id: big, name: "b", value: 1)) }
    try await expect("id", .overflow) { _ = try $0.find(Reading.self, big) }
    try await expect("id", .overflow) { _ = try $0.exists(Reading.self, key: big) }
    try await expect("id", .overflow) { try $0.delete(Reading.self, key: big) }
    try await expect("id", .overflow) {
      _ = try $0.refresh(Reading(id: big, name: "b", value: 1))
    }
    try await expect("id", .overflow) {
      _ = try $0.load(\.name, of: Reading(id: big, name: "b", value: 1))
    }
    try await expect("level", .overflow) {
      _ = try $0.fetch(Reading.self, where: { $0.level == big })
    }
    try await expect("level", .overflow) { try $0.delete(Reading.self, where: { $0.level == big }) }
  }

  @Test("The error of a value that overflows its property names the column, not the value")
  func decoding() async throws {
    try await db.execute("UPDATE reading SET small = 1234567 WHERE id = 1")
    let expected = RowDecodingError(
      table: "reading", column: "small", reason: .overflow(type: "Int8"), key: [1])
    await #expect(throws: expected) { try await db.fetch(Reading.self) }
    await #expect(throws: expected) { try await db.fetch(Reading.order { $0.id }) }
    await #expect(throws: expected) { try await db.find(Reading.self, 1) }
    await #expect(throws: expected) { try await db.first(Reading.all) }
    let row = Reading(id: 1, name: "a", value: 1)
    await #expect(throws: expected) { try await db.refresh(row) }
    await #expect(throws: expected) { try await db.load(\.small, of: row) }
    #expect(!expected.description.contains("1234567"))
  }

  @Test("A row is not kept if its generated key does not fit its property")
  func narrowKey() async throws {
    try await db.insert(Narrow(id: 127, name: "last"))
    try await db.insert(NarrowOptional(id: 255, name: "last"))
    await #expect(throws: RowDecodingError.self) { try await db.insert(Narrow.Draft(name: "x")) }
    await #expect(throws: RowDecodingError.self) {
      try await db.insert([Narrow.Draft(name: "x"), Narrow.Draft(name: "y")])
    }
    await #expect(throws: RowDecodingError.self) { try await db.insert(NarrowOptional(name: "x")) }
    await #expect(throws: RowDecodingError.self) { try await db.save(NarrowOptional(name: "x")) }
    try await db.transaction { tx in
      #expect(throws: RowDecodingError.self) { try tx.insert(Narrow.Draft(name: "x")) }
      #expect(throws: RowDecodingError.self) { try tx.insert(NarrowOptional(name: "x")) }
    }
    #expect(try await db.fetch(Narrow.self).map(\.id) == [127])
    #expect(try await db.fetch(NarrowOptional.self).map(\.id) == [255])
  }
}
