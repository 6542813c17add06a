import ORMCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ColumnStorage {
  /// Returns the representation of a type of the standard library, of Foundation or of this
  /// package.
  static func known(_ name: String) -> ColumnStorage? { known[name]?() }

  private static let known: [String: @Sendable () -> ColumnStorage] = [
    "Bool": { ColumnStorage(of: Bool.self, \.truth) },
    "Int": { integer(Int.self) },
    "Int8": { integer(Int8.self) },
    "Int16": { integer(Int16.self) },
    "Int32": { integer(Int32.self) },
    "Int64": { integer(Int64.self) },
    "UInt": { integer(UInt.self) },
    "UInt8": { integer(UInt8.self) },
    "UInt16": { integer(UInt16.self) },
    "UInt32": { integer(UInt32.self) },
    "UInt64": { integer(UInt64.self) },
    "Double": { number(Double.self) { $0 } },
    "Float": { number(Float.self) { Float($0) } },
    "String": { ColumnStorage(of: String.self, \.text) },
    "Data": { ColumnStorage(of: Data.self) { bytes(in: $0).map { Data($0) } } },
    "Date": { ColumnStorage(of: Date.self, date) },
    "UUID": { ColumnStorage(of: UUID.self, nothing) },
    "URL": { ColumnStorage(of: URL.self, nothing) },
    "Decimal": { ColumnStorage(of: Decimal.self, decimal) },
    "UnixSeconds": { ColumnStorage(of: UnixSeconds.self, date) },
    "UnixMilliseconds": { ColumnStorage(of: UnixMilliseconds.self, date) },
    "SecondsSince2001": { ColumnStorage(of: SecondsSince2001.self, date) },
    "JulianDay": { ColumnStorage(of: JulianDay.self, date) },
    "ISO8601": { ColumnStorage(of: ISO8601.self, date) },
    "ISO8601Seconds": { ColumnStorage(of: ISO8601Seconds.self, date) },
    "DateTimeMillisecondsText": { ColumnStorage(of: DateTimeMillisecondsText.self, date) },
    "DateTimeText": { ColumnStorage(of: DateTimeText.self, date) },
    "DateText": { ColumnStorage(of: DateText.self, date) },
    "UUIDText": { ColumnStorage(of: UUIDText.self, nothing) },
    "LowercaseUUIDText": { ColumnStorage(of: LowercaseUUIDText.self, nothing) },
    "CalendarDay": { ColumnStorage(of: CalendarDay.self, nothing) },
    "JSON.Untyped": { ColumnStorage(of: JSON.Untyped.self, nothing) },
  ]

  /// Returns the representation of amounts with a scale, by the scale's name. Amounts of a scale
  /// that a package declares are stored alike, but the SQL of their literals is unknown.
  static func minorUnits(_ scale: String) -> ColumnStorage {
    let name = scale.utf8.starts(with: "ORM.".utf8) ? String(scale.utf8.dropFirst(4)) ?? "" : scale
    return scales[name]?()
      ?? ColumnStorage(type: .integer) {
        .unknown("the value of its default '\($0.spelling)' can't be determined")
      }
  }

  private static let scales: [String: @Sendable () -> ColumnStorage] = [
    "Scale0": { ColumnStorage(of: MinorUnits<Scale0>.self, decimal) },
    "Scale2": { ColumnStorage(of: MinorUnits<Scale2>.self, decimal) },
    "Scale3": { ColumnStorage(of: MinorUnits<Scale3>.self, decimal) },
    "Scale4": { ColumnStorage(of: MinorUnits<Scale4>.self, decimal) },
    "Scale6": { ColumnStorage(of: MinorUnits<Scale6>.self, decimal) },
    "Scale8": { ColumnStorage(of: MinorUnits<Scale8>.self, decimal) },
  ]

  /// The representation of an array of bytes.
  static var bytes: ColumnStorage { ColumnStorage(of: [UInt8].self, bytes) }

  private static func integer<Number: FixedWidthInteger & ColumnValue>(
    _ type: Number.Type
  ) -> ColumnStorage {
    ColumnStorage(of: type) { value in
      switch value {
      case .member("zero", _): 0
      case .member("min", _): Number.min
      case .member("max", _): Number.max
      default: value.integer(as: Number.self)
      }
    }
  }

  private static func number<Number: BinaryFloatingPoint & ColumnValue>(
    _ type: Number.Type, _ make: @escaping (Double) -> Number
  ) -> ColumnStorage {
    ColumnStorage(of: type) { value in
      switch value {
      case .member("zero", _): 0
      case .member("pi", _): Number.pi
      case .member("infinity", _): Number.infinity
      case .member("nan", _): Number.nan
      case .member("greatestFiniteMagnitude", _): Number.greatestFiniteMagnitude
      default: value.double.map(make)
      }
    }
  }

  private static func nothing<Value>(_ value: SourceValue) -> Value? { nil }

  private static func bytes(in value: SourceValue) -> [UInt8]? {
    guard case .array(let elements) = value else { return nil }
    let bytes = elements.compactMap { $0.integer(as: UInt8.self) }
    return bytes.count == elements.count ? bytes : nil
  }

  private static func date(_ value: SourceValue) -> Date? {
    switch value {
    case .member("distantPast", _): .distantPast
    case .member("distantFuture", _): .distantFuture
    default: nil
    }
  }

  /// Returns the value that a literal creates: exactly for an integer, and from a `Double` for any
  /// other number.
  private static func decimal(_ value: SourceValue) -> Decimal? {
    switch value {
    case .member("zero", _): 0
    default: value.integer(as: Int.self).map { Decimal($0) } ?? value.double.map { Decimal($0) }
    }
  }
}
