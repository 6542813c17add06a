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
    guard !text.hasNUL else {
      throw DatabaseError(
        extendedCode: .misuse, message: "the statement's text has a NUL in it", sql: String(text))
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

  /// Runs a statement that fires no triggers, as long as its facts still hold.
  ///
  /// - Throws: Also if the statement fires triggers by now, or is an insert that was compiled for
  ///   another schema. ``firesTriggers`` is true then, and nothing was done.
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

  /// Binds by `body`, and clears the parameters if it returns that they are not this
  /// statement's.
  ///
  /// - Returns: whether they are.
  func bindIfMatching(_ body: (inout SQLiteParameters) -> Bool) throws -> Bool {
    var parameters = SQLiteParameters(handle: handle, arena: arena)
    let areParameters = body(&parameters)
    // Text of the caller's own can have a parameter without a value, of which an error speaks.
    if areParameters && parameters.code == SQLITE_OK && parameters.offset == parameterCount {
      if Self.mayHaveColumnInText { try checkParameters(SQLITE_OK) }
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
    // A statement that must not be compiled again has done nothing, so nothing was undone.
    if code & 0xff != SQLITE_AUTH { callbackFailure.statementFailed() }
    // The progress handler interrupts the statement of a cancelled task, or of one whose time is
    // up, and no other.
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
  /// Whether there is more than white space, comments and semicolons.
  fileprivate var hasStatement: Bool {
    SQLTokens(self).contains { !$0.isBlank && !$0.isSymbol(";") }
  }
}
