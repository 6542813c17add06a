/// A statement that an engine has prepared. Its parameters are bound, then it runs and returns
/// rows.
///
/// Engines implement it for the operations of ``SQLConnection``; users don't need it.
@_documentation(visibility: internal)
public protocol PreparedSQL: AnyObject {
  // MARK: Every engine implements

  /// The text of the statement.
  var sql: String { get }

  /// Whether the statement changes nothing in the database.
  var isReadOnly: Bool { get }

  /// The names of the result's columns; empty if the statement returns no rows.
  var columnNames: [String] { get }

  /// Binds `value` with `binder`, and clears the parameters if that fails.
  func bind<Binder: ParameterBinder>(_ value: Binder.Value, by binder: Binder.Type) throws

  /// Runs the statement to its end, without decoding rows.
  func run() throws

  /// Decodes every row with `decoder`.
  func rows<Decoder: RowDecoder>(by decoder: Decoder) throws -> [Decoder.Output]

  // MARK: With default implementations

  /// Binds values whose types are known only at run time.
  ///
  /// - Throws: ``DatabaseError`` if there are more or fewer values than parameters.
  func bind(_ arguments: [SQLValue]) throws

  /// Binds values that are contiguous in memory.
  ///
  /// - Throws: ``DatabaseError`` if there are more or fewer values than parameters.
  func bind(_ arguments: UnsafeBufferPointer<SQLValue>) throws

  /// Binds the values at these positions of a row, then the values at positions of another row.
  ///
  /// - Throws: The errors of `bind(_:)`.
  func bind(
    _ positions: [Int], of values: [SQLValue], _ otherPositions: [Int], of otherValues: [SQLValue]
  ) throws

  /// Decodes the first row with `decoder`, if there is one.
  func firstRow<Decoder: RowDecoder>(by decoder: Decoder) throws -> Decoder.Output?

  /// Decodes every row; errors name its table and key.
  func rows<T: Selection>(of type: T.Type) throws -> [T]

  /// Decodes the first row, if there is one; errors name its table and key.
  func firstRow<T: Selection>(of type: T.Type) throws -> T?

  /// Clears the parameters of a statement that was bound, but will not run.
  func reset()

  /// Whether its rows are returned by a write, which is rolled back if they can't be decoded.
  var changesRows: Bool { get }

  /// Decodes every row, whose columns are found by name.
  func rows<T: RowDecodable>(byName type: T.Type) throws -> [T]

  /// Decodes the first row, if there is one, whose columns are found by name.
  func firstRow<T: RowDecodable>(byName type: T.Type) throws -> T?

  /// Decodes the only column of every row.
  func values<Representation: ColumnRepresentation>(
    _ representation: Representation.Type
  ) throws -> [Representation.Value]

  /// Decodes the only column of the first row, if there is a row.
  func firstValue<Representation: ColumnRepresentation>(
    _ representation: Representation.Type
  ) throws -> Representation.Value?
}

extension PreparedSQL {
  /// Decodes the first column of the first row.
  @inlinable
  func scalar<Representation: ColumnRepresentation>(
    _ representation: Representation.Type
  ) throws -> Representation.Value? {
    try firstRow(by: FirstColumn<Representation>())
  }
}

// MARK: - Default implementations

extension PreparedSQL {
  public func bind(_ arguments: [SQLValue]) throws {
    try bind(arguments, by: ArgumentParameters.self)
  }

  public func bind(_ arguments: UnsafeBufferPointer<SQLValue>) throws {
    try bind(Array(arguments))
  }

  public func reset() {}

  public var changesRows: Bool { !isReadOnly }

  public func bind(
    _ positions: [Int], of values: [SQLValue], _ otherPositions: [Int], of otherValues: [SQLValue]
  ) throws {
    try bind(positions.map { values[$0] } + otherPositions.map { otherValues[$0] })
  }

  public func firstRow<Decoder: RowDecoder>(by decoder: Decoder) throws -> Decoder.Output? {
    try rows(by: decoder).first
  }

  public func rows<T: Selection>(of type: T.Type) throws -> [T] { try rows(by: RowOf<T>()) }

  public func firstRow<T: Selection>(of type: T.Type) throws -> T? {
    try firstRow(by: RowOf<T>())
  }

  public func rows<T: RowDecodable>(byName type: T.Type) throws -> [T] {
    try rows(by: RowByName<T>(columnNames))
  }

  public func firstRow<T: RowDecodable>(byName type: T.Type) throws -> T? {
    try firstRow(by: RowByName<T>(columnNames))
  }

  public func values<Representation: ColumnRepresentation>(
    _ representation: Representation.Type
  ) throws -> [Representation.Value] {
    try checkOneColumn()
    return try rows(by: FirstColumn<Representation>())
  }

  public func firstValue<Representation: ColumnRepresentation>(
    _ representation: Representation.Type
  ) throws -> Representation.Value? {
    try checkOneColumn()
    return try firstRow(by: FirstColumn<Representation>())
  }

  private func checkOneColumn() throws {
    if columnNames.count != 1 { throw DatabaseError.notOneColumn(columnNames.count, sql: nil) }
  }
}

extension DatabaseError {
  /// Returns the error for reading a value from a result that does not have exactly one column.
  package static func notOneColumn(_ count: Int, sql: String?) -> DatabaseError {
    DatabaseError(
      extendedCode: .mismatch,
      message: "a value is read from one column, but the result has \(count); select one", sql: sql)
  }
}
