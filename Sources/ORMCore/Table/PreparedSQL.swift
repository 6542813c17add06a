/// A statement that an engine has prepared: it is given its parameters, then run, which gives rows.
///
/// Engines conform to it, for the verbs of ``SQLConnection``; users have no need of it.
@_documentation(visibility: internal)
public protocol PreparedSQL: AnyObject {
  /// Binds what `binder` writes of `value`, and takes the parameters back if that fails.
  func bind<Binder: ParameterBinder>(_ value: Binder.Value, by binder: Binder.Type) throws
  /// Binds values whose types are known at run time only.
  ///
  /// - Throws: ``DatabaseError`` if there are more or fewer values than parameters.
  func bind(_ arguments: [SQLValue]) throws
  /// Binds those of a row's values that are at these positions, and then those of another row.
  ///
  /// - Throws: as `bind(_:)`.
  func bind(
    _ positions: [Int], of values: [SQLValue], _ otherPositions: [Int], of otherValues: [SQLValue]
  ) throws

  /// Runs the statement to its end, without looking at rows.
  func run() throws
  /// What `decoder` makes of every row.
  func rows<Decoder: RowDecoder>(by decoder: Decoder) throws -> [Decoder.Output]
  /// What `decoder` makes of the first row, if there is one.
  func firstRow<Decoder: RowDecoder>(by decoder: Decoder) throws -> Decoder.Output?
  /// Decodes every row; errors name its table and key.
  func rows<T: Selection>(of type: T.Type) throws -> [T]
  /// Decodes the first row, if there is one; errors name its table and key.
  func firstRow<T: Selection>(of type: T.Type) throws -> T?

  /// The names of the result's columns; none where the statement gives no rows.
  var columnNames: [String] { get }
  /// Whether its rows are those of a write, which is undone if they can't be decoded.
  var changesRows: Bool { get }
  /// Decodes every row, its columns found by their names.
  func rows<T: RowDecodable>(byName type: T.Type) throws -> [T]
  /// Decodes the first row, if there is one, its columns found by their names.
  func firstRow<T: RowDecodable>(byName type: T.Type) throws -> T?
  /// Reads every row's one column.
  func values<Representation: ColumnRepresentation>(
    _ representation: Representation.Type
  ) throws -> [Representation.Value]
  /// Reads the first row's one column, if there is a row.
  func firstValue<Representation: ColumnRepresentation>(
    _ representation: Representation.Type
  ) throws -> Representation.Value?
}

extension PreparedSQL {
  /// Reads the first column of the first row.
  @inlinable
  func scalar<Representation: ColumnRepresentation>(
    _ representation: Representation.Type
  ) throws -> Representation.Value? {
    try firstRow(by: FirstColumn<Representation>())
  }
}

// MARK: - What follows from the rest

extension PreparedSQL {
  public func bind(_ arguments: [SQLValue]) throws {
    try bind(arguments, by: ArgumentParameters.self)
  }

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
  /// A value was to be read from a result with another number of columns than one.
  package static func notOneColumn(_ count: Int, sql: String?) -> DatabaseError {
    DatabaseError(
      extendedCode: .mismatch,
      message: "a value is read from one column, and the result has \(count)", sql: sql)
  }
}
