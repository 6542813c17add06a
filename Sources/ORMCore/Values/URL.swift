#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Stored as TEXT, the absolute string. Reading a text that is not a URL throws; the text is not
/// repaired. A text that a `URL` would write differently throws too.
@_documentation(visibility: internal)
extension URL: ColumnValue {
  public static var representationName: String { "url" }
  @inlinable public static var columnType: ColumnType { .text }

  @inlinable
  public static func read<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> URL {
    guard let url = URL(storedText: try row.text(at: index)) else {
      throw row.notAURL(at: index)
    }
    return url
  }

  @inlinable
  public static func readIfPresent<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> URL? {
    guard let text = try row.textIfPresent(at: index) else { return nil }
    guard let url = URL(storedText: text) else { throw row.notAURL(at: index) }
    return url
  }

  @inlinable
  public static func write<Parameters: ParameterWriter & ~Copyable>(
    _ value: URL, to parameters: inout Parameters, at position: Int
  ) throws {
    parameters.bind(value.absoluteString, at: position)
  }

  /// A relative URL is stored, and read, as the absolute URL that it resolves to.
  @inlinable
  public static func asStored(_ value: URL) throws -> URL {
    guard let url = URL(storedText: value.absoluteString) else {
      throw ValueEncodingError.unreadable(URL.self)
    }
    return url
  }

  @usableFromInline
  init?(storedText text: String) {
    self.init(string: text, encodingInvalidCharacters: false)
    if !absoluteString.hasSameBytes(as: text) { return nil }
  }
}

extension RowReader where Self: ~Copyable {
  @usableFromInline
  @inline(never)
  borrowing func notAURL(at index: Int) -> RowDecodingError {
    invalid(at: index, as: URL.self, "the text is not a URL")
  }
}
