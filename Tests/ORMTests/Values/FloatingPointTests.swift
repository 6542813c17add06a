import ORM
import Testing

// Each element names its type, because a list of literals or implicit members takes long to check.
private let doubles: [Double] = [
  0, 1, -1, 0.1, 0.3333333333333333, Double.pi, Double.infinity, -Double.infinity,
  Double.greatestFiniteMagnitude, -Double.greatestFiniteMagnitude, Double.leastNormalMagnitude,
  Double.leastNonzeroMagnitude, 9_007_199_254_740_992, 1e15, 1e16, 1e300,
]

@Suite("Double and Float")
struct FloatingPointTests {
  @Test("A Double is stored exactly", arguments: doubles)
  func numbers(number: Double) async throws {
    let stored = try await roundTrip(number, as: Double.self)
    #expect(stored.bitPattern == number.bitPattern)
    #expect(try await roundTrip(number, as: Double?.self) == number)
  }

  @Test(
    "A Float is stored exactly",
    arguments: [
      0, -1, 0.1, .pi, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
    ])
  func floats(number: Float) async throws {
    let stored = try await roundTrip(number, as: Float.self)
    #expect(stored.bitPattern == number.bitPattern)
    #expect(try await roundTrip(number, as: Float?.self) == number)
  }

  @Test("Negative zero is stored as zero, and asStored returns zero")
  func negativeZero() async throws {
    #expect(try await roundTrip(-0.0, as: Double.self).sign == .plus)
    #expect(try await roundTrip(-0.0, as: Float.self).sign == .plus)
    #expect(try Double.asStored(-0.0).sign == .plus)
    #expect(try Float.asStored(-0.0).sign == .plus)
    #expect(try (Double?).asStored(-0.0)?.sign == .plus)
    for number in [0.0, 1.5, -2, .infinity] {
      #expect(Double.roundTripsExactly(number))
      #expect(Optional<Float>.roundTripsExactly(Float(number)))
    }
    #expect(!Double.roundTripsExactly(-0.0))
    #expect(!Float.roundTripsExactly(-0.0))
    #expect(!Optional<Double>.roundTripsExactly(-0.0))
    // A column without a declared type would keep the sign.
    guard case .real(let number) = try Double.sqlValue(of: -0.0) else {
      Issue.record("it is not a REAL")
      return
    }
    #expect(number.sign == .plus)
  }

  @Test("NaN is refused, as SQLite would store it as NULL")
  func notANumber() throws {
    #expect(try encodingFailure(.nan, as: Double.self) == .notANumber)
    #expect(try encodingFailure(.signalingNaN, as: Double?.self) == .notANumber)
    #expect(try encodingFailure(.nan, as: Float.self) == .notANumber)
  }

  @Test("A nil Double or Float is stored as NULL")
  func null() async throws {
    #expect(try await roundTrip(nil, as: Double?.self) == nil)
    #expect(try await roundTrip(nil, as: Float?.self) == nil)
    #expect(try Double?.sqlValue(of: nil) == .null)
  }

  @Test("An INTEGER is decoded if a Double represents it exactly, and throws otherwise")
  func integers() async throws {
    #expect(try await read(7, as: Double.self) == 7)
    #expect(try await read(-7, as: Float.self) == -7)
    #expect(try await read(.integer(1 << 53), as: Double.self) == 9_007_199_254_740_992)
    #expect(try await read(.integer(.min), as: Double.self) == -9_223_372_036_854_775_808)
    #expect(
      try await decodingFailure(.integer(1 << 53 + 1), as: Double.self) == .overflow(type: "Double")
    )
    #expect(
      try await decodingFailure(.integer(.max), as: Double.self) == .overflow(type: "Double"))
  }

  @Test("A REAL that overflows Float throws, instead of becoming infinite")
  func floatOverflow() async throws {
    #expect(try await decodingFailure(1e300, as: Float.self) == .overflow(type: "Float"))
    #expect(try await decodingFailure(-1e300, as: Float.self) == .overflow(type: "Float"))
    #expect(try await read(.real(.infinity), as: Float.self) == .infinity)
  }

  @Test(
    "A Double or Float is not decoded from TEXT, BLOB or NULL",
    arguments: [SQLValue.text("1.5"), .blob([1]), .null])
  func wrongStorageClass(stored: SQLValue) async throws {
    let reason = RowDecodingError.Reason.storageClass(expected: "REAL", found: stored.storageClass)
    #expect(try await decodingFailure(stored, as: Double.self) == reason)
    #expect(try await decodingFailure(stored, as: Float.self) == reason)
  }
}
