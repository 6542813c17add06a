import ORM
import Testing

/// An integer type of any width.
typealias AnyInteger = any (FixedWidthInteger & ColumnValue).Type

@Suite("Integers and Bool")
struct IntegerTests {
  static let widths: [AnyInteger] = [
    Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt8.self, UInt16.self, UInt32.self,
  ]

  @Test("Integers of every width keep their minimum and maximum", arguments: widths)
  func limits(type: AnyInteger) async throws {
    try await checkLimits(of: type)
  }

  private func checkLimits<T: FixedWidthInteger & ColumnValue>(of type: T.Type) async throws {
    #expect(type.columnType.description == "INTEGER")
    for number in [T.min, 0, 1, T.max] {
      #expect(try await roundTrip(number, as: T.self) == number)
      #expect(try await roundTrip(number, as: T?.self) == number)
    }
    #expect(try await roundTrip(nil, as: T?.self) == nil)
  }

  @Test(
    "A stored number that overflows its integer type throws",
    arguments: widths.filter { $0.bitWidth < 64 } + [UInt.self, UInt64.self])
  func overflowOnReading(type: AnyInteger) async throws {
    try await checkOverflow(of: type)
  }

  private func checkOverflow<T: FixedWidthInteger & ColumnValue>(of type: T.Type) async throws {
    let tooSmall = T.isSigned ? Int64(T.min) - 1 : -1
    #expect(
      try await decodingFailure(.integer(tooSmall), as: T.self) == .overflow(type: "\(T.self)"))
    guard T.bitWidth < 64 else { return }
    let tooLarge = Int64(T.max) + 1
    #expect(
      try await decodingFailure(.integer(tooLarge), as: T.self) == .overflow(type: "\(T.self)"))
  }

  @Test("An unsigned integer above Int64.max is refused")
  func overflowOnWriting() async throws {
    let limit = UInt64(Int64.max)
    #expect(try await roundTrip(limit, as: UInt64.self) == limit)
    #expect(try await roundTrip(UInt(limit), as: UInt.self) == UInt(limit))
    #expect(try encodingFailure(limit + 1, as: UInt64.self) == .overflow)
    #expect(try encodingFailure(UInt(limit + 1), as: UInt.self) == .overflow)
    #expect(try encodingFailure(UInt64.max, as: UInt64?.self) == .overflow)
  }

  @Test(
    "An integer is decoded from INTEGER only",
    arguments: [SQLValue.real(1), .text("1"), .blob([1]), .null])
  func wrongStorageClass(stored: SQLValue) async throws {
    #expect(
      try await decodingFailure(stored, as: Int.self)
        == .storageClass(expected: "INTEGER", found: stored.storageClass))
    #expect(
      try await decodingFailure(stored, as: UInt8.self)
        == .storageClass(expected: "INTEGER", found: stored.storageClass))
  }

  @Test("A Bool is stored as 0 or 1, and other numbers are refused")
  func bool() async throws {
    for value in [true, false] {
      #expect(try await roundTrip(value, as: Bool.self) == value)
      #expect(try await roundTrip(value, as: Bool?.self) == value)
      #expect(try Bool.sqlValue(of: value) == .integer(value ? 1 : 0))
    }
    #expect(try await roundTrip(nil, as: Bool?.self) == nil)
    for stored: SQLValue in [2, -1, .integer(.max)] {
      guard case .invalid(type: "Bool", _) = try await decodingFailure(stored, as: Bool.self) else {
        Issue.record("\(stored) throws another error")
        continue
      }
    }
    for stored: SQLValue in ["true", 1.0, nil, .blob([1])] {
      #expect(
        try await decodingFailure(stored, as: Bool.self)
          == .storageClass(expected: "INTEGER", found: stored.storageClass))
    }
  }
}
