/// An operation of a statement on the columns that it names.
@_documentation(visibility: internal)
public enum ColumnOperation: Sendable {
  /// Sets the columns in the row with a key, whose parameters come last.
  case update
  /// Inserts a row with values for the columns.
  case insert
  /// Inserts a row with values for the columns, and returns all columns that a fetch reads.
  case insertReadingBack
  /// Selects the columns of the row with a key.
  case find
}

/// The columns that a statement names.
@_documentation(visibility: internal)
public enum ChosenColumns: Sendable {
  case names([String])
  /// The positions among the table's writable columns, from 0.
  case positions([Int])

  var isEmpty: Bool {
    switch self {
    case .names(let names): names.isEmpty
    case .positions(let positions): positions.isEmpty
    }
  }
}

/// A statement of a table that names some of its columns.
@_documentation(visibility: internal)
public struct ColumnStatement<Prepared> {
  let operation: ColumnOperation
  package let names: [String]
  /// The positions of the columns among the table's writable columns, from 0; empty if the
  /// statement reads them.
  package let positions: [Int]
  /// The positions of the key's columns, which come last.
  let keyPositions: [Int]
  package let statement: Prepared
  /// The key paths that last named the columns. A key path literal is the same object each time it
  /// is evaluated, so they are compared by identity. This array keeps them alive.
  package var keyPaths: [AnyKeyPath] = []
}

extension ColumnStatement {
  /// Builds the SQL and prepares it.
  ///
  /// - Throws: ``DatabaseError`` if a column to write is read-only; the errors of `prepare`.
  package init<T: DatabaseTable>(
    _ operation: ColumnOperation, of table: T.Type, _ columns: ChosenColumns,
    _ prepare: (String) throws -> Prepared
  ) throws {
    let schema = T.schema
    let writable = schema.writableColumns
    self.operation = operation
    switch columns {
    case .positions(let positions):
      self.positions = positions
      names = positions.map { writable[$0] }
    case .names(let names):
      self.names = names
      positions = operation == .find ? [] : try T.positions(of: names)
    }
    keyPositions = Array(writable.indices.suffix(schema.primaryKey.count))
    let sql = schema.sql(of: operation, names)
    statement = try prepare(
      operation == .update ? sql + T.generatedCheckClause(after: sql) : sql)
  }

  /// Returns whether the statement does `operation` with the columns at these key path objects, in
  /// this order.
  package func does(_ operation: ColumnOperation, at keyPaths: [AnyKeyPath]) -> Bool {
    guard operation == self.operation, keyPaths.count == self.keyPaths.count else { return false }
    for place in keyPaths.indices where keyPaths[place] !== self.keyPaths[place] { return false }
    return true
  }

  /// Returns whether the statement does `operation` with these columns, in this order.
  package func does(_ operation: ColumnOperation, with columns: ChosenColumns) -> Bool {
    guard operation == self.operation else { return false }
    switch columns {
    case .positions(let positions): return positions == self.positions
    case .names(let names):
      return names.haveSameBytes(as: self.names)
    }
  }
}

extension TableSchema {
  fileprivate func sql(of operation: ColumnOperation, _ columns: [String]) -> String {
    switch operation {
    case .update: updateSQL(columns: columns)
    case .insert: insertSQL(of: columns)
    case .insertReadingBack: insertSQL(of: columns) + returningClause
    case .find: findSQL(columns: columns)
    }
  }
}

@_documentation(visibility: internal)
extension SQLConnection {
  /// Builds the SQL each time: the default for engines that cache no statements.
  public func columnStatement<T: DatabaseTable>(
    _ operation: ColumnOperation, of table: T.Type, _ columns: ChosenColumns
  ) throws -> ColumnStatement<Prepared> {
    try ColumnStatement(operation, of: table, columns) { try checkedStatement($0, of: table) }
  }

  /// Returns nil: the default for engines that cache no statements.
  public func columnStatement<T: DatabaseTable>(
    _ operation: ColumnOperation, of table: T.Type, at keyPaths: [AnyKeyPath]
  ) throws -> ColumnStatement<Prepared>? { nil }

  /// Does nothing: the default for engines that cache no statements.
  public func remember<T: DatabaseTable>(
    _ keyPaths: [AnyKeyPath], of table: T.Type, for operation: ColumnOperation, _ names: [String]
  ) {}
}
