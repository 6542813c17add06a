import ORMCore

/// How the rows of a statement become values.
struct RowDecoding<Output>: Sendable {
  typealias Decode = (PreparedStatement) throws -> Output

  /// Gives what decodes the row that a statement stands on. It is called once, after the
  /// statement's first step.
  let begin: @Sendable (PreparedStatement) throws -> Decode

  /// As a query decodes them.
  init<Query: SelectStatement>(_ query: Query) where Query.Output == Output {
    begin = { _ in
      { statement in
        do {
          return try query.decode(SQLiteRow(handle: statement.handle))
        } catch {
          guard let type = Output.self as? any NamedSource.Type else { throw error }
          throw error.naming(type, in: SQLiteRow(handle: statement.handle))
        }
      }
    }
  }

  /// By the names of their columns.
  init(byName type: Output.Type) where Output: RowDecodable {
    begin = { statement in
      let layout = try statement.layout(of: type)
      return { try $0.decode(layout) }
    }
  }

  /// As the values of one column.
  init<Representation: ColumnRepresentation>(
    _ representation: Representation.Type
  ) where Representation.Value == Output {
    begin = { statement in
      try statement.checkOneColumn()
      return { try Representation.read(from: SQLiteRow(handle: $0.handle), at: 0) }
    }
  }
}

/// The rows of a statement that is under way, which has been prepared for them alone: others may
/// run the same text meanwhile.
final class OpenRows<Output> {
  private let statement: PreparedStatement
  private let decoding: RowDecoding<Output>
  private var decode: RowDecoding<Output>.Decode?
  private var isAtEnd = false
  /// What the rows took so far, where someone is told.
  private var run: StatementRun?

  /// - Throws: what is thrown of a statement that should not run.
  init(_ statement: PreparedStatement, _ decoding: RowDecoding<Output>) throws {
    self.statement = statement
    self.decoding = decoding
    run = statement.monitor == nil ? nil : try statement.beginMonitored()
  }

  // A stream that is not iterated over to its end is let go of.
  deinit { close() }

  /// Decodes the next row, or gives nil at the end; an error is an end, too.
  func next() throws -> Output? {
    if isAtEnd { return nil }
    do {
      let hasRow = try run?.step(statement) ?? statement.step()
      // Kept once: a closure that is taken out of an optional and put back is wrapped anew each
      // time.
      if decode == nil { decode = try decoding.begin(statement) }
      if hasRow, let decode {
        return try run?.decode { try decode(statement) } ?? decode(statement)
      }
    } catch {
      run?.error = error
      close()
      throw error
    }
    close()
    return nil
  }

  /// Lets go of the rows that are left, and of the state of the database that they are part of.
  func close() {
    isAtEnd = true
    if let run { statement.endMonitored(run) } else { statement.reset() }
    run = nil
  }
}

/// Rows that are read in batches.
protocol OpenBatches<Output>: AnyObject {
  associatedtype Output

  /// Decodes at most so many rows; fewer are the last ones.
  func next(_ count: Int, on connection: isolated Connection) throws -> [Output]
}

extension OpenRows: OpenBatches {
  func next(_ count: Int, on connection: isolated Connection) throws -> [Output] {
    var rows: [Output] = []
    while rows.count < count, let row = try next() { rows.append(row) }
    return rows
  }
}

extension Connection {
  /// Begins to run a statement that only reads, and leaves the rows to be asked for.
  func open<Output>(
    _ query: Statement, _ decoding: RowDecoding<Output>
  ) throws -> OpenRows<Output> {
    // Its parameters stand in memory of their own, since those of other statements come and go.
    let statement = try prepare(query.sql, arena: ParameterArena())
    guard statement.isReadOnly, !statement.columnNames.isEmpty else {
      throw DatabaseError(
        extendedCode: .misuse,
        message: "rows are read one by one of a statement that only reads", sql: query.sql)
    }
    try statement.bind(query.arguments)
    return try OpenRows(statement, decoding)
  }
}
