import ORM
import Testing

@Suite("Coding errors")
struct ValueErrorTests {
  @Test("A decoding error describes the table, the column and the mismatch")
  func decoding() {
    var error = RowDecodingError(
      table: "album", column: "title", reason: .storageClass(expected: "TEXT", found: .null))
    #expect("\(error)" == #""album"."title": expected TEXT, found NULL"#)
    error.table = nil
    #expect("\(error)" == #"column "title": expected TEXT, found NULL"#)
    error.reason = .overflow(type: "Int8")
    #expect("\(error)" == #"column "title": the stored number does not fit into Int8"#)
    error.reason = .missingColumn
    #expect("\(error)" == #"column "title": the result has no such column"#)
    error.reason = .invalid(type: "Genre", description: "unknown")
    #expect("\(error)" == #"column "title": not a valid Genre: unknown"#)
  }

  @Test("An encoding error describes the table, the column and the reason")
  func encoding() {
    var error = ValueEncodingError(type: "UInt64", reason: .overflow)
    #expect("\(error)" == "the UInt64 does not fit into a 64-bit signed INTEGER")
    error.table = "album"
    error.column = "plays"
    #expect(
      "\(error)" == #""album"."plays": the UInt64 does not fit into a 64-bit signed INTEGER"#)
    error.reason = .invalid(description: "unfit")
    #expect("\(error)" == #""album"."plays": the UInt64 can't be stored: unfit"#)
    error = ValueEncodingError(type: "Double", reason: .notANumber)
    #expect("\(error)" == "a Double that is NaN can't be stored")
  }

  @Test("A decoding error does not contain the value")
  func privacy() async throws {
    for failure in [
      try await decodingFailure("secret", as: Int.self),
      try await decodingFailure(.integer(271_828), as: UInt8.self),
      try await decodingFailure("secret", as: JSON.Of<[Int]>.self),
    ] {
      let text = "\(RowDecodingError(column: "a", reason: failure))"
      #expect(!text.contains("secret") && !text.contains("271828"))
    }
  }
}
