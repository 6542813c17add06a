#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Stored as BLOB; empty data is an empty BLOB, not NULL.
@_documentation(visibility: internal)
extension Data: ColumnValue {
  public static var representationName: String { "blob" }
  @inlinable public static var columnType: ColumnType { .blob }

  @inlinable
  public static func read<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Data {
    try row.withBlob(at: index) { Data($0) }
  }

  @inlinable
  public static func write<Parameters: ParameterWriter & ~Copyable>(
    _ value: Data, to parameters: inout Parameters, at position: Int
  ) throws {
    value.withUnsafeBytes { parameters.bind(bytes: $0, at: position) }
  }
}
