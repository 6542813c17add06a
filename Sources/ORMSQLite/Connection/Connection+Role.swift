import ORMCore

extension Connection {
  /// The purpose of a connection, which determines its setup.
  enum Role {
    /// The one connection that writes to the file.
    case writer
    /// A connection that only reads.
    case reader
    /// The only connection of a file that is opened for reading.
    case onlyReader
    /// The only connection of a database that no other connection can reach: in memory, or
    /// temporary.
    case alone
    /// A connection that migrates the file.
    case migrator
    /// A connection that plans a migration.
    case planner
    /// A connection that looks for damage in the file, and writes nothing. It opens the file for
    /// writing, because SQLite ignores CHECKs on a connection that can't write, and an integrity
    /// check there finds no rows that violate one.
    case checker

    /// - Parameter makesFile: Whether a file that is not there is created.
    func access(makesFile: Bool) -> ConnectionHandle.Access {
      switch self {
      case .writer, .alone: makesFile ? .creating : .writing
      case .migrator, .checker: .writing
      case .reader, .onlyReader, .planner: .reading
      }
    }

    /// Sets the pragma that would delete temporary tables if it were set later, after the program
    /// has created some. It does not read the file, whose key the program has yet to set.
    func beginPreparing(_ connection: RawConnection) throws {
      if !isOfMigration { try connection.execute("PRAGMA temp_store = MEMORY") }
    }

    /// Sets up a connection that nothing has run on yet, or the part of it that must be set up now.
    ///
    /// Most pragmas make SQLite read the schema, which takes most of the time of opening, and a
    /// program that only reads never needs the writer. So the writer's pragmas are left for its
    /// first task, unless they change the file. The setup can be repeated if a lock prevented it.
    ///
    /// - Parameter said: The pragmas that the program has set, which are left unchanged; nil if the
    ///   program has not prepared the connection.
    /// - Returns: Whether the setup is complete.
    func begin(
      _ connection: RawConnection, _ configuration: Configuration, besides said: Set<SQLName>?
    ) throws -> Bool {
      // Old schemas contain strings in double quotes.
      connection.setDoubleQuotedStrings(
        isOfMigration || configuration.allowsDoubleQuotedStrings)
      connection.setDefensive(configuration.isDefensive)
      configuration.limits.apply(to: connection)
      if said == nil, try leavesRest(of: connection, configuration) { return false }
      try finish(connection, configuration, besides: said ?? [])
      return true
    }

    /// Whether the setup may have to remove a write-ahead log.
    func mayRemoveLog(_ configuration: Configuration) -> Bool {
      self == .writer
        && (configuration.prepareConnection != nil || configuration.journalMode ?? .wal != .wal)
    }

    /// Whether the rest of the setup can wait: the file is a database, and has its write-ahead log
    /// already.
    private func leavesRest(
      of connection: RawConnection, _ configuration: Configuration
    ) throws -> Bool {
      guard self == .writer, configuration.journalMode ?? .wal == .wal, !connection.isReadOnly
      else { return false }
      // This reads the file's header but not the schema.
      try connection.execute("PRAGMA schema_version")
      return connection.hasWriteAheadLog
    }

    /// Runs the pragmas.
    ///
    /// - Parameter said: The pragmas that the program has set, which are left unchanged.
    func finish(
      _ connection: RawConnection, _ configuration: Configuration, besides said: Set<SQLName> = []
    ) throws {
      func isLeft(_ pragma: String) -> Bool { !said.contains(SQLName(pragma)) }
      func set(_ pragma: String, _ value: String?) throws {
        guard let value, isLeft(pragma) else { return }
        try connection.execute("PRAGMA \(pragma) = \(value)")
      }
      if isLeft("trusted_schema") {
        SchemaTrust.set(
          configuration.trustedSchema, on: connection,
          wasPrepared: configuration.prepareConnection != nil)
      }
      if isOfMigration {
        try prepareMigrating(connection)
      } else {
        try set("temp_store", "MEMORY")
        if isLeft("foreign_keys") { connection.setForeignKeys(configuration.enforcesForeignKeys) }
        try set("cache_size", configuration.cacheSize.map { "-\(max(1, $0 / 1024))" })
      }
      try set("mmap_size", configuration.mmapSize.map { "\(max(0, $0))" })
      try set("secure_delete", configuration.secureDelete.map { $0 ? "ON" : "OFF" })
      switch self {
      case .writer:
        try set("journal_mode", configuration.journalMode?.rawValue)
        try set("synchronous", "\(synchronous(connection, configuration).rawValue)")
        try set("journal_size_limit", "67108864")
      case .reader, .checker:
        // This holds whatever the program has set: only the writer, another connection, runs
        // checkpoints.
        try connection.execute("PRAGMA query_only = ON")
        connection.removeAutomaticCheckpoints()
      case .migrator:
        try set("synchronous", "\(synchronous(connection, configuration).rawValue)")
        try set("journal_size_limit", "67108864")
      case .onlyReader, .alone, .planner: break
      }
      // A file that is not a database is reported now rather than by the first fetch. Setting the
      // size of the cache reads the schema; if it was not set, nothing else may have read the
      // schema yet.
      if configuration.cacheSize == nil || !isLeft("cache_size") {
        try connection.execute("SELECT count(*) FROM sqlite_master")
      }
      if self == .writer && connection.isReadOnly {
        throw DatabaseError(extendedCode: .readOnly, message: "the file is not writable")
      }
      connection.installInterruption()
    }

    /// Refuses writes to a database in memory, or a temporary one, that was configured for reading:
    /// SQLite opens it only for writing.
    func endFilling(_ connection: RawConnection, _ configuration: Configuration) throws {
      guard self == .alone && configuration.onlyReads else { return }
      try connection.execute("PRAGMA query_only = ON")
    }

    /// Whether the connection does not write to the file.
    var onlyReads: Bool {
      switch self {
      case .reader, .onlyReader, .planner, .checker: true
      case .writer, .alone, .migrator: false
      }
    }

    var isOfMigration: Bool { self == .migrator || self == .planner }

    /// This holds whatever the program has set: foreign keys must not delete copied rows, and these
    /// must not fill the memory. A larger cache makes sorting slower.
    private func prepareMigrating(_ connection: RawConnection) throws {
      try connection.execute("PRAGMA temp_store = FILE; PRAGMA cache_size = -4096")
      connection.setForeignKeys(false)
      let isOff = try connection.texts("PRAGMA foreign_keys").first?.first.hasSameBytes(as: "0")
      guard isOff == true else {
        throw DatabaseError(
          extendedCode: .misuse, message: "foreign keys can't be switched off for a migration")
      }
    }

    /// The configured value of `PRAGMA synchronous`, or the default for the file's current journal
    /// mode.
    private func synchronous(
      _ connection: RawConnection, _ configuration: Configuration
    ) throws -> Configuration.Synchronous {
      if let synchronous = configuration.synchronous { return synchronous }
      guard let mode = try connection.texts("PRAGMA journal_mode").first?.first else {
        throw connection.error
      }
      // Characters: SQLite's own word
      return mode == Configuration.JournalMode.wal.rawValue ? .normal : .full
    }
  }
}
