import ORMCore

extension Connection {
  /// What a connection is for, and how it is set up for that.
  enum Role {
    /// The one connection that writes to the file.
    case writer
    /// A connection that only reads.
    case reader
    /// The only connection of a file that is opened for reading.
    case onlyReader
    /// The only connection of a database that no other can reach: in memory, or temporary.
    case alone
    /// A connection that migrates the file.
    case migrator
    /// A connection that plans a migration.
    case planner
    /// A connection that looks for damage in the file, and writes nothing. It opens the file for
    /// writing: SQLite leaves the CHECKs out of the schema of a connection that can't write, so
    /// that an integrity check there finds no row that breaks one.
    case checker

    /// - Parameter makesFile: Whether a file that is not there is created.
    func access(makesFile: Bool) -> ConnectionHandle.Access {
      switch self {
      case .writer, .alone: makesFile ? .creating : .writing
      case .migrator, .checker: .writing
      case .reader, .onlyReader, .planner: .reading
      }
    }

    /// - Parameter said: The pragmas that have been given a value, and keep it.
    func configure(
      _ connection: RawConnection, _ configuration: Configuration, waitsForLocks: Bool,
      besides said: Set<SQLName>
    ) throws {
      // Opening a database is synchronous, so here, and only here, a lock is waited for in place.
      if waitsForLocks { connection.setBusyTimeout(configuration.busyTimeout) }
      defer { connection.setBusyTimeout(.zero) }
      // Old schemas have texts in double quotes.
      connection.setDoubleQuotedStrings(isOfMigration)
      connection.setDefensive(configuration.isDefensive)
      configuration.limits.apply(to: connection)
      func set(_ pragma: String, _ value: String?) throws {
        guard let value, !said.contains(SQLName(pragma)) else { return }
        try connection.execute("PRAGMA \(pragma) = \(value)")
      }
      try set("trusted_schema", configuration.trustsSchema ? "ON" : "OFF")
      if isOfMigration {
        try prepareMigrating(connection)
      } else {
        try set("temp_store", "MEMORY")
        try set("foreign_keys", configuration.enforcesForeignKeys ? "ON" : "OFF")
        try set("cache_size", configuration.cacheSize.map { "-\(max(1, $0 / 1024))" })
      }
      try set("mmap_size", configuration.memoryMapSize.map { "\(max(0, $0))" })
      try set("secure_delete", configuration.overwritesDeleted.map { $0 ? "ON" : "OFF" })
      switch self {
      case .writer:
        try set("journal_mode", configuration.journalMode?.rawValue)
        try set("synchronous", "\(synchronous(connection, configuration).rawValue)")
        try set("journal_size_limit", "67108864")
      case .reader, .checker:
        // Whoever said otherwise: the one who writes is another connection, and only that one
        // checkpoints.
        try connection.execute("PRAGMA query_only = ON; PRAGMA wal_autocheckpoint = 0")
      case .migrator:
        try set("synchronous", "\(synchronous(connection, configuration).rawValue)")
        try set("journal_size_limit", "67108864")
      case .onlyReader, .alone, .planner: break
      }
      // If no pragma had to, nothing has looked into the file yet: whether it is a database is
      // said now, and not by the first fetch.
      try connection.execute("SELECT count(*) FROM sqlite_master")
      if self == .writer && connection.isReadOnly {
        throw DatabaseError(extendedCode: .readOnly, message: "the file can't be written")
      }
      connection.installInterruption()
    }

    private var isOfMigration: Bool { self == .migrator || self == .planner }

    /// Whatever was said: rows that are copied must not be deleted by the references to them, nor
    /// fill the memory. A larger cache makes sorting slower.
    private func prepareMigrating(_ connection: RawConnection) throws {
      try connection.execute("PRAGMA temp_store = FILE; PRAGMA cache_size = -4096")
      connection.setForeignKeys(false)
      let isOff = try connection.texts("PRAGMA foreign_keys").first?.first.hasSameBytes(as: "0")
      guard isOff == true else {
        throw DatabaseError(
          extendedCode: .misuse, message: "foreign keys can't be switched off for a migration")
      }
    }

    /// What is brought to the disk, in the journal mode that the file has now.
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
