import Foundation
import ORM
import Testing

private enum Mood: String, ColumnValue { case calm, loud }

private struct Options: OptionSet, ColumnValue {
  let rawValue: UInt32
  static let first = Options(rawValue: 1)
}

@Table
private struct Sample: Equatable {
  let id: Int
  var whole: Int8
  var flag: Bool
  var real: Double
  var narrow: Float
  var text: String
  var data: Data
  var bytes: [UInt8]
  var uuid: UUID
  @Column(as: UUIDText.self) var uuidText: UUID
  var price: Decimal
  var link: URL
  var date: Date
  @Column(as: UnixSeconds.self) var seconds: Date
  @Column(as: UnixMilliseconds.self) var milliseconds: Date
  @Column(as: JulianDay.self) var julian: Date
  @Column(as: ISO8601.self) var iso: Date
  @Column(as: DateTimeText.self) var dateTime: Date
  @Column(as: DateText.self) var day: Date
  var mood: Mood
  var options: Options
  @Column(as: JSON.self) var tags: [String]
  var maybeWhole: UInt64?
  var maybeText: String?
  var maybeData: Data?
  var maybeUUID: UUID?
  var maybeDate: Date?
  var maybePrice: Decimal?
  var maybeLink: URL?
  var maybeMood: Mood?
  @Column(as: JSON.self) var maybeTags: [String]?
  @Column(as: ISO8601.self) var maybeISO: Date?

  /// Creates a row of values that lose precision when they are stored.
  init(id: Int, isFull: Bool) throws {
    let instant = Date(timeIntervalSinceReferenceDate: 12_345.678_901_234_5)
    let base = try #require(URL(string: "https://example.com/"))
    let relative = try #require(URL(string: "a", relativeTo: base))
    self.id = id
    whole = .min
    flag = isFull
    real = isFull ? -0.0 : .infinity
    narrow = isFull ? -0.0 : .leastNonzeroMagnitude
    text = isFull ? "a\0b" : ""
    data = isFull ? Data([0, 1]) : Data()
    bytes = isFull ? [0, 1] : []
    uuid = UUID()
    uuidText = UUID()
    price = Decimal(sign: .minus, exponent: -5, significand: 12_345_678_901_234_500)
    link = relative
    date = instant
    seconds = instant
    milliseconds = instant
    julian = instant
    iso = instant
    dateTime = instant
    day = instant
    mood = isFull ? .loud : .calm
    options = isFull ? .first : []
    tags = isFull ? ["a", "b/c"] : []
    guard isFull else { return }
    maybeWhole = UInt64(Int64.max)
    maybeText = ""
    maybeData = Data()
    maybeUUID = uuid
    maybeDate = instant
    maybePrice = price
    maybeLink = relative
    maybeMood = .calm
    maybeTags = []
    maybeISO = instant
  }
}

private struct Scale: RawRepresentable, ColumnValue, Equatable { let rawValue: Double }

@Embeddable
private struct Axis {
  var x: Double
  var y: Float?
}

@Table
private struct Signs {
  let id: Int
  var real: Double
  var narrow: Float
  var maybe: Double?
  var scale: Scale
  @Embedded(prefix: "axis_") var axis: Axis
  @Embedded(prefix: "other_") var other: Axis?

  var signs: [FloatingPointSign?] {
    [
      real.sign, narrow.sign, maybe?.sign, scale.rawValue.sign, axis.x.sign, axis.y?.sign,
      other?.x.sign, other?.y?.sign,
    ]
  }
}

@Table
private struct GivenSigns {
  var id: Int?
  var real: Double
  var maybe: Float?

  var signs: [FloatingPointSign?] { [real.sign, maybe?.sign] }
}

@Suite("Rows with columns of every type")
struct StoredRowTests {
  @Test("Inserts and saves return rows as a fetch does", arguments: [false, true])
  func returned(isFull: Bool) async throws {
    let database = try Database.inMemory()
    try await database.create(Sample.self)
    let sample = try Sample(id: 7, isFull: isFull)
    let inserted = try await database.insert(sample)
    #expect(try await database.fetch(Sample.self) == [inserted])
    #expect(try await database.find(Sample.self, 7) == inserted)

    // A fetched row is stored unchanged.
    #expect(try await database.save(inserted) == inserted)
    #expect(try await database.find(Sample.self, 7) == inserted)
    let other = try Sample(id: 7, isFull: !isFull)
    #expect(try await database.save(other) == database.find(Sample.self, 7))
  }

  @Test("Negative zero becomes zero in returned and in fetched rows")
  func zero() async throws {
    let database = try Database.inMemory()
    try await database.create(Signs.self, GivenSigns.self)
    let axis = Axis(x: -0.0, y: -0.0)
    let draft = Signs.Draft(
      real: -0.0, narrow: -0.0, maybe: -0.0, scale: Scale(rawValue: -0.0), axis: axis, other: axis)
    let inserted = try await database.insert(draft)
    #expect(inserted.signs.count == 8)
    #expect(inserted.signs.allSatisfy { $0 == .plus })
    let fetched = try await database.fetch(Signs.self)
    #expect(fetched.map(\.signs) == [inserted.signs])
    let value = GivenSigns(real: -0.0, maybe: -0.0)
    #expect(try await database.insert(value).signs == [.plus, .plus])
    let two = try await database.insert([value, value])
    let signs = two.map(\.signs)
    let expected: [[FloatingPointSign]] = [[.plus, .plus], [.plus, .plus]]
    #expect(signs == expected)
    #expect(try await database.save(value).signs == [.plus, .plus])
    let given = try await database.fetch(GivenSigns.self).flatMap(\.signs)
    #expect(given.count == 8)
    #expect(given.allSatisfy { $0 == .plus })
  }

  @Test("The error of an invalid stored value names the table and the column, not the value")
  func failure() async throws {
    let database = try Database.inMemory()
    try await database.create(Sample.self)
    try await database.insert(Sample(id: 7, isFull: true))
    try await database.execute("UPDATE sample SET mood = 'secret'")
    let error = await #expect(throws: RowDecodingError.self) {
      try await database.fetch(Sample.self)
    }
    #expect(error?.table == "sample")
    #expect(error?.column == "mood")
    #expect(error.map { "\($0)" }?.contains("secret") == false)
  }

  @Test("The error of a value that can't be stored names its column, and nothing is written")
  func refusal() async throws {
    let database = try Database.inMemory()
    try await database.create(Sample.self)
    var sample = try Sample(id: 7, isFull: true)
    sample.maybeWhole = .max
    let error = await #expect(throws: ValueEncodingError.self) {
      try await database.insert(sample)
    }
    #expect(
      error
        == ValueEncodingError(
          table: "sample", column: "maybeWhole", type: "UInt64", reason: .overflow))
    #expect(try await database.count(Sample.self) == 0)
  }
}
