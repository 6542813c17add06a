import ORM
import Testing

private enum Cents: ColumnConversion {
  static func encode(_ value: Double) throws -> Int64 {
    guard let cents = Int64(exactly: (value * 100).rounded()) else { throw Unfit() }
    return cents
  }
  static func decode(_ stored: Int64) throws -> Double {
    guard stored != 13 else { throw Unfit() }
    return Double(stored) / 100
  }
}

private struct Unfit: Error, CustomStringConvertible { var description: String { "unfit" } }

private enum EmptyAsNull: ColumnConversion {
  static func encode(_ value: String) -> String? { value.isEmpty ? nil : value }
  static func decode(_ stored: String?) -> String { stored ?? "" }
}

@Suite("Column conversions")
struct ColumnConversionTests {
  @Test("A conversion stores another type, and an insert returns the value as stored")
  func conversion() async throws {
    #expect(Cents.columnType == .integer)
    #expect(try Cents.sqlValue(of: 12.345) == 1235)
    #expect(try await roundTrip(12.345, as: Cents.self) == 12.35)
    #expect(try await roundTrip(12.345, as: Cents?.self) == 12.35)
    #expect(try await roundTrip(nil, as: Cents?.self) == nil)
  }

  @Test("An error that a conversion throws becomes a coding error with its description")
  func failures() async throws {
    #expect(
      try await decodingFailure(13, as: Cents.self)
        == .invalid(type: "Double", description: "unfit"))
    #expect(try encodingFailure(1e300, as: Cents.self) == .invalid(description: "unfit"))
    #expect(throws: ValueEncodingError.self) { try Cents.asStored(0.13) }
    #expect(
      try await decodingFailure(1.5, as: Cents.self)
        == .storageClass(expected: "INTEGER", found: .real))
  }

  @Test("A conversion to an optional makes the column nullable")
  func nullable() async throws {
    #expect(EmptyAsNull.isNullable)
    #expect(try EmptyAsNull.sqlValue(of: "") == .null)
    #expect(try await roundTrip("", as: EmptyAsNull.self) == "")
    #expect(try await roundTrip("a", as: EmptyAsNull.self) == "a")
    #expect(try await roundTrip("", as: EmptyAsNull?.self) == nil)
  }
}
