/// A struct whose properties (rows, lists and values) are selected by the expressions of a query.
///
/// The macro generates every requirement for a `@Selection` that has a list or an embedded row. Do
/// not implement them by hand.
@_documentation(visibility: internal)
public protocol NestedSelection: RowDecodable {
  /// The tuple of the properties.
  associatedtype Parts

  /// Creates the struct from its properties.
  init(parts: Parts)
  /// Finds the columns of the properties in a result of raw SQL.
  static func addParts(to layout: inout NestedLayout) throws
  /// Reads the properties from a row whose columns are in the order of ``addParts(to:)``.
  ///
  /// - Parameter place: The position of the first column; afterwards, the one after the last.
  static func parts<Row: RowReader & ~Copyable>(
    of row: borrowing Row, at place: inout Int
  ) throws -> Parts
}

/// The results that fill the properties of a ``NestedSelection``.
@_documentation(visibility: internal)
public struct NestedSelected<Row: NestedSelection, Inner: SelectResult>: Selectable
where Inner.Output == Row.Parts {
  public typealias SelectedResult = NestedResult<Row, Inner>

  public let results: [ResultColumn]

  /// Creates the selection from the results of each property, in order.
  public init(_ results: [[ResultColumn]]) { self.results = Array(results.joined()) }
}

/// The result of a struct that is created from several results.
@_documentation(visibility: internal)
public enum NestedResult<Output: NestedSelection, Inner: SelectResult>: SelectResult
where Inner.Output == Output.Parts {
  @inlinable public static var columnCount: Int { Inner.columnCount }
  @inlinable public static var hasLists: Bool { Inner.hasLists }

  @inlinable
  public static func decode<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int
  ) throws -> Output {
    Output(parts: try Inner.decode(row, at: index))
  }

  @inlinable
  public static func part<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int, _ keys: inout ListKeys
  ) throws -> Inner.Part {
    try Inner.part(row, at: index, &keys)
  }

  @inlinable
  public static func lists<Fetcher: RowFetching>(
    _ keys: inout ListKeys, on db: isolated Fetcher
  ) throws -> Inner.Lists {
    try Inner.lists(&keys, on: db)
  }

  @inlinable
  public static func whole(_ part: Inner.Part, _ row: Int, _ lists: Inner.Lists) -> Output {
    Output(parts: Inner.whole(part, row, lists))
  }
}

extension NestedResult: ResultWithoutLists where Inner: ResultWithoutLists {}
