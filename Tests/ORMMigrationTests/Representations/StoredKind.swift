import Foundation
import ORM
import ORMCore
import ORMSchema
import Testing

/// The meaning of a value, in whatever form it is stored.
enum Meaning: Hashable {
  case instant(UInt64)
  case number(String)
  case real(UInt64)
  case uuid(UUID)
  case text([UInt8])
  case bytes([UInt8])

  static func date(_ date: Date) -> Self {
    .instant((date.timeIntervalSinceReferenceDate + 0).bitPattern)
  }

  var date: Date? {
    guard case .instant(let bits) = self else { return nil }
    return Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits))
  }

  var number: Decimal? {
    guard case .number(let text) = self else { return nil }
    return Decimal(string: text)
  }
}

/// A representation for the tests of pairs.
struct StoredKind: Sendable, CustomTestStringConvertible {
  let name: String
  let schema: Schema
  /// Returns the stored value for a meaning; nil if the representation can't hold it exactly.
  let store: @Sendable (Meaning) -> SQLValue?
  /// Reads the value of a row.
  let read: @Sendable (Database, Int) async throws -> Meaning

  var testDescription: String { name }

  init<Representation: ColumnRepresentation & SendableMetatype>(
    _ type: Representation.Type, value: @escaping @Sendable (Meaning) -> Representation.Value?,
    meaning: @escaping @Sendable (Representation.Value) -> Meaning
  ) {
    name = Representation.representationName
    var table = TableSchema("t")
    table.add("id", Int.self)
    table.add("v", Representation.self)
    table.primaryKey = ["id"]
    var schema = Schema(table.createSQL())
    schema.addDeclared(of: table)
    self.schema = schema
    store = { wanted in
      guard let value = value(wanted), meaning(value) == wanted,
        let stored = try? Representation.sqlValue(of: value),
        let back = try? Representation.asStored(value), meaning(back) == wanted
      else { return nil }
      return stored
    }
    read = { db, id in
      let value = try await db.value(
        Representation.self, sql: "SELECT v FROM t WHERE id = \(id)")
      return meaning(value)
    }
  }

  static func date<R: ColumnRepresentation>(_ type: R.Type) -> Self where R.Value == Date {
    Self(type, value: { $0.date }, meaning: { .date($0) })
  }

  static func integer<R: FixedWidthInteger & ColumnValue>(_ type: R.Type) -> Self {
    Self(
      type,
      value: { meaning in
        guard case .number(let text) = meaning else { return nil }
        return R(text)
      }, meaning: { .number("\($0)") })
  }

  static func amount<R: ColumnRepresentation>(_ type: R.Type) -> Self where R.Value == Decimal {
    Self(type, value: { $0.number }, meaning: { .number("\($0)") })
  }

  static func uuid<R: ColumnRepresentation>(_ type: R.Type) -> Self where R.Value == UUID {
    Self(
      type, value: { if case .uuid(let uuid) = $0 { uuid } else { nil } }, meaning: { .uuid($0) })
  }

  static let all: [StoredKind] = [
    date(Date.self), date(UnixSeconds.self), date(UnixMilliseconds.self),
    date(SecondsSince2001.self), date(JulianDay.self), date(ISO8601.self),
    date(ISO8601Seconds.self), date(DateTimeText.self),
    date(DateTimeMillisecondsText.self), date(DateText.self),
    uuid(UUID.self), uuid(UUIDText.self), uuid(LowercaseUUIDText.self),
    integer(Int8.self), integer(Int16.self), integer(Int32.self), integer(Int64.self),
    integer(UInt8.self), integer(UInt16.self), integer(UInt32.self), integer(UInt64.self),
    StoredKind(
      Bool.self,
      value: { $0 == .number("0") ? false : $0 == .number("1") ? true : nil },
      meaning: { .number($0 ? "1" : "0") }),
    amount(Decimal.self), amount(MinorUnits<Scale0>.self), amount(MinorUnits<Scale2>.self),
    amount(MinorUnits<Scale6>.self),
    StoredKind(
      Double.self,
      value: { if case .real(let bits) = $0 { Double(bitPattern: bits) } else { nil } },
      meaning: { .real(($0 + 0).bitPattern) }),
    StoredKind(
      Float.self,
      value: { if case .real(let bits) = $0 { Float(Double(bitPattern: bits)) } else { nil } },
      meaning: { .real((Double($0) + 0).bitPattern) }),
    StoredKind(
      String.self,
      value: {
        if case .text(let text) = $0 { String(decoding: text, as: UTF8.self) } else { nil }
      },
      meaning: { .text(Array($0.utf8)) }),
    StoredKind(
      Data.self, value: { if case .bytes(let bytes) = $0 { Data(bytes) } else { nil } },
      meaning: { .bytes(Array($0)) }),
    StoredKind(
      URL.self,
      value: {
        guard case .text(let text) = $0 else { return nil }
        return URL(string: String(decoding: text, as: UTF8.self), encodingInvalidCharacters: false)
      }, meaning: { .text(Array($0.absoluteString.utf8)) }),
    StoredKind(
      JSON.Of<[String]>.self,
      value: {
        if case .text(let text) = $0 { [String(decoding: text, as: UTF8.self)] } else { nil }
      },
      meaning: { .text(Array(($0.first ?? "").utf8)) }),
  ]

  /// Whether both forms represent the same kind of values.
  func isRelated(to other: StoredKind) -> Bool {
    let families: [Set<String>] = [
      [
        "secondsSince1970", "unixSeconds", "unixMilliseconds", "secondsSince2001", "julianDay",
        "iso8601", "iso8601Seconds", "dateTimeText", "dateTimeMillisecondsText", "dateText",
      ], ["uuid", "uuidText", "lowercaseUUIDText"],
      [
        "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool", "decimal",
      ], ["decimal", "minorUnits(0)", "minorUnits(2)", "minorUnits(6)"], ["double", "float"],
    ]
    return name == other.name || families.contains { $0.contains(name) && $0.contains(other.name) }
  }
}

// MARK: - Values

extension StoredKind {
  /// Random and extreme values that the representation can hold.
  func values(_ count: Int, _ generator: inout SeededGenerator) -> [SQLValue] {
    var values: [SQLValue] = []
    for meaning in Self.edges {
      if let value = store(meaning) { values.append(value) }
    }
    var tries = 0
    while values.count < count, tries < 200 * count {
      tries += 1
      if let value = store(Self.random(&generator)) { values.append(value) }
    }
    return values
  }

  private static let edges: [Meaning] = {
    let seconds: [Double] = [
      0, -0.5, 0.001, 978_307_200, 1_700_000_000.25, -62_167_219_200, 253_402_300_799.999,
      253_402_300_800, -62_167_219_200.001, 9_007_199_254_740_992, 1e15, -1e15, 1e18, 1e19,
      .infinity, -.infinity,
    ]
    let numbers: [String] = [
      "0", "1", "-1", "127", "128", "-128", "-129", "255", "256", "32767", "-32769", "65536",
      "2147483647", "2147483648", "-2147483649", "4294967296", "9223372036854775807",
      "-9223372036854775808", "9223372036854775808", "0.01", "-0.5", "19.999",
      "92233720368547758.07",
      "92233720368547758.08", "12345678901234567890123456789012345678",
    ]
    let reals: [Double] = [
      0, 1, -1, 0.1, 0.5, 16_777_216, 16_777_217, .infinity, -.infinity, .greatestFiniteMagnitude,
      Double(Float.greatestFiniteMagnitude), Double(Float.leastNormalMagnitude), 9e18, 1e300,
    ]
    let texts: [String] = [
      "", "0", "1", "12", "abc", "https://example.com/a?b=c", "a\u{0}b",
      "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "e621e1f8-c36c-495a-93fc-0c247a3e6e5f", "2024-02-29",
    ]
    var edges: [Meaning] = []
    for second in seconds { edges.append(.date(Date(timeIntervalSince1970: second))) }
    for number in numbers { edges.append(.number(number)) }
    for real in reals { edges.append(.real(real.bitPattern)) }
    for text in texts { edges.append(.text(Array(text.utf8))) }
    edges.append(.bytes([]))
    edges.append(.bytes(Array(0..<16)))
    let bytes: uuid_t = (0, 1, 127, 128, 192, 255, 10, 16, 9, 2, 3, 4, 5, 6, 7, 224)
    edges.append(.uuid(UUID(uuid: bytes)))
    return edges
  }()

  private static func random(_ generator: inout SeededGenerator) -> Meaning {
    switch Int.random(in: 0..<7, using: &generator) {
    case 0: return .date(date(&generator))
    case 1: return .uuid(uuid(&generator))
    case 2: return .number(number(&generator))
    case 3: return .number("\(Int.random(in: -1...1, using: &generator))")
    case 4:
      let float = Float.random(in: -1e6...1e6, using: &generator)
      let double = Double.random(in: -1e9...1e9, using: &generator)
      let real = Bool.random(using: &generator) ? Double(float) : double
      return .real(real.bitPattern)
    case 5:
      let uuid = uuid(&generator).uuidString
      let texts = [uuid, uuid.lowercased(), "\(number(&generator))", "x\(uuid.prefix(4))"]
      return .text(Array(texts[Int.random(in: 0..<4, using: &generator)].utf8))
    default:
      let count = Bool.random(using: &generator) ? 16 : Int.random(in: 0..<20, using: &generator)
      return .bytes((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }
  }

  private static func date(_ generator: inout SeededGenerator) -> Date {
    let seconds = Double(Int.random(in: -62_167_219_200...253_402_300_799, using: &generator))
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: return Date(timeIntervalSince1970: seconds)
    case 1:
      let milliseconds = Double(Int.random(in: 0..<1000, using: &generator))
      return Date(timeIntervalSince1970: seconds + milliseconds / 1000)
    case 2:
      return Date(timeIntervalSince1970: Double.random(in: 0...2e9, using: &generator))
    case 3:
      return Date(timeIntervalSince1970: (seconds / 86400).rounded(.down) * 86400)
    default:
      return Date(timeIntervalSinceReferenceDate: Double.random(in: -1e9...1e9, using: &generator))
    }
  }

  private static func uuid(_ generator: inout SeededGenerator) -> UUID {
    let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  private static func number(_ generator: inout SeededGenerator) -> String {
    let bits = Int.random(in: 1...62, using: &generator)
    let whole = Int64.random(in: -(1 << bits)...(1 << bits), using: &generator)
    let digits = Int.random(in: 0...4, using: &generator)
    if digits == 0 || Bool.random(using: &generator) { return "\(whole)" }
    return "\(Decimal(sign: .plus, exponent: -digits, significand: Decimal(whole)))"
  }
}
