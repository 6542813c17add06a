/// A value that a query can select: a column, an expression, or every column of a table.
public protocol Selectable: Sendable {
  /// The type that decodes the columns of ``Selectable/results``.
  associatedtype SelectedResult: SelectResult

  /// The columns of the result.
  var results: [ResultColumn] { get }
}

/// The expressions for the columns of a ``Selection`` in one query, from its generated `select`.
@_documentation(visibility: internal)
public struct Selected<Row: Selection>: Selectable {
  public typealias SelectedResult = WholeRow<Row>

  public let results: [ResultColumn]

  /// Creates the selection from columns in the order of the properties.
  public init(_ results: [ResultColumn]) { self.results = results }
}

/// A type that decodes adjacent columns of a row to a Swift value.
@_documentation(visibility: internal)
public protocol SelectResult: SendableMetatype {
  associatedtype Output: Sendable
  /// The part of the output that a row contains: all but lists, which are read by separate
  /// statements.
  associatedtype Part = Output
  /// The lists of all rows.
  associatedtype Lists = Void

  /// The number of columns.
  static var columnCount: Int { get }
  /// Whether the output contains lists.
  static var hasLists: Bool { get }
  /// Whether an outer join selects one more column, which is not NULL if a row matched.
  static var isMarkedInOuterJoins: Bool { get }

  /// Decodes the columns, beginning at `index`.
  ///
  /// - Throws: ``RowDecodingError``
  static func decode<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int
  ) throws -> Output

  /// Decodes every row of a statement that selects only this.
  static func rows<Prepared: PreparedSQL>(of statement: Prepared) throws -> [Output]
  /// Decodes the first row of that statement, if there is one.
  static func firstRow<Prepared: PreparedSQL>(of statement: Prepared) throws -> Output?

  /// Decodes the part of the output that a row contains, and records the keys of its lists.
  ///
  /// - Throws: ``RowDecodingError``
  static func part<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int, _ keys: inout ListKeys
  ) throws -> Part
  /// Fetches the lists of all rows, with one statement for each list.
  static func lists<Fetcher: RowFetching>(
    _ keys: inout ListKeys, on db: isolated Fetcher
  ) throws -> Lists
  /// Returns the output for the part of a row and its lists.
  ///
  /// - Parameter row: The index of the row, from 0.
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

/// A result without lists: columns and whole rows.
///
/// Compounds, groups, distinct rows and `returning` support no other results.
@_documentation(visibility: internal)
public protocol ResultWithoutLists: SelectResult {}

/// A result of one column.
@_documentation(visibility: internal)
public protocol ColumnResult: ResultWithoutLists {
  /// The representation of its value.
  associatedtype Representation: ColumnRepresentation
}

/// Several results of one column each.
@_documentation(visibility: internal)
public protocol ColumnResults: SelectResult {
  /// The representations of their values, as a tuple.
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

  // An engine may know that a column contains only integers, and read it faster.
  @inlinable
  public static func rows<Prepared: PreparedSQL>(of statement: Prepared) throws -> [Output] {
    try statement.rows(of: Output.self)
  }

  @inlinable
  public static func firstRow<Prepared: PreparedSQL>(of statement: Prepared) throws -> Output? {
    try statement.firstRow(of: Output.self)
  }
}

/// The optional side of an outer join: nil if no row matched.
///
/// A row that matched has a column that is not NULL. If its table has no key, and all of its
/// columns may be NULL, the query selects a mark after them; see ``SourceNode/markRows()``.
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
  /// Decodes the columns from `next`, and moves `next` after them.
  @inlinable
  static func decode<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, advancing next: inout Int
  ) throws -> Output {
    defer { next += columnCount }
    return try decode(row, at: next)
  }

  /// Decodes the part of the output that the row contains from `next`, and moves `next` after the
  /// columns.
  @inlinable
  static func part<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, advancing next: inout Int, _ keys: inout ListKeys
  ) throws -> Part {
    defer { next += columnCount }
    return try part(row, at: next, &keys)
  }
}
