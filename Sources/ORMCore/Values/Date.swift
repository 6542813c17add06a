#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Stored as REAL, seconds since 1970, which is precise to a quarter of a microsecond for today's
/// dates.
///
/// A `Date` counts from 2001, and is twice as precise for today's dates as a number of seconds
/// since 1970: most dates are read back as an adjacent value, and do not change after that.
/// `Date.asStored` is that value, to store or to compare with; ``SecondsSince2001`` represents a
/// date by a number without loss of precision.
///
/// An INTEGER of seconds is read as well, because SQL compares it with a REAL. TEXT is refused,
/// because a condition compares with a REAL, and SQLite orders every text after every number. A
/// number that is more precise than a `Date` is refused, too. For a text, the ``RowDecodingError``
/// names the representation that writes it:
///
/// | text | representation |
/// | --- | --- |
/// | `2024-02-29` | ``DateText`` |
/// | `2024-02-29 12:30:15`, `2024-02-29 12:30:15.250` | ``DateTimeText`` |
/// | `2024-02-29 12:30:15.000` | ``DateTimeMillisecondsText`` |
/// | `2024-02-29T12:30:15.250Z` | ``ISO8601`` |
/// | `2024-02-29T12:30:15Z` | ``ISO8601Seconds`` |
///
/// NaN is refused; an infinite date is stored, because SQLite can store infinity.
/// See <https://www.sqlite.org/lang_datefunc.html#time_values>.
extension Date: ColumnValue {
  @_documentation(visibility: internal)
  public static var representationName: String { "secondsSince1970" }
  @inlinable public static var columnType: ColumnType { .instant }

  @_documentation(visibility: internal)
  @inlinable
  public static func read<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Date {
    guard let seconds = row.realIfStored(at: index), let date = Date(storedSeconds: seconds) else {
      return try readOther(from: row, at: index)
    }
    return date
  }

  @_documentation(visibility: internal)
  @inlinable
  public static func readIfPresent<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Date? {
    if let seconds = row.realIfStored(at: index), let date = Date(storedSeconds: seconds) {
      return date
    }
    if row.isNull(at: index) { return nil }
    return try readOther(from: row, at: index)
  }

  @_documentation(visibility: internal)
  @inlinable
  public static func write<Parameters: ParameterWriter & ~Copyable>(
    _ value: Date, to parameters: inout Parameters, at position: Int
  ) throws {
    let seconds = value.timeIntervalSince1970
    guard !seconds.isNaN else { throw ValueEncodingError.notANumber(Date.self) }
    parameters.bind(seconds, at: position)
  }

  /// A `Date` counts from 2001, so it is more precise than its stored form for dates near 2001.
  @_documentation(visibility: internal)
  @inlinable
  public static func asStored(_ value: Date) throws -> Date {
    Date(timeIntervalSince1970: value.timeIntervalSince1970)
  }

  @_documentation(visibility: internal)
  @inlinable
  public static func roundTripsExactly(_ value: Date) -> Bool {
    Date(timeIntervalSince1970: value.timeIntervalSince1970) == value
  }

  /// The date as a fetch would return it: storing and fetching it again does not change it.
  ///
  /// ```swift
  /// let now = Date.now.asStored
  /// try await db.insert(Visit(at: now))
  /// let visit = try await db.first(Visit.self)     // visit?.at == now
  /// ```
  @inlinable
  public var asStored: Date { Date(timeIntervalSince1970: timeIntervalSince1970) }

  /// Creates the date from a number of seconds since 1970. Returns nil if the date would be written
  /// as another number.
  ///
  /// A `Date` counts from 2001. Every number that this package writes is read: the difference
  /// between the two epochs is a multiple of 128 seconds, so that a sum or a difference is exact if
  /// it is smaller than the number, or within a factor of 2 of it. Beyond 2^53 seconds, numbers are
  /// not checked.
  @inlinable
  init?(storedSeconds seconds: Double) {
    let sinceReference = seconds - 978_307_200
    guard sinceReference + 978_307_200 == seconds || seconds.magnitude > 0x1p53 else { return nil }
    self.init(timeIntervalSinceReferenceDate: sinceReference)
  }

  /// Reads an INTEGER, or throws the error for any other stored value.
  @inlinable
  @inline(never)
  static func readOther<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Date {
    if case .text = row.storageClass(at: index) {
      throw row.dateOfText(at: index, try row.text(at: index))
    }
    guard let date = Date(storedSeconds: try row.real(at: index)) else {
      throw row.otherForm(
        at: index, as: Date.self, "the number of seconds is more precise than a Date",
        declare: "`Double`")
    }
    return date
  }
}

extension RowReader where Self: ~Copyable {
  /// Returns the error for a text at `index`, which may be a date or any other text.
  @usableFromInline
  @inline(never)
  borrowing func dateOfText(at index: Int, _ text: String) -> RowDecodingError {
    guard Date(storedText: text) != nil else { return mismatch(at: index, expected: "REAL") }
    return invalid(at: index, as: Date.self, DateSpelling.otherForm(of: text).description)
  }
}

/// The error for a text that is not a date.
struct InvalidDateText: Error, CustomStringConvertible {
  var description: String { "the text is not an ISO 8601 date" }
}
