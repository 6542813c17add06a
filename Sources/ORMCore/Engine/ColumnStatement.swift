/// What a statement does with the columns that it names.
@_documentation(visibility: internal)
public enum ColumnOperation: Sendable {
  /// Sets them in the row with a key, whose parameters come last.
  case update
  /// Inserts a row that has them.
  case insert
  /// Inserts a row that has them, and gives it with all columns that a fetch reads.
  case insertReadingBack
  /// Gives them of the row with a key.
  case find
}

/// The columns that a statement names, as the verbs know them.
@_documentation(visibility: internal)
public enum ChosenColumns: Sendable {
  case names([String])
  /// Their places among the columns that writes name, from 0.
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
  /// The places of the columns among those that writes name, from 0; empty where the statement
  /// reads them.
  package let positions: [Int]
  /// The same of the key's columns, which come last.
  let keyPositions: [Int]
  package let statement: Prepared
  /// The key paths by which the columns were named last. One that the source says is the same
  /// object each time, so they are compared as objects, which these here keep alive.
  package var keyPaths: [AnyKeyPath] = []
}

extension ColumnStatement {
  /// Writes the text and prepares it.
  ///
  /// - Throws: ``DatabaseError`` if a column that is written is read-only, and what `prepare`
  ///   throws.
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

  /// Whether it does this with the columns at these very key paths, in this order.
  package func does(_ operation: ColumnOperation, at keyPaths: [AnyKeyPath]) -> Bool {
    guard operation == self.operation, keyPaths.count == self.keyPaths.count else { return false }
    for place in keyPaths.indices where keyPaths[place] !== self.keyPaths[place] { return false }
    return true
  }

  /// Whether it does this with these columns, in this order.
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
  /// Writes the text each time, as an engine may that keeps no statements.
  public func columnStatement<T: DatabaseTable>(
    _ operation: ColumnOperation, of table: T.Type, _ columns: ChosenColumns
  ) throws -> ColumnStatement<Prepared> {
    try ColumnStatement(operation, of: table, columns) { try checkedStatement($0, of: table) }
  }

  /// None, as of an engine that keeps no statements.
  public func columnStatement<T: DatabaseTable>(
    _ operation: ColumnOperation, of table: T.Type, at keyPaths: [AnyKeyPath]
  ) throws -> ColumnStatement<Prepared>? { nil }

  /// Keeps nothing in mind, as an engine may that keeps no statements.
  public func remember<T: DatabaseTable>(
    _ keyPaths: [AnyKeyPath], of table: T.Type, for operation: ColumnOperation, _ names: [String]
  ) {}
}
