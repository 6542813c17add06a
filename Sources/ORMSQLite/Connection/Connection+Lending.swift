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

  /// - Throws: ``DatabaseError`` if the calling code is not the code that the connection was lent
  ///   to.
  @usableFromInline
  @inline(never)
  func checkLent(sql: String? = nil) throws {
    try checkOpen(sql: sql)
    if !isInReach { throw connectionExpired(sql: sql) }
  }

  /// Whether the calling code is the code that the connection was lent to.
  var isInReach: Bool {
    isLent || hold.map { HeldConnection.current?.isWithin($0) == true } ?? false
  }

  func connectionExpired(sql: String? = nil) -> DatabaseError {
    DatabaseError(
      extendedCode: .connectionExpired,
      message: "a connection was used outside of the closure that it was passed to: use the"
        + " database there", sql: sql, path: path)
  }

  /// Lends the connection to the code that runs until ``endDelivering()``.
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

  /// Runs `body`, code of this package, even if the connection is lent to other code or is not
  /// lent.
  func lending<Result>(_ body: () throws -> Result) rethrows -> Result {
    let before = isLent
    isLent = true
    defer { isLent = before }
    return try body()
  }
}

// MARK: - Abandoned connections

extension Connection {
  /// Releases the rows or the snapshot that were read, so that another task can use the connection.
  func release() {
    openRows = nil
    rowsOwner = nil
    rollBack()
  }

  /// Releases the rows or the snapshot of a borrower that abandoned the connection instead of
  /// returning it. This is done once, before the next borrower does anything.
  func releaseIfLeft() {
    guard isLeft.load(ordering: .acquiring) else { return }
    isLeft.store(false, ordering: .relaxed)
    release()
  }
}
