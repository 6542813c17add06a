import Foundation
import ORM
import Testing

@Suite("Data and [UInt8]")
struct BytesTests {
  // The arguments are counts instead of bytes, because a test's arguments are printed.
  @Test(
    "Bytes are stored unchanged, and empty bytes are not NULL",
    arguments: [0, 1, 3, 256, 1_000_000])
  func bytes(count: Int) async throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    #expect(try await roundTrip(bytes, as: [UInt8].self) == bytes)
    #expect(try await roundTrip(bytes, as: [UInt8]?.self) == bytes)
    #expect(try await roundTrip(Data(bytes), as: Data.self) == Data(bytes))
    #expect(try await roundTrip(Data(bytes), as: Data?.self) == Data(bytes))
  }

  @Test("A slice of Data stores only the bytes of the slice")
  func slice() async throws {
    let slice = Data([1, 2, 3, 4])[1..<3]
    #expect(try await roundTrip(slice, as: Data.self) == Data([2, 3]))
  }

  @Test("nil bytes are stored as NULL")
  func null() async throws {
    #expect(try await roundTrip(nil, as: [UInt8]?.self) == nil)
    #expect(try await roundTrip(nil, as: Data?.self) == nil)
  }

  @Test(
    "Bytes are decoded from BLOB only", arguments: [SQLValue.integer(1), 1.5, "", "text", nil])
  func wrongStorageClass(stored: SQLValue) async throws {
    let reason = RowDecodingError.Reason.storageClass(expected: "BLOB", found: stored.storageClass)
    #expect(try await decodingFailure(stored, as: Data.self) == reason)
    #expect(try await decodingFailure(stored, as: [UInt8].self) == reason)
  }
}
