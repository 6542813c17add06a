import ORMCore

/// The conversion of a statement's rows to values.
@usableFromInline
struct RowDecoding<Output>: Sendable {
  @usableFromInline typealias Decode = (PreparedStatement) throws -> Output

  /// Returns the function that decodes the statement's current row. It is called once, after the
  /// statement's first step.
  @usableFromInline let begin: @Sendable (PreparedStatement) throws -> Decode
  /// Decodes at most that number of rows into a batch.
  @usableFromInline let fill: @Sendable (RowBatch<Output>, OpenRows<Output>, Int) throws -> Void

  @inlinable
  init(
    begin: @escaping @Sendable (PreparedStatement) throws -> Decode,
    fill: @escaping @Sendable (RowBatch<Output>, OpenRows<Output>, Int) throws -> Void
  ) {
    self.begin = begin
    self.fill = fill
  }

  @inlinable
  init(_ begin: @escaping @Sendable (PreparedStatement) throws -> Decode) {
    self.init(begin: begin) { batch, rows, count in try batch.fill(count) { try rows.next() } }
  }

  /// Decodes as a query does: compiled in the program's module, where the types are known.
  @inlinable
  init<Query: SelectStatement>(_ query: Query) where Query.Output == Output {
    self.init(begin: { _ in
      { statement in
        do {
          return try query.decode(SQLiteRow(handle: statement.handle))
        } catch {
          throw statement.naming(error, in: Output.self)
        }
      }
    }) { batch, rows, count in try batch.fill(count) { try rows.next(by: query) } }
  }

  /// Decodes columns by their names.
  @inlinable
  init(byName type: Output.Type) where Output: RowDecodable {
    self.init { statement in
      let layout = try statement.layout(of: type)
      return { try $0.decode(layout) }
    }
  }

  /// Decodes the values of a single column.
  @inlinable
  init<Representation: ColumnRepresentation>(
    _ representation: Representation.Type
  ) where Representation.Value == Output {
    self.init { statement in
      try statement.checkOneColumn()
      return { try Representation.read(from: SQLiteRow(handle: $0.handle), at: 0) }
    }
  }
}

extension PreparedStatement {
  /// The error of decoding the current row, with the type if it is a table's.
  @usableFromInline
  @inline(never)
  func naming<Output>(_ error: any Error, in output: Output.Type) -> any Error {
    guard let type = Output.self as? any TableOrView.Type else { return error }
    return error.naming(type, in: SQLiteRow(handle: handle))
  }
}

/// The rows of a running statement, which no other code uses until the rows are closed.
@usableFromInline
final class OpenRows<Output> {
  private let entry: OpenStatements.Entry
  private let statements: OpenStatements
  @usableFromInline let statement: PreparedStatement
  @usableFromInline let decoding: RowDecoding<Output>
  /// The function that decodes the current row, set at the first row. It is kept: a closure that is
  /// taken out of an optional and put back is wrapped again each time.
  @exclusivity(unchecked) @usableFromInline var decode: RowDecoding<Output>.Decode?
  @exclusivity(unchecked) @usableFromInline private(set) var isAtEnd = false
  /// Whether the rows are monitored.
  @usableFromInline let isMonitored: Bool
  /// The measurements so far, if the rows are monitored.
  private var run: StatementRun?

  /// - Throws: The errors of a hook that refuses the statement.
  init(
    _ entry: OpenStatements.Entry, of statements: OpenStatements, _ decoding: RowDecoding<Output>
  ) throws {
    self.entry = entry
    self.statements = statements
    statement = entry.statement
    self.decoding = decoding
    isMonitored = entry.statement.monitor != nil
    run = isMonitored ? try entry.statement.beginMonitored() : nil
  }

  // A stream that is not iterated to its end is closed when it is released.
  deinit { close() }

  /// Decodes the next row, or returns nil at the end. An error ends the rows.
  @inlinable
  func next() throws -> Output? {
    if isAtEnd { return nil }
    if isMonitored { return try nextMonitored() }
    do {
      let hasRow = try statement.step()
      if decode == nil { decode = try decoding.begin(statement) }
      if hasRow, let decode { return try decode(statement) }
    } catch {
      throw failed(error)
    }
    close()
    return nil
  }

  /// The same, with measurements for the monitor.
  @usableFromInline
  @inline(never)
  func nextMonitored() throws -> Output? {
    do {
      let hasRow = try run?.step(statement) ?? statement.step()
      if decode == nil { decode = try decoding.begin(statement) }
      if hasRow, let decode {
        return try run?.decode { try decode(statement) } ?? decode(statement)
      }
    } catch {
      throw failed(error)
    }
    close()
    return nil
  }

  /// The same, for rows that the query decodes.
  @inlinable
  func next<Query: SelectStatement>(by query: Query) throws -> Output?
  where Query.Output == Output {
    if isAtEnd { return nil }
    if isMonitored { return try nextMonitored() }
    do {
      if try statement.step() { return try query.decode(SQLiteRow(handle: statement.handle)) }
    } catch {
      throw failed(statement.naming(error, in: Output.self))
    }
    close()
    return nil
  }

  @usableFromInline
  @inline(never)
  func failed(_ error: any Error) -> any Error {
    run?.error = error
    close()
    return error
  }

  /// Releases the remaining rows, and the state of the database that they belong to.
  @usableFromInline
  func close() {
    if isAtEnd { return }
    isAtEnd = true
    if let run { statement.endMonitored(run) } else { statement.reset() }
    run = nil
    statements.giveBack(entry)
  }
}

/// Rows that are read in batches.
@usableFromInline
protocol OpenBatches<Output>: AnyObject {
  associatedtype Output

  /// Decodes at most that number of rows into a batch, or none if no rows remain.
  ///
  /// - Throws: The errors of ``RowBatch/fill(_:_:)``.
  func fill(_ batch: RowBatch<Output>, _ count: Int, on connection: isolated Connection) throws
}

extension OpenRows: OpenBatches {
  @usableFromInline
  func fill(_ batch: RowBatch<Output>, _ count: Int, on connection: isolated Connection) throws {
    try decoding.fill(batch, self, count)
  }
}

extension Connection {
  /// Starts a statement that only reads, whose rows are read later.
  @usableFromInline
  func open<Output>(
    _ query: Statement, _ decoding: RowDecoding<Output>
  ) throws -> OpenRows<Output> {
    let entry = try openStatement(query)
    try entry.statement.bind(query.arguments)
    return try OpenRows(entry, of: openStatements, decoding)
  }

  /// Starts a query, whose rows are read later.
  ///
  /// - Throws: ``RelationError`` if lists are selected.
  @usableFromInline
  func open<Query: SelectStatement>(
    _ query: Query, _ decoding: RowDecoding<Query.Output>
  ) throws -> OpenRows<Query.Output> {
    let entry = Query.hasLists ? nil : try query.withTree { try openStatement($0) }
    guard let entry else { return try open(query.flatStatement(), decoding) }
    return try OpenRows(entry, of: openStatements, decoding)
  }

  /// A statement of the query that no other code uses, with its values bound.
  private func openStatement(_ query: SelectNode) throws -> OpenStatements.Entry {
    try checkCanPrepare()
    if let (known, arguments) = openStatements.take(query, by: &textStatements.table.writer) {
      try known.statement.bind(arguments)
      #if CHECKS_KEYS
        try known.statement.check(arguments) { try query.statement }
      #endif
      return known
    }
    let rendered = try query.statement
    let entry = try openStatement(rendered, of: query)
    try entry.statement.bind(rendered.arguments)
    return entry
  }

  /// A statement with this SQL that no other code uses.
  private func openStatement(
    _ text: Statement, of query: SelectNode? = nil
  ) throws -> OpenStatements.Entry {
    let sql = text.sql
    try checkCanPrepare(sql: sql)
    if let known = openStatements.take(sql) { return known }
    let statement = try prepare(sql, arena: ParameterArena())
    guard statement.isReadOnly, !statement.columnNames.isEmpty else {
      throw DatabaseError(
        extendedCode: .misuse,
        message: "only the rows of a read-only statement can be streamed", sql: sql)
    }
    return openStatements.entry(text, of: query, statement, by: &textStatements.table.writer)
  }
}
