import ORMCore

extension Connection {
  /// Runs `body` on this connection.
  func run<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) throws -> Result {
    try registerExtensions()
    isLent = true
    defer {
      isLent = false
      if isInTransaction { rollBack() }
    }
    let result = try body(self)
    try checkNoTransaction()
    return result
  }

  /// - Throws: ``DatabaseError`` where the code that calls is not what the connection was lent for.
  @usableFromInline
  @inline(never)
  func checkLent(sql: String? = nil) throws {
    try checkOpen(sql: sql)
    if !isInReach { throw notLent(sql: sql) }
  }

  /// Whether the code that calls is what the connection was lent for.
  var isInReach: Bool {
    isLent || hold.map { HeldConnection.current?.isWithin($0) == true } ?? false
  }

  func notLent(sql: String? = nil) -> DatabaseError {
    DatabaseError(
      extendedCode: .notLent,
      message: "a connection was kept after the closure that it was given to: it may be another"
        + " task's by now, so use the database instead", sql: sql, path: path)
  }

  /// Lends the connection to what is called until ``endDelivering()``.
  @inline(__always)
  func beginDelivering() {
    isLent = true
    delivers = true
  }

  @inline(__always)
  func endDelivering() {
    isLent = false
    delivers = false
    if hasMessages {
      hasMessages = false
      delivery?(self)
    }
  }

  /// Runs `body`, which is this package's own, though nobody may have the connection, or someone
  /// else.
  func lending<Result>(_ body: () throws -> Result) rethrows -> Result {
    let before = isLent
    isLent = true
    defer { isLent = before }
    return try body()
  }
}

// MARK: - After someone who did not give it back

extension Connection {
  /// Lets go of the state that was read, so that others can have the connection.
  func release() {
    openRows = nil
    rowsOwner = nil
    rollBack()
  }

  /// Lets go of what someone has read who did not give the connection back in person. It is done
  /// once, before the next one does anything.
  func releaseIfLeft() {
    guard isLeft.load(ordering: .acquiring) else { return }
    isLeft.store(false, ordering: .relaxed)
    release()
  }
}
