import Foundation
import ORM
import Testing

/// The text of the UUID that these tests store.
private let sample = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"

@Table private struct Upper { @Column(as: UUIDText.self) let id: UUID }
@Table private struct Lower { @Column(as: LowercaseUUIDText.self) let id: UUID }

@Suite("UUID")
struct UUIDTests {
  let uuid: UUID

  init() throws { uuid = try #require(UUID(uuidString: sample)) }

  @Test("A UUID is stored as a BLOB of 16 bytes")
  func blob() async throws {
    #expect(
      try UUID.sqlValue(of: uuid)
        == .blob([
          0xe6, 0x21, 0xe1, 0xf8, 0xc3, 0x6c, 0x49, 0x5a, 0x93, 0xfc, 0x0c, 0x24, 0x7a, 0x3e, 0x6e,
          0x5f,
        ]))
    #expect(try await roundTrip(uuid, as: UUID.self) == uuid)
    #expect(try await roundTrip(uuid, as: UUID?.self) == uuid)
    #expect(try await roundTrip(nil, as: UUID?.self) == nil)
  }

  @Test("UUIDText stores a UUID as text in upper case")
  func inText() async throws {
    #expect(try UUIDText.sqlValue(of: uuid) == .text(sample))
    #expect(UUIDText.columnType == .text)
    #expect(try await roundTrip(uuid, as: UUIDText.self) == uuid)
    #expect(try await roundTrip(uuid, as: UUIDText?.self) == uuid)
    #expect(try await roundTrip(nil, as: UUIDText?.self) == nil)
  }

  @Test("LowercaseUUIDText stores a UUID as text in lower case")
  func inLowercaseText() async throws {
    #expect(try LowercaseUUIDText.sqlValue(of: uuid) == .text(sample.lowercased()))
    #expect(LowercaseUUIDText.columnType == .text)
    #expect(try await roundTrip(uuid, as: LowercaseUUIDText.self) == uuid)
    #expect(try await roundTrip(nil, as: LowercaseUUIDText?.self) == nil)
  }

  @Test("A row whose UUID is stored as text is found by its key and by a condition")
  func found() async throws {
    let db = try Database.inMemory()
    try await db.execute(
      script: """
        CREATE TABLE upper (id TEXT PRIMARY KEY NOT NULL); CREATE TABLE lower (id TEXT PRIMARY KEY NOT NULL);
        INSERT INTO upper VALUES ('E621E1F8-C36C-495A-93FC-0C247A3E6E5F');
        INSERT INTO lower VALUES ('e621e1f8-c36c-495a-93fc-0c247a3e6e5f');
        """)
    for row in try await db.fetch(Upper.self) {
      #expect(try await db.find(Upper.self, row.id) != nil)
      #expect(try await db.count(Upper.where { $0.id == row.id }) == 1)
    }
    for row in try await db.fetch(Lower.self) {
      #expect(try await db.find(Lower.self, row.id) != nil)
      #expect(try await db.count(Lower.where { $0.id == row.id }) == 1)
    }
  }

  @Test(
    "A UUID is not decoded from a BLOB of another length",
    arguments: [
      SQLValue.blob([]), .blob(Array(repeating: 0, count: 15)),
      .blob(Array(repeating: 0, count: 17)),
    ])
  func invalid(stored: SQLValue) async throws {
    guard case .invalid(type: "UUID", _) = try await decodingFailure(stored, as: UUID.self) else {
      Issue.record("another error is thrown")
      return
    }
  }

  @Test(
    "A text that is not a UUID throws",
    arguments: ["", "E621E1F8", sample + "0", sample + "\0", "{\(sample)}"])
  func invalidText(text: String) async throws {
    #expect(
      try await decodingFailure(.text(text), as: UUID.self)
        == .storageClass(expected: "BLOB", found: .text))
    #expect(
      try await decodingFailure(.text(text), as: UUIDText.self)
        == .invalid(type: "UUID", description: "the text is not a UUID"))
  }

  @Test("A UUID is not decoded from numbers or NULL", arguments: [SQLValue.integer(1), 1.5, nil])
  func wrongStorageClass(stored: SQLValue) async throws {
    #expect(
      try await decodingFailure(stored, as: UUID.self)
        == .storageClass(expected: "BLOB", found: stored.storageClass))
    #expect(
      try await decodingFailure(stored, as: UUIDText.self)
        == .storageClass(expected: "TEXT", found: stored.storageClass))
  }
}
