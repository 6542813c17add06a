/// What a query can select: a column, an expression, or every column of a table.
public protocol Selectable: Sendable {
  /// How the columns of ``Selectable/results`` are decoded.
  associatedtype SelectedResult: SelectResult

  /// The columns of the result.
  var results: [ResultColumn] { get }
}

/// What the columns of a ``Selection`` are in one query, as its generated `select` says.
@_documentation(visibility: internal)
public struct Selected<Row: Selection>: Selectable {
  public typealias SelectedResult = WholeRow<Row>

  public let results: [ResultColumn]

  /// These columns, in the order of the properties.
  public init(_ results: [ResultColumn]) { self.results = results }
}

/// How neighbouring columns of a row become a Swift value.
@_documentation(visibility: internal)
public protocol SelectResult: SendableMetatype {
  associatedtype Output: Sendable
  /// What a row has of it: all but lists, which come from statements of their own.
  associatedtype Part = Output
  /// The lists of all rows.
  associatedtype Lists = Void

  /// How many columns there are.
  static var columnCount: Int { get }
  /// Whether there are lists in it, so that it is no row alone.
  static var hasLists: Bool { get }
  /// Whether an outer join selects one more column, which is not NULL if a row matched.
  static var isMarkedInOuterJoins: Bool { get }

  /// Decodes the columns, the first of them at `index`.
  ///
  /// - Throws: ``RowDecodingError``
  static func decode<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int
  ) throws -> Output

  /// Decodes every row of a statement that selects this alone.
  static func rows<Prepared: PreparedSQL>(of statement: Prepared) throws -> [Output]
  /// Decodes the first row of that statement, if there is one.
  static func firstRow<Prepared: PreparedSQL>(of statement: Prepared) throws -> Output?

  /// Decodes what a row has of it, and notes the keys of its lists.
  ///
  /// - Throws: ``RowDecodingError``
  static func part<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int, _ keys: inout ListKeys
  ) throws -> Part
  /// Fetches the lists of all rows, by one statement each.
  static func lists<Fetcher: RowFetching>(
    _ keys: inout ListKeys, on db: isolated Fetcher
  ) throws -> Lists
  /// What a row and its lists come to.
  ///
  /// - Parameter row: The number of the row, from 0.
  static func whole(_ part: Part, _ row: Int, _ lists: Lists) -> Output
}

extension SelectResult {
  @inlinable public static var isMarkedInOuterJoins: Bool { false }

  @inlinable
  public static func rows<Prepared: PreparedSQL>(of statement: Prepared) throws -> [Output] {
    try statement.rows(by: ResultRow<Self>())
  }

  @inlinable
  public static func firstRow<Prepared: PreparedSQL>(of statement: Prepared) throws -> Output? {
    try statement.firstRow(by: ResultRow<Self>())
  }
}

extension SelectResult where Part == Output, Lists == Void {
  @inlinable public static var hasLists: Bool { false }

  @inlinable
  public static func part<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int, _ keys: inout ListKeys
  ) throws -> Output {
    try decode(row, at: index)
  }

  @inlinable
  public static func lists<Fetcher: RowFetching>(
    _ keys: inout ListKeys, on db: isolated Fetcher
  ) throws {}

  @inlinable
  public static func whole(_ part: Output, _ row: Int, _ lists: Void) -> Output { part }
}

/// A result of a row alone: columns, whole rows, and no lists of rows of their own.
///
/// Compounds, groups, distinct rows and `returning` have no others.
@_documentation(visibility: internal)
public protocol ResultWithoutLists: SelectResult {}

/// A result of one column.
@_documentation(visibility: internal)
public protocol ColumnResult: ResultWithoutLists {
  /// How its value is stored.
  associatedtype Representation: ColumnRepresentation
}

/// Results of one column each, beside each other.
@_documentation(visibility: internal)
public protocol ColumnResults: SelectResult {
  /// How their values are stored, as a tuple.
  associatedtype Representations
}

/// The value of one column.
@_documentation(visibility: internal)
public enum OneValue<Representation: ColumnRepresentation>: ColumnResult {
  @inlinable public static var columnCount: Int { 1 }

  @inlinable
  public static func decode<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int
  ) throws -> Representation.Value {
    try Representation.read(from: row, at: index)
  }
}

/// A whole struct.
@_documentation(visibility: internal)
public enum WholeRow<Output: Selection>: ResultWithoutLists {
  @inlinable public static var columnCount: Int { Output.columnCount }
  @inlinable public static var isMarkedInOuterJoins: Bool { Output.isMarkedInOuterJoins }

  @inlinable
  public static func decode<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int
  ) throws -> Output {
    do {
      if index == 0 { return try Output(row: row) }
      return try withRow(row, map: ColumnOffset(index)) { try Output(row: $0) }
    } catch {
      throw error.naming(Output.self, in: row, at: index)
    }
  }

  // An engine may know which columns can only have integers, and read those faster.
  @inlinable
  public static func rows<Prepared: PreparedSQL>(of statement: Prepared) throws -> [Output] {
    try statement.rows(of: Output.self)
  }

  @inlinable
  public static func firstRow<Prepared: PreparedSQL>(of statement: Prepared) throws -> Output? {
    try statement.firstRow(of: Output.self)
  }
}

/// The optional side of an outer join: nil if no row of it matched.
///
/// A row that matched has a column that is not NULL. If its table has no key, and all of its
/// columns may be NULL, the query selects a mark after them: see ``SourceNode/markRows()``.
@_documentation(visibility: internal)
public enum OuterResult<Inner: SelectResult>: ResultWithoutLists {
  @inlinable public static var columnCount: Int {
    Inner.isMarkedInOuterJoins ? Inner.columnCount + 1 : Inner.columnCount
  }

  @inlinable
  public static func decode<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int
  ) throws -> Inner.Output? {
    if Inner.isMarkedInOuterJoins {
      return row.isNull(at: index + Inner.columnCount) ? nil : try Inner.decode(row, at: index)
    }
    for column in index..<index + Inner.columnCount where !row.isNull(at: column) {
      return try Inner.decode(row, at: index)
    }
    return nil
  }
}

extension SelectResult {
  /// Decodes the columns from `next`, and moves it behind them.
  @inlinable
  static func decode<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, advancing next: inout Int
  ) throws -> Output {
    defer { next += columnCount }
    return try decode(row, at: next)
  }

  /// Decodes what the row has of it from `next`, and moves that behind the columns.
  @inlinable
  static func part<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, advancing next: inout Int, _ keys: inout ListKeys
  ) throws -> Part {
    defer { next += columnCount }
    return try part(row, at: next, &keys)
  }
}
