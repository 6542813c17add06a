#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Stored as REAL, seconds since 1970, which keeps a quarter of a microsecond of today's dates.
///
/// A `Date` counts from 2001, and holds twice as many instants of today as a number of seconds
/// since 1970 does: most dates come back as a neighbour of themselves, and then stay.
/// `Date.asStored` is that neighbour, to keep or to compare with; ``SecondsSince2001`` represents a
/// date by a number that keeps every bit.
///
/// What other programs write is read as well: an INTEGER of seconds, and TEXT as ISO 8601 or
/// SQLite's own functions have it, in UTC if it names no offset:
///
/// | text | |
/// | --- | --- |
/// | `2024-02-29` | midnight |
/// | `2024-02-29 12:30` | |
/// | `2024-02-29 12:30:15`, `2024-02-29 12:30:15.250` | `datetime()`, `CURRENT_TIMESTAMP` |
/// | `2024-02-29T12:30:15.25Z`, `2024-02-29T14:30:15+02:00` | ISO 8601 |
///
/// A text that is no date throws ``RowDecodingError``, and so does a day that no calendar has. A
/// predicate compares with the number, so that a column of texts is best given a representation:
/// `@Column(as: ISO8601.self)`, ``DateTimeText`` or ``DateText``.
///
/// NaN is refused; an infinite date is kept, as SQLite keeps infinity.
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
    guard let seconds = row.realIfStored(at: index) else {
      return try readTextOrInteger(from: row, at: index)
    }
    return Date(timeIntervalSince1970: seconds)
  }

  @_documentation(visibility: internal)
  @inlinable
  public static func readIfPresent<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Date? {
    if let seconds = row.realIfStored(at: index) { return Date(timeIntervalSince1970: seconds) }
    if row.isNull(at: index) { return nil }
    return try readTextOrInteger(from: row, at: index)
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

  /// A `Date` counts from 2001, closer to which it is finer than what is stored.
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

  /// The date as it comes back from a column: equal to itself once it is stored and fetched.
  ///
  /// ```swift
  /// let now = Date.now.asStored
  /// try await db.insert(Visit(at: now))
  /// let visit = try await db.first(Visit.self)     // visit?.at == now
  /// ```
  @inlinable
  public var asStored: Date { Date(timeIntervalSince1970: timeIntervalSince1970) }

  /// Reads what is not a REAL.
  @inlinable
  @inline(never)
  static func readTextOrInteger<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Date {
    guard case .text = row.storageClass(at: index) else {
      return Date(timeIntervalSince1970: try row.real(at: index))
    }
    guard let date = Date(storedText: try row.text(at: index)) else {
      throw row.invalid(at: index, as: Date.self, InvalidDateText().description)
    }
    return date
  }
}

/// A text that is no date.
@usableFromInline
struct InvalidDateText: Error, CustomStringConvertible {
  @usableFromInline init() {}

  @usableFromInline var description: String { "the text is not an ISO 8601 date" }
}
