import Foundation
import ORM
import Testing

/// The text of the UUID that these tests store.
private let sample = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"

@Suite("UUID")
struct UUIDTests {
  let uuid: UUID

  init() throws { uuid = try #require(UUID(uuidString: sample)) }

  @Test("a UUID is a BLOB of 16 bytes")
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

  @Test("a UUID is read from text in either letter case", arguments: [sample, sample.lowercased()])
  func fromText(stored: String) async throws {
    #expect(try await read(.text(stored), as: UUID.self) == uuid)
    #expect(try await read(.text(stored), as: UUIDText.self) == uuid)
  }

  @Test("as UUIDText it is text in upper case")
  func inText() async throws {
    #expect(try UUIDText.sqlValue(of: uuid) == .text(sample))
    #expect(UUIDText.columnType == .text)
    #expect(try await roundTrip(uuid, as: UUIDText.self) == uuid)
    #expect(try await roundTrip(uuid, as: UUIDText?.self) == uuid)
    #expect(try await roundTrip(nil, as: UUIDText?.self) == nil)
  }

  @Test(
    "what is no UUID throws",
    arguments: [
      SQLValue.blob([]), .blob(Array(repeating: 0, count: 15)),
      .blob(Array(repeating: 0, count: 17)), "", "E621E1F8", .text(sample + "0"),
      .text(sample + "\0"),
      .text("{\(sample)}"),
    ])
  func invalid(stored: SQLValue) async throws {
    guard case .invalid(type: "UUID", _) = try await decodingFailure(stored, as: UUID.self) else {
      Issue.record("another error is thrown")
      return
    }
  }

  @Test("a UUID is not read from numbers or NULL", arguments: [SQLValue.integer(1), 1.5, nil])
  func wrongStorageClass(stored: SQLValue) async throws {
    #expect(
      try await decodingFailure(stored, as: UUID.self)
        == .storageClass(expected: "BLOB or TEXT", found: stored.storageClass))
    #expect(
      try await decodingFailure(stored, as: UUIDText.self)
        == .storageClass(expected: "TEXT", found: stored.storageClass))
  }
}
