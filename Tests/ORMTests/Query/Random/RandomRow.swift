import ORM

/// A row with a column of each kind that random queries are made of.
@Table
struct RandomRow: Hashable {
  let id: Int
  var n: Int
  var m: Int?
  var x: Double
  var y: Double?
  var s: String
  var t: String?
  var b: Bool
  var c: Bool?
}

extension RandomRow {
  /// Texts that a statement would trip over if they were spliced into it.
  static let texts = [
    "", "a", "A", "abc", "aBc", "100%", "a_c", "it's", "\"quoted\"", "a;b", "--", "/* x */",
    "'; DROP TABLE randomRow; --", "a\0b", "\0", "$1", "?", ":n", "Ä", "ß", "日本", "🎶", "NULL", "1",
  ]

  static func random(id: Int, _ random: inout SplitMix64) -> RandomRow {
    func orNil<Value>(_ value: Value) -> Value? {
      Int.random(in: 0..<3, using: &random) == 0 ? nil : value
    }
    func text() -> String { texts[Int.random(in: texts.indices, using: &random)] }
    let n = Int.random(in: -3...6, using: &random)
    let x = Double(Int.random(in: -4...12, using: &random)) / 4
    return RandomRow(
      id: id, n: n, m: orNil(n - 1), x: x, y: orNil(x * 2), s: text(), t: orNil(text()),
      b: Bool.random(using: &random), c: orNil(Bool.random(using: &random)))
  }

  /// A database of a few dozen rows.
  static func database(seed: UInt64) async throws -> Database {
    var random = SplitMix64(seed: seed)
    let database = try Database.inMemory()
    try await database.create(RandomRow.self)
    try await database.insert((1...40).map { RandomRow.random(id: $0, &random) })
    return database
  }

  /// The columns in their order, as SQLite has them.
  var values: [SQLValue] {
    [
      .integer(Int64(id)), .integer(Int64(n)), m.sqlValue, .real(x), y.sqlValue, .text(s),
      t.sqlValue, .integer(b ? 1 : 0), c.map { .integer($0 ? 1 : 0) } ?? .null,
    ]
  }
}

extension Int? {
  var sqlValue: SQLValue { map { .integer(Int64($0)) } ?? .null }
}

extension Double? {
  var sqlValue: SQLValue { map { .real($0) } ?? .null }
}

extension String? {
  var sqlValue: SQLValue { map { .text($0) } ?? .null }
}

/// Numbers that look random and are the same for the same seed (Steele, Lea and Flood, 2014).
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
