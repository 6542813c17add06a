import Foundation
import ORM
import Testing

/// A row that is found by the values of a representation.
@Table("cell") private struct Cell<Representation: ColumnRepresentation>
where Representation.Value: Equatable {
  @Column(primaryKey: true, as: Representation.self) let key: Representation.Value
  @Column(as: Representation.self) var value: Representation.Value
  var count: Int
}

private enum Word: String, ColumnValue, CaseIterable {
  case plain, accented = "\u{e9}", decomposed = "a\u{301}", empty = "", nul = "a\0b"
}
private enum Grade: Int16, ColumnValue, CaseIterable { case low = -1, middle, high = 300 }
private struct Bits: OptionSet, ColumnValue, Hashable { let rawValue: UInt32 }
private struct Wrapped: RawRepresentable, ColumnValue, Equatable { let rawValue: Date }

private struct RowSearch<Representation: ColumnRepresentation>: Sendable
where Representation.Value: Equatable {
  typealias Row = Cell<Representation>

  let values: [Representation.Value]

  /// - Returns: The number of rows that each method found, and the number of values that can't be
  ///   stored.
  func run(on tx: isolated Connection) throws -> (found: Int, refused: Int) {
    var counts = (found: 0, refused: 0)
    var known: Set<SQLValue> = []
    for (number, value) in values.enumerated() {
      guard let stored = try? Representation.sqlValue(of: value) else {
        counts.refused += 1
        continue
      }
      // Two values with the same stored form are one row.
      if !known.insert(stored).inserted { continue }
      if let failure = try failure(of: value, number, on: tx) {
        Issue.record("\(Representation.self): \(failure) \(value)")
        try tx.deleteAll(Row.self)
      } else {
        counts.found += 1
      }
    }
    return counts
  }

  /// Returns the failure of the first method that does not find the row of the value, or nil if all
  /// methods find it.
  private func failure(
    of value: Representation.Value, _ number: Int, on tx: isolated Connection
  ) throws -> String? {
    let row = try tx.insert(Row(key: value, value: value, count: number))
    guard var fetched = try tx.find(Row.self, value) else { return "find misses" }
    guard fetched.key == row.key, fetched.value == row.value else { return "insert returns other" }
    for value in [value, fetched.value] {
      if try tx.count(Row.where { $0.value == value }) != 1 { return "== misses" }
      if try tx.count(Row.where { $0.value != value }) != 0 { return "!= finds" }
      if try tx.count(Row.where { $0.value.in([value]) }) != 1 { return "in misses" }
      let many = Array(repeating: value, count: 9)
      if try tx.count(Row.where { $0.value.in(many) }) != 1 { return "in of many misses" }
      if try tx.find(Row.self, value) == nil { return "find misses the fetched" }
    }
    fetched.count += 1
    try tx.update(fetched)
    fetched.count += 1
    let saved = try tx.save(fetched)
    if saved.key != fetched.key { return "save returns another key of" }
    if try tx.count(Row.self) != 1 { return "save writes a second row of" }
    if try !tx.delete(saved) { return "delete misses" }
    return try tx.count(Row.self) == 0 ? nil : "delete leaves"
  }
}

/// Each written row is found by its values.
///
/// `FOUND_ROWS` is the number of rows of each representation; the default is 300.
@Suite("Rows found by their values")
struct FoundRowTests {
  private static let rowCount =
    ProcessInfo.processInfo.environment["FOUND_ROWS"].flatMap { Int($0) } ?? 300

  /// Writes a row for each value, and finds it with each method that compares values.
  private func expectFound<Representation: ColumnRepresentation>(
    _ representation: Representation.Type, edges: [Representation.Value] = [],
    _ random: (inout SeededGenerator) -> Representation.Value
  ) async throws where Representation.Value: Equatable {
    let db = try Database.inMemory()
    try await db.create(Cell<Representation>.self)
    var generator = SeededGenerator(seed: 45)
    let values = edges + (0..<Self.rowCount).map { _ in random(&generator) }
    let search = RowSearch<Representation>(values: values)
    let counts = try await db.transaction { tx in try search.run(on: tx) }
    print("rows of \(representation): \(counts.found) found, \(counts.refused) values refused")
    #expect(counts.found > 0)
  }

  private static let numbers: [Int64] = [
    0, 1, -1, 127, 128, -128, 255, 256, 65535, 1 << 31, 1 << 53, (1 << 53) + 1, .max, .min,
  ]

  private func expectFound<Number: FixedWidthInteger & ColumnValue>(
    integers: Number.Type
  ) async throws {
    try await expectFound(Number.self, edges: Self.numbers.compactMap { Number(exactly: $0) }) {
      Number(truncatingIfNeeded: $0.next())
    }
  }

  @Test("A row is found by an integer of any width or a Bool")
  func integers() async throws {
    try await expectFound(integers: Int.self)
    try await expectFound(integers: Int8.self)
    try await expectFound(integers: Int16.self)
    try await expectFound(integers: Int32.self)
    try await expectFound(integers: Int64.self)
    try await expectFound(integers: UInt.self)
    try await expectFound(integers: UInt8.self)
    try await expectFound(integers: UInt16.self)
    try await expectFound(integers: UInt32.self)
    try await expectFound(integers: UInt64.self)
    try await expectFound(Bool.self, edges: [true, false]) { .random(using: &$0) }
  }

  @Test("A row is found by a Double, a Float or a Decimal")
  func numbers() async throws {
    try await expectFound(
      Double.self,
      edges: [
        0, -0.0, 0.1, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
      ]
    ) { Double(bitPattern: $0.next()) }
    try await expectFound(
      Float.self, edges: [0, -0.0, 0.1, .infinity, -.infinity, .leastNonzeroMagnitude]
    ) { Float(bitPattern: UInt32(truncatingIfNeeded: $0.next())) }
    try await expectFound(
      Decimal.self,
      edges: [
        0, 1, -1, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, .pi,
        Decimal(sign: .plus, exponent: -2, significand: 100),
      ]
    ) {
      var value = Decimal($0.next()) * (Decimal(UInt64.max) + 1) + Decimal($0.next())
      if Bool.random(using: &$0) { value = Decimal($0.next() % 100_000) }
      return Decimal(
        sign: .random(using: &$0) ? .plus : .minus, exponent: .random(in: -127...89, using: &$0),
        significand: value)
    }
  }

  @Test("A row is found by text, bytes, a URL and a UUID")
  func texts() async throws {
    let scalars: [Unicode.Scalar] = ["a", "B", " ", "\0", "'", "\u{e9}", "\u{301}", "\u{1F600}"]
    func text(_ generator: inout SeededGenerator) -> String {
      var text = ""
      for _ in 0..<Int.random(in: 0...30, using: &generator) {
        text.unicodeScalars.append(scalars.randomElement(using: &generator) ?? "a")
      }
      return text
    }
    func bytes(_ generator: inout SeededGenerator) -> [UInt8] {
      (0..<Int.random(in: 0...30, using: &generator)).map { _ in
        .random(in: 0...255, using: &generator)
      }
    }
    func uuid(_ generator: inout SeededGenerator) -> UUID {
      let (high, low) = (generator.next(), generator.next())
      return withUnsafeBytes(of: (high, low)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
    try await expectFound(String.self, edges: ["", "\0", "\u{e9}", "e\u{301}"], text)
    try await expectFound(Data.self, edges: [Data(), Data([0])]) { Data(bytes(&$0)) }
    try await expectFound([UInt8].self, edges: [[], [0]], bytes)
    try await expectFound(UUID.self, uuid)
    try await expectFound(UUIDText.self, uuid)
    try await expectFound(LowercaseUUIDText.self, uuid)
    let base = try #require(URL(string: "https://example.com/a%20b?c=d#e"))
    let paths = ["a", "b/c", "%C3%A9", "?q=1", "#f", "..", "x y", "\u{e9}"]
    try await expectFound(URL.self, edges: [base]) { generator in
      let path = (0..<3).map { _ in paths.randomElement(using: &generator) ?? "" }
      return URL(string: "\(path.joined())\(generator.next())", relativeTo: base) ?? base
    }
  }

  @Test("A row is found by a date in each representation")
  func dates() async throws {
    let edges = [
      Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 0),
      Date(timeIntervalSinceReferenceDate: 0), Date(timeIntervalSinceReferenceDate: 0.1),
      Date(timeIntervalSince1970: -0.000_4), Date(timeIntervalSince1970: 0.999_9),
      Date(timeIntervalSince1970: .infinity), Date(timeIntervalSince1970: -.infinity),
      Date(timeIntervalSince1970: 253_402_300_799.999),
      Date(timeIntervalSince1970: -62_167_219_200),
      Date(timeIntervalSince1970: 9e15), Date(timeIntervalSince1970: -9e15),
      Date(timeIntervalSince1970: 1.1e18), Date(timeIntervalSince1970: 3e11 + 0.123),
    ]
    func date(_ generator: inout SeededGenerator) -> Date {
      switch generator.next() % 4 {
      case 0: Date(timeIntervalSinceReferenceDate: .random(in: -1e9...1e9, using: &generator))
      case 1: Date(timeIntervalSince1970: .random(in: -6e10...2.5e11, using: &generator))
      case 2: Date(timeIntervalSince1970: .random(in: -1...1, using: &generator))
      default:
        Date(timeIntervalSince1970: Double(Int.random(in: 0...2_000_000_000, using: &generator)))
      }
    }
    try await expectFound(Date.self, edges: edges, date)
    try await expectFound(SecondsSince2001.self, edges: edges, date)
    try await expectFound(UnixSeconds.self, edges: edges, date)
    try await expectFound(UnixMilliseconds.self, edges: edges, date)
    try await expectFound(JulianDay.self, edges: edges, date)
    try await expectFound(ISO8601.self, edges: edges, date)
    try await expectFound(ISO8601Seconds.self, edges: edges, date)
    try await expectFound(DateTimeText.self, edges: edges, date)
    try await expectFound(DateTimeMillisecondsText.self, edges: edges, date)
    try await expectFound(DateText.self, edges: edges, date)
    try await expectFound(Wrapped.self, edges: edges.map(Wrapped.init)) {
      Wrapped(rawValue: date(&$0))
    }
  }

  @Test("A row is found by a raw value")
  func rawValues() async throws {
    try await expectFound(Word.self, edges: Word.allCases) {
      .allCases.randomElement(using: &$0) ?? .empty
    }
    try await expectFound(Grade.self, edges: Grade.allCases) {
      .allCases.randomElement(using: &$0) ?? .low
    }
    try await expectFound(Bits.self) { Bits(rawValue: UInt32(truncatingIfNeeded: $0.next())) }
  }
}
