#if ServiceLifecycle
  public import ORMSQLite
  public import ServiceLifecycle

  /// A database as a service of a program that shuts down gracefully.
  ///
  /// ```swift
  /// let group = ServiceGroup(
  ///   services: [db, server], gracefulShutdownSignals: [.sigterm], logger: logger)
  /// try await group.run()
  /// ```
  ///
  /// A group shuts down its services in reverse order. List the database before the services that
  /// use it, so that it closes after they have ended.
  extension Database: Service {
    /// Waits for graceful shutdown, then closes the database when all its calls, transactions and
    /// streams have ended.
    ///
    /// Later calls throw ``DatabaseError`` with the code ``ResultCode/closed``. Nothing is cut off,
    /// however long it takes: ``Configuration/connectionTimeout`` does not apply. Set the group's
    /// `maximumGracefulShutdownDuration` to limit the wait.
    ///
    /// - Throws: `CancellationError` if the task is cancelled; the database then stays open until
    ///   it is deallocated. ``DatabaseError`` if a connection can't be closed.
    public func run() async throws {
      try await gracefulShutdown()
      try await closeWhenIdle()
    }
  }
#endif
