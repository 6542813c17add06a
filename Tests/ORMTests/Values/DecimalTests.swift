import Foundation
import ORM
import Testing

@Suite("Decimal")
struct DecimalTests {
  @Test(
    "A decimal keeps every digit",
    arguments: [
      "0", "1", "-1", "12.5", "0.1", "0.01", "-0.001", "100",
      "12345678901234567890123456789012345678",
      "-12345678901234567890123456789012345678", "1234567890123456789.0123456789012345678",
      "0.12345678901234567890123456789012345678", "99999999999999999999999999999999999999",
      "340282366920938463463374607431768211455", "18446744073709551616",
      "100000000000000000000000000000000000000000",
    ])
  func digits(text: String) async throws {
    let value = try #require(Decimal(string: text))
    #expect(try Decimal.sqlValue(of: value) == .text(text))
    let stored = try await roundTrip(value, as: Decimal.self)
    #expect(stored == value)
    #expect(stored.description == text)
    #expect(try await roundTrip(value, as: Decimal?.self) == value)
  }

  @Test("The greatest and the smallest decimals are kept")
  func limits() async throws {
    for value in [
      Decimal.greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude,
      .leastNormalMagnitude, .pi,
    ] {
      #expect(try await roundTrip(value, as: Decimal.self) == value)
    }
    #expect(try await roundTrip(nil, as: Decimal?.self) == nil)
  }

  @Test("Equal decimals are stored as equal texts")
  func canonical() throws {
    let one = Decimal(sign: .plus, exponent: -2, significand: 100)
    #expect(try Decimal.sqlValue(of: one) == "1")
    #expect(
      try Decimal.sqlValue(of: Decimal(sign: .minus, exponent: 2, significand: 15)) == "-1500")
    #expect(try Decimal.sqlValue(of: 0 * -1) == "0")
  }

  @Test(
    "A text that is not a number throws, even if it begins with one",
    arguments: [
      "", " ", "abc", "12 apples", "1,5", "1.2.3", "-", "+-1", ".", "e5", "1e", "1e+", "NaN", "inf",
      "0x10", "1 ", " 1", "1\0", "１",
    ])
  func invalid(text: String) async throws {
    guard
      case .invalid(type: "Decimal", _) = try await decodingFailure(.text(text), as: Decimal.self)
    else {
      Issue.record("another error is thrown")
      return
    }
  }

  @Test(
    "A number that no Decimal represents exactly throws, and is not rounded",
    arguments: [
      "340282366920938463463374607431768211456", "1234567890123456789012345678901234567890.1",
      "1e-129", "1e166", "1e99999999999999999999",
    ])
  func tooManyDigits(text: String) async throws {
    guard
      case .invalid(type: "Decimal", _) = try await decodingFailure(.text(text), as: Decimal.self)
    else {
      Issue.record("another error is thrown")
      return
    }
  }

  @Test("An INTEGER is decoded exactly, and a REAL as its shortest decimal")
  func numbers() async throws {
    #expect(try await read(.integer(.max), as: Decimal.self) == Decimal(Int64.max))
    #expect(try await read(.integer(.min), as: Decimal.self) == Decimal(Int64.min))
    #expect(try await read(12.1, as: Decimal.self).description == "12.1")
    #expect(try await read(-0.07, as: Decimal.self).description == "-0.07")
    #expect(try await read(1e20, as: Decimal.self).description == "100000000000000000000")
    #expect(try await read(1e-7, as: Decimal.self).description == "0.0000001")
    #expect(
      try await decodingFailure(.real(.infinity), as: Decimal.self) == .overflow(type: "Decimal"))
    #expect(try await decodingFailure(1e300, as: Decimal.self) == .overflow(type: "Decimal"))
  }

  @Test("A decimal NaN is refused")
  func notANumber() throws {
    #expect(try encodingFailure(.nan, as: Decimal.self) == .notANumber)
  }

  @Test("A decimal is not decoded from BLOB or NULL", arguments: [SQLValue.blob([49]), .null])
  func wrongStorageClass(stored: SQLValue) async throws {
    #expect(
      try await decodingFailure(stored, as: Decimal.self)
        == .storageClass(expected: "TEXT, INTEGER or REAL", found: stored.storageClass))
  }
}
