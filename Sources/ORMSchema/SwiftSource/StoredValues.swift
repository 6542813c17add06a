import ORMCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Statistics of a column's sampled values, which the declared type does not determine.
package struct StoredValues: Sendable {
  /// The forms that all values of a storage class have in common.
  package struct Forms: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Integers that are 0 or 1.
    static let bools = Forms(rawValue: 1 << 0)
    /// Texts that `DateText` writes: `2024-02-29`.
    static let days = Forms(rawValue: 1 << 1)
    /// Texts that `DateTimeText` writes: `2024-02-29 12:00:00`.
    static let dateTimes = Forms(rawValue: 1 << 2)
    /// Texts that `ISO8601` writes: `2024-02-29T12:00:00.000Z`.
    static let timestamps = Forms(rawValue: 1 << 3)
    /// Texts that a representation of dates writes.
    static let dates = Forms(rawValue: 1 << 4)
    /// UUIDs as uppercase texts.
    static let capitalUUIDs = Forms(rawValue: 1 << 5)
    /// UUIDs as lowercase texts.
    static let smallUUIDs = Forms(rawValue: 1 << 6)
    /// BLOBs of 16 bytes.
    static let blobsOf16 = Forms(rawValue: 1 << 7)
    /// Numbers, or texts of numbers, that a `Decimal` can hold.
    static let decimals = Forms(rawValue: 1 << 8)
    /// Integers in the range of present-day seconds since 1970, which excludes milliseconds.
    static let seconds = Forms(rawValue: 1 << 9)
    /// Integers in the range of present-day milliseconds since 1970.
    static let milliseconds = Forms(rawValue: 1 << 10)
    /// Numbers in the range of present-day Julian days.
    static let julianDays = Forms(rawValue: 1 << 11)
    /// BLOBs with the version and variant of a UUID.
    static let uuids = Forms(rawValue: 1 << 12)
    /// Texts that `Decimal` writes: exactly one for each number.
    static let exactDecimals = Forms(rawValue: 1 << 13)
    /// UUIDs as texts, in upper or lower case.
    static let uuidTexts = Forms(rawValue: 1 << 14)
    /// REALs that are seconds since 1970 in this century: as seconds since 2001, they would be
    /// dates after 2030.
    static let recentSeconds = Forms(rawValue: 1 << 15)

    /// Texts that `ISO8601Seconds` writes: `2024-02-29T12:00:00Z`.
    static let wholeTimestamps = Forms(rawValue: 1 << 16)
    /// Texts that `DateTimeMillisecondsText` writes: `2024-02-29 12:00:00.000`.
    static let dateTimesWithMilliseconds = Forms(rawValue: 1 << 17)

    static let all = Forms(rawValue: 1 << 18 - 1)
    static let ofTexts: Forms = [
      .days, .dateTimes, .timestamps, .dates, .capitalUUIDs, .smallUUIDs, .uuidTexts, .decimals,
      .exactDecimals, .wholeTimestamps, .dateTimesWithMilliseconds,
    ]
    static let ofIntegers: Forms = [
      .bools, .seconds, .milliseconds, .decimals, .julianDays, .recentSeconds,
    ]
    static let ofReals: Forms = [.julianDays, .decimals, .recentSeconds]
    static let ofBlobs: Forms = [.blobsOf16, .uuids]
  }

  /// The number of values of each storage class.
  package private(set) var integers = 0
  package private(set) var reals = 0
  package private(set) var texts = 0
  package private(set) var blobs = 0
  /// Whether a value is NULL.
  package var hasNull = false
  /// Whether a text is a number with a fraction.
  private(set) var hasFraction = false
  /// The forms that no value contradicts.
  private(set) var forms = Forms.all
  /// The distinct texts and integers; nil if there are too many, or if other values occur.
  private(set) var distinct: Distinct? = Distinct()

  struct Distinct: Sendable {
    var texts: Set<ExactText> = []
    var integers: Set<Int64> = []
  }

  /// The maximum number of distinct values that are kept.
  static let distinctLimit = 256

  package init() {}

  /// Creates the statistics of values of which only the storage classes are known.
  package init(ofClasses classes: [SQLValue]) {
    forms = []
    distinct = nil
    for value in classes { add(value) }
  }

  /// Whether only NULL was seen.
  package var isEmpty: Bool { integers + reals + texts + blobs == 0 }

  /// Adds a value.
  ///
  /// - Parameters:
  ///   - length: The length of a BLOB in bytes. Unless it is 16, the BLOB itself may be omitted.
  ///   - isCut: Whether the text is only the beginning of a longer one.
  package mutating func add(_ value: SQLValue, length: Int = 0, isCut: Bool = false) {
    switch value {
    case .null:
      hasNull = true
      return
    case .integer(let value):
      integers += 1
      distinct?.integers.insert(value)
      forms.formIntersection(.init(of: value).union(.all.subtracting(.ofIntegers)))
    case .real(let value):
      reals += 1
      distinct = nil
      forms.formIntersection(.init(of: value).union(.all.subtracting(.ofReals)))
    case .text(let text):
      texts += 1
      if isCut { distinct = nil }
      distinct?.texts.insert(ExactText(text))
      if !forms.isDisjoint(with: .ofTexts) {
        let own = isCut ? [] : Forms(of: text)
        forms.formIntersection(own.union(.all.subtracting(.ofTexts)))
        if own.contains(.exactDecimals), text.utf8.contains(UInt8(ascii: ".")) {
          hasFraction = true
        }
      }
    case .blob(let bytes):
      blobs += 1
      distinct = nil
      let own: Forms = length == 16 ? Forms(of: bytes).union(.blobsOf16) : []
      forms.formIntersection(own.union(.all.subtracting(.ofBlobs)))
    }
    if let distinct, distinct.texts.count + distinct.integers.count > Self.distinctLimit {
      self.distinct = nil
    }
  }

  /// Whether all values are of these storage classes and have these forms.
  func are(_ classes: Classes, _ forms: Forms = []) -> Bool {
    (integers == 0 || classes.contains(.integer)) && (reals == 0 || classes.contains(.real))
      && (texts == 0 || classes.contains(.text)) && (blobs == 0 || classes.contains(.blob))
      && self.forms.isSuperset(of: forms)
  }

  struct Classes: OptionSet {
    let rawValue: Int

    static let integer = Classes(rawValue: 1)
    static let real = Classes(rawValue: 2)
    static let text = Classes(rawValue: 4)
    static let blob = Classes(rawValue: 8)
  }
}

extension StoredValues.Forms {
  init(of value: Int64) {
    self = .decimals
    if value == 0 || value == 1 { insert(.bools) }
    // The years 1973 to 5138, as seconds and as milliseconds.
    if (100_000_000...99_999_999_999).contains(value) { insert(.seconds) }
    if (100_000_000_000...99_999_999_999_999).contains(value) { insert(.milliseconds) }
    if (1_700_000...3_200_000).contains(value) { insert(.julianDays) }
    if Self.recent.contains(Double(value)) { insert(.recentSeconds) }
  }

  /// From 2000 to 2100.
  private static let recent = 946_684_800.0...4_102_444_800

  init(of value: Double) {
    self = []
    if Self.recent.contains(value) { insert(.recentSeconds) }
    // The magnitudes that a Decimal can hold.
    if value == 0 || (1e-60...1e60).contains(abs(value)) { insert(.decimals) }
    if (1_700_000...3_200_000).contains(value) { insert(.julianDays) }
  }

  /// The versions of UUIDs that programs generate: from time, from names, from random numbers, and
  /// from time again.
  private static let versions: Set<UInt8> = [1, 3, 4, 5, 7]

  init(of bytes: [UInt8]) {
    self = []
    if bytes.count == 16, bytes[8] & 0xC0 == 0x80, Self.versions.contains(bytes[6] >> 4) {
      insert(.uuids)
    }
  }

  init(of text: String) {
    self = []
    let bytes = text.utf8
    // No date and no UUID is shorter or longer.
    guard bytes.count >= 1, bytes.count <= 64 else { return }
    if Array(bytes).withUnsafeBytes({ ExactDecimal($0) }) != nil, bytes.count <= 39 {
      insert(.decimals)
      if let number = Decimal(string: text, locale: nil),
        number.description.hasSameBytes(as: text)
      {
        insert(.exactDecimals)
      }
    }
    if bytes.count == 36, let id = UUID(uuidString: text) {
      insert(.uuidTexts)
      if id.uuidString.hasSameBytes(as: text) { insert(.capitalUUIDs) }
      if id.uuidString.loweredInASCII.hasSameBytes(as: text) { insert(.smallUUIDs) }
    }
    guard bytes.count >= 10 else { return }
    // The spelling must match, because SQL treats another spelling of the same date as another
    // value.
    if DateText.writes(text) { insert([.days, .dates]) }
    if DateTimeText.writes(text) { insert([.dateTimes, .dates]) }
    if ISO8601.writes(text) { insert([.timestamps, .dates]) }
    if ISO8601Seconds.writes(text) { insert([.wholeTimestamps, .dates]) }
    if DateTimeMillisecondsText.writes(text) { insert([.dateTimesWithMilliseconds, .dates]) }
  }
}

extension ColumnConversion where Value == Date, Stored == String {
  /// Whether the representation writes exactly this text for its date.
  fileprivate static func writes(_ text: String) -> Bool {
    guard let date = try? decode(text), let own = try? encode(date) else { return false }
    return own.hasSameBytes(as: text)
  }
}
