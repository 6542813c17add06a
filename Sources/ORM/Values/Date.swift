#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Date: ColumnValue {
  @inlinable public static var columnType: ColumnType { .real }

  @inlinable
  public static func read<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Date {
    Date(timeIntervalSince1970: try row.real(at: index))
  }

  @inlinable
  public static func write<Parameters: ParameterWriter & ~Copyable>(
    _ value: Date, to parameters: inout Parameters, at position: Int
  ) throws {
    try Double.write(value.timeIntervalSince1970, to: &parameters, at: position)
  }

  /// Seconds since 1970 keep a quarter of a microsecond of today's dates.
  @inlinable
  public static func asStored(_ value: Date) throws -> Date {
    Date(timeIntervalSince1970: value.timeIntervalSince1970)
  }
}
