import ArgumentParser
import Foundation
import ORM

/// Stores random values in each representation of the library.
struct ValuesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "values",
    abstract: "The row that is written is the row that is found, in each representation.")

  @Option(help: "How many values of each representation.")
  var count = 100_000

  @Option(help: "The seed.")
  var seed: UInt64 = 45

  func run() async throws {
    for (name, run) in Self.runs {
      do {
        let counts = try await run(count, seed)
        say(
          "\(name): \(counts.stored) stored, \(counts.refused) refused, \(counts.keys) as keys")
      } catch {
        throw BrokenPromise("\(name), seed \(seed): \(error)")
      }
    }
  }
}

private typealias Counts = (stored: Int, refused: Int, keys: Int)
private typealias Run = (name: String, run: @Sendable (Int, UInt64) async throws -> Counts)

extension ValuesCommand {
  private static let runs: [Run] = [
    integers(Int8.self), integers(Int16.self), integers(Int32.self), integers(Int64.self),
    integers(Int.self), integers(UInt8.self), integers(UInt16.self), integers(UInt32.self),
    integers(UInt64.self), integers(UInt.self),
    run(Bool.self) { .random(using: &$0) },
    run(Double.self) { RandomValues.double(&$0) },
    run(Float.self) { Float(RandomValues.double(&$0)) },
    run(String.self) { RandomValues.text(&$0) }, run(Data.self) { Data(RandomValues.bytes(&$0)) },
    run([UInt8].self) { RandomValues.bytes(&$0) }, run(URL.self) { RandomValues.url(&$0) },
    run(UUID.self) { RandomValues.uuid(&$0) }, run(UUIDText.self) { RandomValues.uuid(&$0) },
    run(LowercaseUUIDText.self) { RandomValues.uuid(&$0) },
    dates(Date.self), dates(UnixSeconds.self), dates(UnixMilliseconds.self),
    dates(SecondsSince2001.self), dates(JulianDay.self), dates(ISO8601.self),
    dates(ISO8601Seconds.self), dates(DateTimeText.self), dates(DateTimeMillisecondsText.self),
    dates(DateText.self), run(CalendarDay.self) { RandomValues.day(&$0) },
    amounts(Decimal.self), amounts(MinorUnits<Scale0>.self), amounts(MinorUnits<Scale2>.self),
    amounts(MinorUnits<Scale3>.self), amounts(MinorUnits<Scale4>.self),
    amounts(MinorUnits<Scale6>.self), amounts(MinorUnits<Scale8>.self),
    run(Suit.self) { Suit.allCases.randomElement(using: &$0) ?? .clubs },
    run(Rank.self) { Rank.allCases.randomElement(using: &$0) ?? .two },
    run(JSON.Of<[String]>.self, isComparable: false) { [RandomValues.text(&$0)] },
    run(JSON.Of<[String: Int]>.self, isComparable: false) { generator in
      let pairs = (0..<3).map { _ in
        (RandomValues.text(&generator), RandomValues.integer(&generator))
      }
      return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    },
    run(JSON.Of<Set<Suit>>.self, isComparable: false) { generator in
      Set(Suit.allCases.filter { _ in .random(using: &generator) })
    },
  ]

  private static func run<R: ColumnRepresentation>(
    _ type: R.Type, isComparable: Bool = true,
    _ values: @escaping @Sendable (inout SeededGenerator) -> R.Value
  ) -> Run where R.Value: Equatable {
    (
      String(describing: R.self),
      { count, seed in
        let counts = try await ValueRun<R>(values: values, isComparable: isComparable)
          .run(count, seed: seed)
        return (counts.stored, counts.refused, counts.keys)
      }
    )
  }

  private static func integers<R: FixedWidthInteger & ColumnValue>(_ type: R.Type) -> Run {
    run(type) { R(truncatingIfNeeded: RandomValues.integer(&$0)) }
  }

  private static func dates<R: ColumnRepresentation>(_ type: R.Type) -> Run where R.Value == Date {
    run(type) { RandomValues.date(&$0) }
  }

  private static func amounts<R: ColumnRepresentation>(
    _ type: R.Type
  ) -> Run where R.Value == Decimal {
    run(type) { RandomValues.decimal(&$0) }
  }
}

private enum Suit: String, ColumnValue, CaseIterable, Codable {
  case clubs, diamonds
  case hearts = "♥"
  case spades = ""
}

private enum Rank: Int, ColumnValue, CaseIterable {
  case two = 2
  case king = -1
  case ace = 9_223_372_036_854_775_807
}

/// Random values, with those at the edges among them.
private enum RandomValues {
  static func integer(_ generator: inout SeededGenerator) -> Int {
    let bits = Int(truncatingIfNeeded: generator.next())
    return switch generator.next() % 8 {
    case 0: bits % 3
    case 1:
      [.min, .max, 0, -1, 127, 128, -129, 255, 256, 65_535].randomElement(using: &generator) ?? 0
    default: bits >> Int(generator.next() % 64)
    }
  }

  static func double(_ generator: inout SeededGenerator) -> Double {
    switch generator.next() % 4 {
    case 0: Double(integer(&generator))
    case 1: Double(bitPattern: generator.next())
    case 2:
      [0, -0.0, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, 1e300, 0.1]
        .randomElement(using: &generator) ?? 0
    default: Double(integer(&generator) % 1_000_000) / 100
    }
  }

  static func bytes(_ generator: inout SeededGenerator) -> [UInt8] {
    (0..<Int(generator.next() % 40)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
  }

  static func text(_ generator: inout SeededGenerator) -> String {
    let parts = [
      "a", "B", "0", "1.0", " ", "'", "\"", "%", "_", "\u{0}", "\n", "é", "e\u{301}", "ß", "☃", "🤹",
      "2024-02-29", "null", "\u{FFFD}", "\u{200D}", "x'00'",
    ]
    return (0..<Int(generator.next() % 6)).map { _ in parts.randomElement(using: &generator) ?? "" }
      .joined()
  }

  static func url(_ generator: inout SeededGenerator) -> URL {
    let paths = ["", "/", "/a%20b", "/a?q=1&r=%C3%A9", "#top", "/%2F/../x", ":8080/p", "/☃"]
    let hosts = ["example.com", "EXAMPLE.com", "user:pw@host", "[::1]", "127.0.0.1"]
    let text =
      "\(["https", "http", "file", "mailto"].randomElement(using: &generator) ?? "")://"
      + (hosts.randomElement(using: &generator) ?? "")
      + (paths.randomElement(using: &generator) ?? "") + "/\(integer(&generator))"
    return URL(string: text) ?? URL(filePath: "/")
  }

  static func uuid(_ generator: inout SeededGenerator) -> UUID {
    let (first, second) = (generator.next(), generator.next())
    func byte(_ bits: UInt64, _ place: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: bits >> place) }
    return UUID(
      uuid: (
        byte(first, 0), byte(first, 8), byte(first, 16), byte(first, 24), byte(first, 32),
        byte(first, 40), byte(first, 48), byte(first, 56), byte(second, 0), byte(second, 8),
        byte(second, 16), byte(second, 24), byte(second, 32), byte(second, 40), byte(second, 48),
        byte(second, 56)
      ))
  }

  static func date(_ generator: inout SeededGenerator) -> Date {
    let seconds: Double =
      switch generator.next() % 6 {
      case 0: Double(integer(&generator) % 300_000_000_000)
      case 1: Double(integer(&generator) % 4_000_000_000_000) / 1000
      case 2:
        [
          0, -0.5, 0.001, 978_307_200, -62_167_219_200, 253_402_300_799.999, 253_402_300_800, 1e15,
          -1e15, 1e19, .infinity, -.infinity, .nan,
        ].randomElement(using: &generator) ?? 0
      case 3: double(&generator)
      default: Double(generator.next() % 4_000_000_000) + Double(generator.next() % 1000) / 1000
      }
    return Date(timeIntervalSince1970: seconds)
  }

  static func day(_ generator: inout SeededGenerator) -> CalendarDay {
    let number = Int(generator.next() % 9999)
    return CalendarDay(
      year: number, month: 1 + Int(generator.next() % 12), day: 1 + Int(generator.next() % 28))
      ?? .init(Date(timeIntervalSince1970: 0), in: Calendar(identifier: .gregorian))
  }

  static func decimal(_ generator: inout SeededGenerator) -> Decimal {
    let digits = integer(&generator)
    let sign: FloatingPointSign = digits < 0 ? .minus : .plus
    return switch generator.next() % 8 {
    case 0:
      [
        Decimal.nan, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 0,
        Decimal(string: "1e30") ?? 0,
      ]
      .randomElement(using: &generator) ?? 0
    case 1: Decimal(digits)
    default:
      Decimal(
        sign: sign, exponent: -Int(generator.next() % 10),
        significand: Decimal(digits.magnitude % 1_000_000_000_000))
    }
  }
}
