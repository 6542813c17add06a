#if ServiceLifecycle
  public import ORMSQLite
  public import ServiceLifecycle

  /// A database as a service of a program that ends gracefully.
  ///
  /// ```swift
  /// let group = ServiceGroup(
  ///   services: [db, server], gracefulShutdownSignals: [.sigterm], logger: logger)
  /// try await group.run()
  /// ```
  ///
  /// A group ends its services in the reverse order: name the database before the services that use
  /// it, and it closes when they have ended.
  extension Database: Service {
    /// Waits until the program is to end, and closes the database when everything that runs on it
    /// has ended: calls, transactions and streams.
    ///
    /// What is called after that throws ``DatabaseError`` with the code ``ResultCode/closed``.
    /// However long it takes, nothing is cut off: ``Configuration/connectionTimeout`` is not asked.
    /// Set the group's `maximumGracefulShutdownDuration` for an end in time.
    ///
    /// - Throws: `CancellationError` if the task is cancelled: the database stays open then, until
    ///   nothing refers to it. ``DatabaseError`` if a connection does not close.
    public func run() async throws {
      try await gracefulShutdown()
      try await closeWhenIdle()
    }
  }
#endif
