import ORMCore

/// A database: one connection that writes, and several that read.
///
/// ```swift
/// let db = try Database("music.sqlite")
/// try await db.create(Artist.self, Album.self)
/// let sade = try await db.insert(Artist.Draft(name: "Sade"))
/// let albums = try await db.fetch(Album.self, where: { $0.artistID == sade.id })
/// ```
///
/// Each method, such as `insert` or `fetch`, runs one statement or one transaction on a suitable
/// connection. To group several calls, use ``read(_:)`` or `transaction`: the ``Connection`` that
/// their closures receive has the same methods, without `await`.
public final class Database: SQLDatabase {
  /// The path of the file; empty for a temporary database and `:memory:` for one in memory.
  public let path: String
  let configuration: Configuration
  /// The functions and collations that were added to SQL.
  let extensions = ExtensionRegistry()
  /// The reader pool. Closed before the writer, which, as the last connection, empties and deletes
  /// the write-ahead log.
  let readers: ConnectionPool?
  /// The pool of the writer. If there is no file, reads use it, too.
  let writers: ConnectionPool
  /// The connection in ``writers``, for code that may run between the steps of a task that has it.
  let writer: Connection
  /// Whether the configuration needs to be notified of each call.
  private let looksAtCalls: Bool

  /// Opens the file, and creates it if it does not exist.
  ///
  /// The file is set up for one writer and many readers: `PRAGMA journal_mode = WAL`, `synchronous
  /// = NORMAL`, `foreign_keys = ON`; text in double quotes is no longer read as a string. See
  /// <https://www.sqlite.org/wal.html>. A file of another program is switched to a write-ahead log
  /// for good, unless ``Configuration/journalMode-swift.property`` is set to another value; see
  /// <doc:Durability>.
  ///
  /// The path is never read as a URI; open a URI with ``init(uri:configuration:)``.
  ///
  /// - Throws: ``DatabaseError`` with the path: `notADatabase` if the file is not a database,
  ///   `cannotOpen` for a directory, or if a directory of the path does not exist (see
  ///   ``Configuration/createsDirectories``), `readOnly` if the file can't be written, `busy` if
  ///   another process holds a lock for longer than the configuration waits. If the schema can't be
  ///   read, the first call may report it instead: opening a file that already uses a write-ahead
  ///   log does not read the schema.
  public convenience init(_ path: String, configuration: Configuration = Configuration()) throws {
    try DatabaseError.checkNamesFile(path)
    try configuration.prepareOpening(path)
    try self.init(
      path: path, role: configuration.onlyReads ? .onlyReader : .writer,
      configuration: configuration)
  }

  /// Opens the file of a URI; see <https://www.sqlite.org/uri.html>.
  ///
  /// ```swift
  /// let db = try Database(uri: "file:music.sqlite?mode=rw")      // an existing file
  /// ```
  ///
  /// `mode=ro`, `immutable` and `vfs` set the ``Configuration``'s ``Configuration/isReadOnly``,
  /// ``Configuration/isImmutable`` and ``Configuration/vfs``; other parameters are passed to the
  /// VFS (`nolock`, `psow`).
  ///
  /// - Throws: The errors of ``init(_:configuration:)``; `cannotOpen` for a text that is not a URI
  ///   of a file, for `mode=memory`, with which each connection would have its own database, and
  ///   for `cache=shared`.
  public convenience init(uri: String, configuration: Configuration = Configuration()) throws {
    let uri = try DatabaseURI(uri)
    try self.init(uri.path, configuration: try uri.configuring(configuration))
  }

  /// Opens a new database in memory, which is deleted when the returned `Database` is released.
  ///
  /// Its one connection reads and writes.
  public static func inMemory(configuration: Configuration = Configuration()) throws -> Database {
    try Database(path: ":memory:", role: .alone, configuration: configuration)
  }

  /// Opens a new database in memory that begins as a copy of the file at `path`, and is deleted
  /// when the returned `Database` is released.
  ///
  /// ```swift
  /// let db = try Database.inMemory(copying: fixturePath)  // nothing is written to the fixture
  /// ```
  ///
  /// SQLite copies one state of the file, including the content of its write-ahead log
  /// (<https://www.sqlite.org/backup.html>). The thread is blocked during the copy. An encrypted
  /// file is opened with the key that ``Configuration/prepareConnection`` sets.
  ///
  /// - Throws: ``DatabaseError`` with the file's path if it is missing, empty, not a database or
  ///   locked for longer than the configuration waits.
  public static func inMemory(
    copying path: String, configuration: Configuration = Configuration()
  ) throws -> Database {
    let seed = Seed(path: path, configuration: configuration)
    return try inMemory(configuration: configuration) { try seed.copy(to: $0) }
  }

  /// Opens a new database in memory, which `fill` fills.
  static func inMemory(
    configuration: Configuration,
    fillingBy fill: @escaping @Sendable (ConnectionHandle) throws -> Void
  ) throws -> Database {
    try Database(
      path: ":memory:", role: .alone, configuration: configuration, fillingBy: fill)
  }

  /// Opens a new database in a temporary file, which is deleted when the returned `Database` is
  /// released. It can be larger than memory.
  ///
  /// Its one connection reads and writes. See <https://www.sqlite.org/inmemorydb.html#temp_db>.
  public static func temporary(configuration: Configuration = Configuration()) throws -> Database {
    try Database(path: "", role: .alone, configuration: configuration)
  }

  private init(
    path: String, role: Connection.Role, configuration: Configuration,
    fillingBy fill: (@Sendable (ConnectionHandle) throws -> Void)? = nil
  ) throws {
    self.path = path
    self.configuration = configuration
    looksAtCalls = configuration.isMonitored || configuration.callSites != nil
    let extensions = extensions
    writer = try CallSiteFinder.$current.withValue(configuration.callSites) {
      try Connection(
        path: path, role: role, configuration: configuration, extensions: extensions,
        fillingBy: fill)
    }
    readers =
      role == .alone
      ? nil
      : ConnectionPool(path: path, configuration, capacity: configuration.readerCount) {
        try Connection(
          path: path, role: role == .onlyReader ? role : .reader, configuration: configuration,
          extensions: extensions, waitsForLocks: false)
      }
    writers = ConnectionPool(path: path, configuration, only: writer, besides: readers)
  }
}

// MARK: - Reading and writing

extension Database {
  /// Runs `body` in a read transaction: all its reads see the same state of the database, and it
  /// can't write.
  ///
  /// ```swift
  /// let (albums, count) = try await db.read { db in          // BEGIN
  ///   (try db.fetch(Album.all.limit(10)), try db.count(Album.self))
  /// }                                                        // COMMIT
  /// ```
  ///
  /// - Throws: The errors of `body`; ``DatabaseError`` with the code `readOnly` if `body` writes,
  ///   or with the code ``ResultCode/deadlock`` if the task has an open transaction of this
  ///   database; `CancellationError` if the task is cancelled; ``ConnectionTimeoutError``.
  public func read<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) async throws -> Result {
    try await reading { connection in try connection.read { try body(connection) } }
  }

  /// Runs `body`, which is one statement or one read, on a reader.
  @_documentation(visibility: internal)
  public func reading<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) async throws -> Result {
    if isNoticed { return try await noticed { try await reading(body) } }
    try writers.checkNotHeldByTask()
    let pool = readers ?? writers
    let reader = try await pool.take()
    defer { pool.give(back: reader) }
    return try await pool.run(body, on: reader)
  }

  /// Runs `body`, which is one statement or one transaction, on the writer.
  @_documentation(visibility: internal)
  public func writing<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) async throws -> Result {
    if isNoticed { return try await noticed { try await writing(body) } }
    let writer = try await writers.take()
    defer { writers.give(back: writer) }
    return try await writers.run(body, on: writer)
  }

  /// Runs `body`, which writes one row, on the writer.
  ///
  /// The rows of several waiting tasks are committed together (group commit): `BEGIN IMMEDIATE`,
  /// the statement of each task, `COMMIT`. Each call returns when its own row is committed.
  @_documentation(visibility: internal)
  public func writingRow<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) async throws -> Result {
    // Each call is reported on its own.
    if looksAtCalls { return try await writing(body) }
    guard let writer = try await writers.takeUnlessBusy() else {
      return try await writers.writeInTurn(body)
    }
    readers?.endStandingReads()
    defer { writers.give(back: writer) }
    return try await writers.run(body, on: writer)
  }

  /// Whether a call must be ``noticed(_:)``.
  var isNoticed: Bool { looksAtCalls && (measuresWait || findsCallSites) }

  /// Measures the time that the call waits for its connection, and records the call sites of its
  /// errors, if the configuration asks for either.
  func noticed<Result>(_ call: () async throws -> Result) async throws -> Result {
    try await findingCallSites {
      measuresWait ? try await StatementMonitor.timingCall(call) : try await call()
    }
  }

  /// Records the call sites of the errors that `body` makes.
  func findingCallSites<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    guard findsCallSites else { return try await body() }
    return try await CallSiteFinder.$current.withValue(configuration.callSites) {
      try await body()
    }
  }

  private var measuresWait: Bool { configuration.isMonitored && !StatementMonitor.isTimingCall }

  private var findsCallSites: Bool {
    configuration.callSites != nil && CallSiteFinder.current == nil
  }
}
