public import CSQLite
import ORMCore

/// A statement that SQLite has compiled, with the memory of its parameters.
///
/// It belongs to one connection and is used inside that connection's actor only.
@_documentation(visibility: internal)
public final class PreparedStatement {
  @usableFromInline let handle: OpaquePointer
  @usableFromInline let arena: ParameterArena
  private let callbackFailure: SwiftFunctionError
  @usableFromInline let sql: String
  /// Whether the statement leaves the database as it is.
  @usableFromInline let isReadOnly: Bool
  /// The positions in the result of the columns of the type that was read last.
  @exclusivity(unchecked) @usableFromInline var layout: ResultLayout?
  /// The columns that held an INTEGER in every row when the statement was prepared.
  @exclusivity(unchecked) @usableFromInline var integers = IntegerColumns()
  /// How many rows the last run gave whose rows were collected.
  @exclusivity(unchecked) @usableFromInline var rowCount = 0
  /// Whether the statement fires triggers, as the schema was when that was found out last.
  @exclusivity(unchecked) @usableFromInline var firesTriggers = false
  /// The last position that a row's parameters have here: those of a statement that inserts rows
  /// without their keys end before the key's, which is nil and not bound.
  @exclusivity(unchecked) @usableFromInline var lastPosition = Int.max
  /// Receives a report of each run; nil if no hook wants one.
  @exclusivity(unchecked) @usableFromInline private(set) var monitor: StatementMonitor?
  /// How long it took to prepare the statement; cleared when its first run has been reported.
  var preparing: Duration?

  init(
    _ handle: OpaquePointer, sql: String, arena: ParameterArena, callbackFailure: SwiftFunctionError
  ) {
    self.handle = handle
    self.arena = arena
    self.callbackFailure = callbackFailure
    self.sql = sql
    // Of an EXPLAIN, SQLite says what it would say of the statement that it does not run.
    isReadOnly = sqlite3_stmt_readonly(handle) != 0 || sqlite3_stmt_isexplain(handle) != 0
  }

  deinit { sqlite3_finalize(handle) }

  /// Has each run told of.
  ///
  /// - Parameter preparing: How long it took to prepare the statement.
  func monitor(by monitor: StatementMonitor, preparing: Duration = .zero) {
    self.monitor = monitor
    self.preparing = preparing
  }

  /// Compiles a text that holds one statement.
  ///
  /// - Parameter arena: The connection's; its statements run one at a time.
  static func only(
    _ sql: String, on connection: OpaquePointer, arena: ParameterArena,
    callbackFailure: SwiftFunctionError
  ) throws -> PreparedStatement {
    func next(in text: Substring) throws -> (statement: PreparedStatement?, rest: Substring) {
      try Self.next(in: text, on: connection, arena: arena, callbackFailure: callbackFailure)
    }
    let (statement, rest) = try next(in: sql[...])
    guard let statement else {
      throw DatabaseError(extendedCode: .misuse, message: "there is no statement", sql: sql)
    }
    // The parser recognizes it by its words: it may need a table that the first statement makes.
    guard !rest.hasStatement else {
      throw DatabaseError(
        extendedCode: .misuse, message: "there is more than one statement",
        hint: "execute(script:) runs several", sql: sql)
    }
    return statement
  }

  /// Compiles the first statement of a text.
  ///
  /// - Returns: the statement, nil if there are only white space and comments, and the text
  ///   behind it.
  static func next(
    in text: Substring, on connection: OpaquePointer, arena: ParameterArena,
    callbackFailure: SwiftFunctionError
  ) throws -> (statement: PreparedStatement?, rest: Substring) {
    // A NUL would end the text early, and with it the statement.
    guard !text.utf8.contains(0) else {
      throw DatabaseError(
        extendedCode: .misuse, message: "the statement's text has a NUL in it", sql: String(text))
    }
    var rest = text
    while !rest.isEmpty {
      var sql = String(rest)
      var handle: OpaquePointer?
      var used = sql.utf8.count
      let code = sql.withUTF8 { utf8 in
        utf8.withMemoryRebound(to: CChar.self) { characters in
          var tail: UnsafePointer<CChar>?
          let code = sqlite3_prepare_v3(
            connection, characters.baseAddress, Int32(clamping: characters.count),
            UInt32(SQLITE_PREPARE_PERSISTENT), &handle, &tail)
          if let tail, let start = characters.baseAddress { used = tail - start }
          return code
        }
      }
      guard code == SQLITE_OK else {
        throw DatabaseError(code, on: connection, sql: sql).suggestingName(on: connection)
      }
      rest = rest[rest.utf8.index(rest.startIndex, offsetBy: used)...]
      if let handle {
        let sql = String(sql.utf8.prefix(used)) ?? sql
        let statement = PreparedStatement(
          handle, sql: sql, arena: arena, callbackFailure: callbackFailure)
        return (statement, rest)
      }
    }
    return (nil, rest)
  }

  var connection: OpaquePointer? { sqlite3_db_handle(handle) }

  /// Whether SQLite has compiled the statement again since, as it does where the schema has
  /// changed; see <https://www.sqlite.org/c3ref/c_stmtstatus_counter.html>.
  @inlinable var isPreparedAnew: Bool {
    sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_REPREPARE, 0) != 0
  }
}

// MARK: - Running

extension PreparedStatement {
  /// Moves to the next row.
  ///
  /// - Returns: whether there is one.
  @inlinable
  func step() throws -> Bool {
    let code = orm_sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw failure(code)
  }

  /// Makes the statement ready to run again, with parameters that must be bound again.
  ///
  /// They point into the arena, which keeps its memory but for what did not fit; to take each of
  /// them back would cost a fiftieth of an insert.
  @inlinable
  func reset() {
    orm_sqlite3_reset(handle)
    if arena.isExtended { sqlite3_clear_bindings(handle) }
    arena.reset()
  }

  /// Runs the statement to its end, without looking at rows.
  @inlinable
  public func run() throws {
    if monitor != nil {
      _ = try monitoredRows {}
      return
    }
    defer { reset() }
    while try step() {}
  }

  /// Runs a statement that fires no triggers, if what is known of it still holds.
  ///
  /// - Throws: also if it fires triggers by now: ``firesTriggers`` is true then, and nothing has
  ///   happened.
  @inlinable
  func run(refusingTriggers authorizer: Authorizer) throws {
    authorizer.isRefusingTriggers = true
    defer { authorizer.isRefusingTriggers = false }
    do {
      try run()
    } catch {
      firesTriggers = authorizer.consumeRefusal()
      throw error
    }
  }

  /// Binds by `body`, and clears the parameters if that fails.
  @inlinable
  func bind(offset: Int = 0, _ body: (inout SQLiteParameters) throws -> Void) throws {
    var parameters = SQLiteParameters(
      handle: handle, arena: arena, offset: Int32(truncatingIfNeeded: offset),
      lastPosition: lastPosition)
    do {
      try body(&parameters)
    } catch {
      reset()
      throw error
    }
    if parameters.code != SQLITE_OK {
      let error = failure(parameters.code)
      reset()
      throw error
    }
  }

  /// Binds by `body`, and clears the parameters if it returns that they are not this
  /// statement's.
  ///
  /// - Returns: whether they are.
  func bindIfMatching(_ body: (inout SQLiteParameters) -> Bool) throws -> Bool {
    var parameters = SQLiteParameters(handle: handle, arena: arena)
    let areParameters = body(&parameters)
    // Text of the caller's own can have a parameter without a value, of which an error speaks.
    if areParameters && parameters.code == SQLITE_OK && parameters.offset == parameterCount {
      return true
    }
    if !areParameters && parameters.offset == 0 { return false }
    defer { reset() }
    if areParameters && parameters.code != SQLITE_OK { throw failure(parameters.code) }
    return false
  }

  /// Binds values whose types are known at run time only.
  ///
  /// - Throws: ``DatabaseError`` if there are more or fewer values than parameters.
  public func bind(_ arguments: [SQLValue]) throws {
    let expected = parameterCount
    guard arguments.count == expected else {
      throw DatabaseError(
        extendedCode: .range,
        message: "the statement takes \(expected) arguments and was given \(arguments.count)",
        sql: sql)
    }
    try bind { parameters in
      for (index, argument) in arguments.enumerated() {
        parameters.bind(argument, at: index + 1)
      }
    }
  }

  public func bind(
    _ positions: [Int], of values: [SQLValue], _ otherPositions: [Int], of otherValues: [SQLValue]
  ) throws {
    guard positions.count + otherPositions.count == parameterCount else {
      return try bind(positions.map { values[$0] } + otherPositions.map { otherValues[$0] })
    }
    try bind { parameters in
      var place = 1
      for position in positions {
        parameters.bind(values[position], at: place)
        place += 1
      }
      for position in otherPositions {
        parameters.bind(otherValues[position], at: place)
        place += 1
      }
    }
  }

  @usableFromInline
  @inline(never)
  func failure(_ code: Int32) -> any Error {
    callbackFailure.statementFailed()
    // The progress handler interrupts the statement of a cancelled task, or of one whose time is
    // up, and no other.
    if code & 0xff == SQLITE_INTERRUPT {
      if Task.isCancelled { return CancellationError() }
      if let error = Deadline.error(.running, sql: sql) { return error }
    }
    var error = DatabaseError(code, on: connection, sql: sql)
    error.underlyingError = callbackFailure.take(for: error.message)
    if Task.isCancelled, let cancellation = error.underlyingError as? CancellationError {
      return cancellation
    }
    return error
  }
}

// MARK: - Rows

extension PreparedStatement {
  /// Decodes every row.
  @inlinable
  public func rows<T: Selection>(of type: T.Type) throws -> [T] {
    if monitor != nil { return try monitoredRows(of: type) }
    defer { reset() }
    guard try step() else { return [] }
    let integers = validIntegerColumns
    return try collect { try decode(integers) }
  }

  /// Decodes the first row, if there is one.
  @inlinable
  public func firstRow<T: Selection>(of type: T.Type) throws -> T? {
    if monitor != nil { return try monitoredRows(of: type, limit: 1).first }
    defer { reset() }
    return try step() ? try decode() : nil
  }

  /// What `decode` makes of every row.
  @inlinable
  func rows<Output>(_ decode: (borrowing SQLiteRow) throws -> Output) throws -> [Output] {
    if monitor != nil { return try monitoredRows { try decode(SQLiteRow(handle: handle)) } }
    defer { reset() }
    return try step() ? try collect { try decode(SQLiteRow(handle: handle)) } : []
  }

  /// What `decode` makes of the row that the statement stands on, and of all that follow.
  @inlinable
  func collect<Output>(_ decode: () throws -> Output) throws -> [Output] {
    // An array that grows moves all that it has. So it gets room for as many rows as the last run
    // gave, and some more, in steps: the last run may have given far more.
    var rows: [Output] = []
    let expected = rowCount + rowCount >> 4
    if expected > 0 { rows.reserveCapacity(min(expected, 64)) }
    repeat {
      if rows.count == rows.capacity {
        if rows.count < expected {
          rows.reserveCapacity(min(expected, 64 * rows.count))
        } else if rows.count * MemoryLayout<Output>.stride >= RowPieces<Output>.threshold {
          return try collect(behind: rows, decode)
        }
      }
      rows.append(try decode())
    } while try step()
    rowCount = rows.count
    return rows.capacity > 4 * rows.count ? rows.map { $0 } : rows
  }

  /// The same of very many rows, some of which are decoded already.
  @inlinable
  func collect<Output>(
    behind first: [Output], _ decode: () throws -> Output
  ) throws -> [Output] {
    let pieces = RowPieces<Output>()
    var next = try pieces.addPiece()
    var room = pieces.capacity
    repeat {
      if room == 0 {
        next = try pieces.addPiece()
        room = pieces.capacity
      }
      next.initialize(to: try decode())
      next += 1
      room -= 1
      pieces.count += 1
    } while try step()
    rowCount = first.count + pieces.count
    return pieces.rows(behind: first)
  }

  /// What `decode` makes of the first row, if there is one.
  @inlinable
  func firstRow<Output>(_ decode: (borrowing SQLiteRow) throws -> Output) throws -> Output? {
    if monitor != nil {
      return try monitoredRows(limit: 1) { try decode(SQLiteRow(handle: handle)) }.first
    }
    defer { reset() }
    return try step() ? try decode(SQLiteRow(handle: handle)) : nil
  }

  /// The values at these positions of the first row, if there is one, of a statement that
  /// writes.
  ///
  /// It runs to its end. If it is reset before, a full-text index writes its tables while the
  /// statement is reset, which a connection that is defensive refuses, and all is undone without an
  /// error.
  func firstRow(at positions: [Int]) throws -> [SQLValue]? {
    try rows { (row: borrowing SQLiteRow) -> [SQLValue] in
      var values: [SQLValue] = []
      for position in positions { values.append(try row.sqlValue(at: position)) }
      return values
    }.first
  }

  /// The values of every row.
  func values() throws -> [[SQLValue]] {
    try rows { (row: borrowing SQLiteRow) -> [SQLValue] in
      var values: [SQLValue] = []
      // Asked with a row: to run a statement may be to compile it again, for a table that has
      // changed.
      for column in 0..<Int(sqlite3_column_count(handle)) {
        values.append(try row.sqlValue(at: column))
      }
      return values
    }
  }

  @inlinable
  func decode<T: Selection>(_ integers: IntegerColumns = IntegerColumns()) throws -> T {
    do {
      return try T(row: SQLiteRow(handle: handle, integers: integers))
    } catch {
      throw failure(error, of: T.self)
    }
  }

  /// What met decoding the row that the statement stands on.
  @usableFromInline
  @inline(never)
  func failure<T: Selection>(_ error: any Error, of type: T.Type) -> any Error {
    error.naming(type, in: SQLiteRow(handle: handle))
  }

  /// Reads the first column of the first row.
  func scalar<Representation: ColumnRepresentation>(
    _ representation: Representation.Type
  ) throws -> Representation.Value? {
    try firstRow { (row: borrowing SQLiteRow) in try Representation.read(from: row, at: 0) }
  }
}

extension Substring {
  /// Whether there is more than white space, comments and semicolons.
  fileprivate var hasStatement: Bool {
    SQLTokens(self).contains { !$0.isBlank && !$0.isSymbol(";") }
  }
}
