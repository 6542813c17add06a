import ORMCore

extension Connection {
  /// Runs a statement whose parameters are those of ``DatabaseTable/insertSQL`` and that fires no
  /// triggers.
  @inlinable
  func run<T: DatabaseTable>(_ statement: PreparedStatement, writing value: T) throws {
    do {
      try statement.bind { try value.bind(to: &$0) }
      try statement.run(refusingTriggers: authorizer)
    } catch {
      throw explain(error, of: T.self) { try value.bind(to: &$0) }
    }
  }

  /// Does a write by `direct`, or by `triggered` where the statement fires triggers, whose effects
  /// have to be looked at.
  ///
  /// - Parameter direct: Runs the statement by ``PreparedStatement/run(refusingTriggers:)``.
  @inlinable
  func write<Result>(
    by statement: PreparedStatement, _ direct: () throws -> Result,
    triggered: () throws -> Result
  ) throws -> Result {
    if statement.firesTriggers { return try triggered() }
    do {
      return try direct()
    } catch _ where statement.firesTriggers {
      return try triggered()
    }
  }

  /// Runs a statement whose parameters are those of ``DatabaseTable/insertSQL``, unless it fires
  /// triggers.
  ///
  /// - Returns: whether it has run.
  @inlinable
  func runUnlessTriggered<T: DatabaseTable>(
    _ statement: PreparedStatement, writing value: T
  ) throws -> Bool {
    try write(by: statement) {
      try run(statement, writing: value)
      return true
    } triggered: {
      false
    }
  }

  /// The row that a fetch gives once `write` has written the value.
  ///
  /// - Throws: what `write` throws; ``ValueEncodingError``, and nothing is written, where the value
  ///   could not be read again.
  @inlinable
  func stored<T: DatabaseTable>(_ value: T, _ write: () throws -> Int64 = { 0 }) throws -> T {
    do {
      return try T(stored: value, rowID: write)
    } catch let error as ValueEncodingError where error.table == nil {
      throw explain(error, of: T.self) { try value.bind(to: &$0) }
    }
  }

  /// Adds to an error what the verb knows and SQLite does not say: the table, and the column whose
  /// value could not be written or whose reference failed.
  ///
  /// - Parameter bind: Writes the parameters of ``DatabaseTable/insertSQL`` once more: those that
  ///   come before the one that fails tell which it is.
  @usableFromInline
  @inline(never)
  func explain<T: DatabaseTable>(
    _ error: any Error, of table: T.Type, bind: (inout ValueCollector) throws -> Void
  ) -> any Error {
    var collector = ValueCollector()
    var isBound = true
    do { try bind(&collector) } catch { isBound = false }
    if error is ValueEncodingError {
      // Where all of them can be written, one of them can't be read again.
      let rest = T.schema.writableColumns.dropFirst(collector.values.count)
      return explain(error, of: table, column: isBound ? nil : rest.first)
    }
    return explain(error, of: table, FailedWrite(T.self, values: collector.values))
  }

  /// Adds to an error what the verb knows, where what failed was about the row with this key.
  @usableFromInline
  @inline(never)
  func explain<T: KeyedTable>(
    _ error: any Error, of table: T.Type, key: T.Key
  ) -> any Error {
    var collector = ValueCollector()
    try? T.bind(key: key, to: &collector, at: 1)
    if error is ValueEncodingError {
      let columns = T.primaryKeyColumns
      let position = collector.values.count
      return explain(error, of: table, column: position < columns.count ? columns[position] : nil)
    }
    return explain(error, of: table, FailedWrite(target: T.schema.row(key: collector.values)))
  }

  /// Adds to an error what the verb knows.
  @usableFromInline
  @inline(never)
  func explain<T: DatabaseTable>(
    _ error: any Error, of table: T.Type, column: String? = nil,
    _ write: @autoclosure () throws -> FailedWrite = FailedWrite()
  ) -> any Error {
    if var error = error as? ValueEncodingError {
      error.table = error.table ?? T.tableName
      error.column = error.column ?? column
      return error
    }
    guard var error = error as? DatabaseError, error.violation != nil else { return error }
    error.violation = ConstraintViolation(
      extendedCode: error.extendedCode, message: error.message, table: T.tableName,
      columns: T.schema.columns.map(\.name))
    switch error.violation?.kind {
    case .check:
      guard let name = error.violation?.constraint else { return error }
      let columns = T.schema.columns.filter {
        $0.check?.nameAsConstraint.hasSameBytes(as: name) == true
      }
      error.violation?.columns = columns.map(\.name)
      if columns.count == 1 { error.violation?.constraint = columns.first?.check }
    case .foreignKey:
      let diagnosis = ForeignKeyDiagnosis { try self.values(of: $0) }
      if let found = try? diagnosis.violation(of: T.tableName, write()) { error.violation = found }
    default: break
    }
    return error
  }

  /// Runs a statement that is not kept, and gives its rows without a type.
  func values(of query: Statement) throws -> [[SQLValue]] {
    let statement = try prepare(query.sql)
    try statement.bind(query.arguments)
    return try withoutWarnings { try statement.values() }
  }
}

extension FailedWrite {
  /// - Parameter values: Of the columns that are written, the key's last.
  init<T: DatabaseTable>(_ table: T.Type, values: [SQLValue]) {
    let schema = T.schema
    self.init(schema.writableColumns, values)
    if !schema.primaryKey.isEmpty && values.count == schema.writableColumns.count {
      target = schema.row(key: values.suffix(schema.primaryKey.count))
    }
  }

  init(_ columns: [String], _ values: [SQLValue], target: Statement? = nil) {
    self.init(
      rows: [Dictionary(zip(columns.map(SQLName.init), values), uniquingKeysWith: { $1 })],
      target: target)
  }
}

extension TableSchema {
  /// The row with this key, whatever its columns.
  func row(key: some Sequence<SQLValue>) -> Statement {
    Statement(
      sql: "SELECT * FROM \(name.quotedIdentifier) WHERE \(keyCondition)", arguments: Array(key))
  }
}

extension String {
  /// What SQLite calls a `CHECK` that has no name of its own: its text, or, where that starts with
  /// a quote, no more than what is quoted.
  fileprivate var nameAsConstraint: String {
    let text = utf8.drop { $0 == UInt8(ascii: " ") || (9...13).contains($0) }
    guard let quote = text.first, "\"'`[".utf8.contains(quote) else { return "\(Substring(text))" }
    let rest = text.dropFirst()
    return
      "\(Substring(rest.prefix { $0 != (quote == UInt8(ascii: "[") ? UInt8(ascii: "]") : quote) }))"
  }
}
