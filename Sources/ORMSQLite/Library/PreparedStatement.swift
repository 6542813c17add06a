public import CSQLite
import ORMCore

/// A statement that SQLite has compiled, with the memory of its parameters.
///
/// It belongs to one connection and is used only by that connection's actor.
@_documentation(visibility: internal)
public final class PreparedStatement {
  @usableFromInline let handle: OpaquePointer
  @usableFromInline let arena: ParameterArena
  private let callbackFailure: SwiftFunctionError
  public let sql: String
  /// Whether the statement does not change the database.
  public let isReadOnly: Bool
  /// The positions in the result of the columns of the type that was decoded last.
  @exclusivity(unchecked) @usableFromInline var layout: ResultLayout?
  /// The columns that contained an INTEGER in every row when the statement was prepared.
  @exclusivity(unchecked) @usableFromInline var integers = IntegerColumns()
  /// The number of rows that the last collecting run returned.
  @exclusivity(unchecked) @usableFromInline var rowCount = 0
  /// Whether the statement fires triggers, according to the schema at the last check.
  @exclusivity(unchecked) @usableFromInline var firesTriggers = false
  /// The last parameter position of a row: a statement that inserts rows without their keys ends
  /// before the key, which is nil and not bound.
  @exclusivity(unchecked) @usableFromInline var lastPosition = Int.max
  /// Receives a report of each run; nil if no hook wants one.
  @exclusivity(unchecked) @usableFromInline private(set) var monitor: StatementMonitor?
  /// The columns that the statement uses; nil if they are not known.
  var usedColumns: [UsedColumn]?
  /// The time that preparing the statement took; cleared when its first run has been reported.
  var preparing: Duration?

  init(
    _ handle: OpaquePointer, sql: String, arena: ParameterArena, callbackFailure: SwiftFunctionError
  ) {
    self.handle = handle
    self.arena = arena
    self.callbackFailure = callbackFailure
    self.sql = sql
    // For an EXPLAIN, `sqlite3_stmt_readonly` is about the explained statement, which does not run.
    isReadOnly = sqlite3_stmt_readonly(handle) != 0 || sqlite3_stmt_isexplain(handle) != 0
  }

  deinit { sqlite3_finalize(handle) }

  /// Reports each run to a monitor.
  ///
  /// - Parameter preparing: The time that preparing the statement took. The default is zero.
  func monitor(by monitor: StatementMonitor, preparing: Duration = .zero) {
    self.monitor = monitor
    self.preparing = preparing
  }

  /// Ends the reports: the library repeats the statement at intervals.
  func endMonitoring() { monitor = nil }

  /// Compiles a text with one statement.
  ///
  /// - Parameter arena: The connection's arena; its statements run one at a time.
  static func only(
    _ sql: String, on connection: OpaquePointer, arena: ParameterArena,
    callbackFailure: SwiftFunctionError
  ) throws -> PreparedStatement {
    func next(in text: Substring) throws -> (statement: PreparedStatement?, rest: Substring) {
      try Self.next(in: text, on: connection, arena: arena, callbackFailure: callbackFailure)
    }
    let (statement, rest) = try next(in: sql[...])
    guard let statement else {
      throw DatabaseError(extendedCode: .misuse, message: "the SQL contains no statement", sql: sql)
    }
    // The rest is only tokenized, not compiled: it may need a table that the first statement
    // creates.
    guard !rest.hasStatement else {
      throw DatabaseError(
        extendedCode: .misuse, message: "the SQL contains more than one statement",
        hint: "use execute(script:) to run several", sql: sql)
    }
    return statement
  }

  /// Compiles the first statement of a text.
  ///
  /// - Returns: The statement, or nil if there are only white space and comments; and the text
  ///   after it.
  static func next(
    in text: Substring, on connection: OpaquePointer, arena: ParameterArena,
    callbackFailure: SwiftFunctionError
  ) throws -> (statement: PreparedStatement?, rest: Substring) {
    // SQLite would read the text only up to a NUL.
    guard !text.hasNUL else {
      throw DatabaseError(
        extendedCode: .misuse, message: "the statement contains a NUL", sql: String(text))
    }
    if mayHaveColumnInText, let error = ColumnInText.error(in: String(text)) { throw error }
    var rest = text
    var hasCheckingFunctions = false
    var schema = StaleSchema()
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
        let error = DatabaseError(code, on: connection, sql: sql)
        if !hasCheckingFunctions, CheckingFunctions.are(missingOn: connection, after: error) {
          try CheckingFunctions.register(on: connection, failure: callbackFailure)
          hasCheckingFunctions = true
          continue
        }
        if try schema.isRead(again: RawConnection(connection), after: error) { continue }
        throw error.suggestingName(on: connection)
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

  /// Whether SQLite has compiled the statement again, as it does after a change of the schema; see
  /// <https://www.sqlite.org/c3ref/c_stmtstatus_counter.html>.
  @inlinable var isPreparedAnew: Bool {
    sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_REPREPARE, 0) != 0
  }
}

// MARK: - Running

extension PreparedStatement {
  /// Moves to the next row.
  ///
  /// - Returns: Whether there is a row.
  @inlinable
  func step() throws -> Bool {
    let code = orm_sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw failure(code)
  }

  /// Makes the statement ready to run again, with parameters that must be bound again.
  ///
  /// The parameters point into the arena, which keeps its memory except for additional pieces;
  /// clearing each would cost a fiftieth of an insert.
  @inlinable
  public func reset() {
    orm_sqlite3_reset(handle)
    if arena.isExtended { sqlite3_clear_bindings(handle) }
    arena.reset()
  }

  /// Runs the statement to its end and ignores its rows.
  @inlinable
  public func run() throws {
    if monitor != nil {
      _ = try monitoredRows {}
      return
    }
    defer { reset() }
    while try step() {}
  }

  /// Runs a statement that fires no triggers, as long as its facts still hold.
  ///
  /// - Throws: The error of the run. It also throws, with nothing changed and ``firesTriggers``
  ///   set, if the statement now fires triggers or is an insert that was compiled for another
  ///   schema.
  @inlinable
  func run(refusingTriggers authorizer: Authorizer) throws {
    authorizer.untriggered = handle
    defer { authorizer.untriggered = nil }
    do {
      try run()
    } catch {
      firesTriggers = authorizer.consumeRefusal()
      throw error
    }
  }

  /// Binds parameters in a closure, and clears them if it fails.
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
    if parameters.code != SQLITE_OK || Self.mayHaveColumnInText {
      try checkParameters(parameters.code)
    }
  }

  /// Whether a text can contain the description of a column.
  @usableFromInline static var mayHaveColumnInText: Bool { ColumnInText.isPossible }

  /// Checks the parameters that have been bound since the last check.
  ///
  /// - Parameter code: The result of binding them.
  /// - Throws: ``DatabaseError`` if SQLite refused one; ``ValueEncodingError`` if a text was made
  ///   from a column.
  @usableFromInline
  @inline(never)
  func checkParameters(_ code: Int32) throws {
    if code != SQLITE_OK {
      let error = failure(code)
      reset()
      throw error
    }
    for piece in arena.takeUnchecked() {
      guard let error = ColumnInText.error(in: piece) else { continue }
      reset()
      throw error
    }
  }

  /// Binds parameters in a closure, and clears them if it returns that they do not belong to this
  /// statement.
  ///
  /// - Returns: Whether they belong to it.
  func bindIfMatching(_ body: (inout SQLiteParameters) -> Bool) throws -> Bool {
    var parameters = SQLiteParameters(handle: handle, arena: arena)
    let areParameters = body(&parameters)
    // The caller's raw SQL can have a parameter without a value, which another check reports.
    if areParameters && parameters.code == SQLITE_OK && parameters.offset == parameterCount {
      if Self.mayHaveColumnInText { try checkParameters(SQLITE_OK) }
      return true
    }
    if !areParameters && parameters.offset == 0 { return false }
    defer { reset() }
    if areParameters && parameters.code != SQLITE_OK { throw failure(parameters.code) }
    return false
  }

  /// Binds values whose types are known only at run time.
  ///
  /// - Throws: ``DatabaseError`` if there are more or fewer values than parameters.
  public func bind(_ arguments: [SQLValue]) throws {
    try arguments.withUnsafeBufferPointer { try bind($0) }
  }

  /// Binds values that are in memory one after the other.
  ///
  /// - Throws: ``DatabaseError`` if there are more or fewer values than parameters.
  public func bind(_ arguments: UnsafeBufferPointer<SQLValue>) throws {
    let expected = parameterCount
    guard arguments.count == expected else {
      throw DatabaseError(
        extendedCode: .range,
        message: "the statement has \(expected) parameters, but the number of values is"
          + " \(arguments.count)",
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
    // A statement that must not be compiled again has changed nothing, so nothing was undone.
    if code & 0xff != SQLITE_AUTH { callbackFailure.statementFailed() }
    // The progress handler interrupts only statements of a cancelled task, or of one whose deadline
    // has passed.
    if code & 0xff == SQLITE_INTERRUPT {
      if Task.isCancelled { return CancellationError() }
      if let error = Deadline.error(.running, sql: sql) { return error }
    }
    if code & 0xff == SQLITE_AUTH, let refusal = callbackFailure.takeRefusal() { return refusal }
    var error = DatabaseError(code, on: connection, sql: sql)
    error.underlyingError = callbackFailure.take(for: error.message)
    if Task.isCancelled, let cancellation = error.underlyingError as? CancellationError {
      return cancellation
    }
    return error
  }
}

extension Substring {
  /// Whether the text contains more than white space, comments and semicolons.
  fileprivate var hasStatement: Bool {
    SQLTokens(self).contains { !$0.isBlank && !$0.isSymbol(";") }
  }
}
