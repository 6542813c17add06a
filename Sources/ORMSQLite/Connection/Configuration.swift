#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import ORMCore

/// The options of a ``Database``.
///
/// The defaults are common practice for SQLite in production: a write-ahead log that is synced at
/// checkpoints, foreign keys enforced, double-quoted strings refused, and no SQL that can damage
/// the file.
///
/// ```swift
/// var configuration = Configuration()
/// configuration.synchronous = .full
/// let db = try Database("music.sqlite", configuration: configuration)
/// ```
///
/// A `PRAGMA` that ``prepareConnection`` sets takes precedence over the property for it.
public struct Configuration: Sendable {
  /// The number of connections that read at the same time; at least 1. The default is
  /// ``defaultReaderCount``, one for each core.
  ///
  /// Streams and snapshots can occupy all of them; one more is then opened for other calls. Each
  /// connection has its own page cache (``cacheSize``) and its own statements: lower the number to
  /// save memory. Raise it if many streams or snapshots are open at once. A database in memory or a
  /// temporary one has no readers: its one connection reads and writes.
  public var readerCount: Int
  /// The time to wait for a lock that another process, or another ``Database`` value, holds. The
  /// default is 5 seconds.
  ///
  /// After this time, the call throws ``DatabaseError`` with the code `busy`. Raise the time if
  /// other processes hold the file in long write transactions. With `.zero`, a call that meets a
  /// lock fails at once. No thread is blocked while a call waits, but opening the database blocks
  /// its thread. Use this property instead of `PRAGMA busy_timeout`, which is 0 on an open
  /// connection.
  public var busyTimeout: Duration = .seconds(5)
  /// The time to wait for a connection that other tasks of this process use. The default is 30
  /// seconds; nil waits without a limit.
  ///
  /// After this time, the call throws ``ConnectionTimeoutError``, which lists the holders of the
  /// connections. This ends deadlocks of tasks that wait for each other, for example of two
  /// transactions, each of which wants to write to the database of the other. ``Database/close()``
  /// has the same limit. Raise it if transactions or backups may take longer.
  public var connectionTimeout: Duration? = .seconds(30)
  /// Whether the file is opened for reading only. The default is false.
  ///
  /// Set it for a file that the program must not change. The file is not created, a write throws
  /// ``DatabaseError`` with the code `readOnly`, and ``journalMode-swift.property`` is not set. A
  /// database in memory keeps the content that it was opened with.
  public var isReadOnly = false
  /// Whether the file is opened for reading only, and without locks. The default is false.
  ///
  /// Set it for a file that nothing can change: on read-only media, in an app's bundle. SQLite then
  /// creates no files next to it, even if its journal mode is a write-ahead log. A file with a log
  /// that is not empty is refused, with the code `cannotOpen`. If the file changes anyway, queries
  /// return wrong rows or fail; see <https://www.sqlite.org/uri.html#uriimmutable>.
  public var isImmutable = false
  /// Whether missing directories of a new file's path are created, with access for the user only.
  /// The default is false: a missing directory is an error, so that a misspelt path is noticed.
  ///
  /// Set it if the program chooses the directory. ``Database/open(named:program:configuration:)``
  /// always creates it.
  public var createsDirectories = false
  /// The name of the VFS through which SQLite reads and writes files. The default is nil: SQLite's
  /// own default.
  ///
  /// Set it to another VFS of SQLite (`unix-dotfile` for file systems without locks, say), or to a
  /// VFS that encrypts or keeps checksums (<https://www.sqlite.org/cksumvfs.html>). Your own VFS
  /// must be registered by `sqlite3_vfs_register` before the database is opened; a name that SQLite
  /// does not know throws ``DatabaseError``. Backups, copies of a seed and snapshots of a temporary
  /// database use the same VFS; deleting and renaming files does not. See
  /// <https://www.sqlite.org/vfs.html>.
  public var vfs: String?
  /// The journal mode of the file (`PRAGMA journal_mode`). The default is
  /// ``JournalMode-swift.enum/wal``, a write-ahead log. With nil the file keeps its mode; a new
  /// file has ``JournalMode-swift.enum/delete``.
  ///
  /// The write-ahead log is a property of the file: opening a file of another program switches it
  /// to a log **for good**, unless this is nil. Any other mode removes the log. Choose another
  /// mode, such as ``JournalMode-swift.enum/truncate``, for network file systems, and nil for files
  /// of other programs. Without a log, readers keep a commit waiting, and a commit keeps readers
  /// waiting. If the VFS does not support a log, the mode is ``JournalMode-swift.enum/delete``. See
  /// <doc:Durability>.
  public var journalMode: JournalMode? = .wal
  /// When SQLite syncs to disk (`PRAGMA synchronous`). The default is nil:
  /// ``Synchronous-swift.enum/normal`` with a write-ahead log, and ``Synchronous-swift.enum/full``
  /// without, so that a power failure does not damage the file.
  ///
  /// Set ``Synchronous-swift.enum/full`` on a server that must not lose a commit; each commit then
  /// costs a sync. <doc:Durability> lists what each value keeps when the process dies, and when the
  /// power fails.
  public var synchronous: Synchronous?
  /// Prepares each connection, the writer and each reader, before the file is read; see
  /// ``ConnectionSetup``. The default is nil.
  ///
  /// Set it to give the key of an encrypted database, or to set a `PRAGMA` that has no property
  /// here. The closure runs on the thread that opens the connection; a reader is opened when it is
  /// first needed. If the closure throws, opening the connection throws that error. If another
  /// connection's lock prevents the setup of the writer, the connection is closed, and the closure
  /// is called again with a new one.
  public var prepareConnection: (@Sendable (borrowing ConnectionSetup) throws -> Void)?
  /// Whether foreign keys are enforced (`PRAGMA foreign_keys`). The default is true.
  ///
  /// Set it to false for a file whose references may be broken, such as one that another program
  /// writes without enforcing them. See <https://www.sqlite.org/foreignkeys.html>.
  public var enforcesForeignKeys = true
  /// Whether SQL is prevented from damaging the file (`SQLITE_DBCONFIG_DEFENSIVE`). The default is
  /// true.
  ///
  /// SQL then can't write to `sqlite_schema` or to the shadow tables of full-text indexes, and
  /// can't switch the journal off. Set it to false only for tools that repair files; see
  /// <https://www.sqlite.org/c3ref/c_dbconfig_defensive.html>.
  public var isDefensive = true
  /// The limits of each connection, such as the size of a value or the number of parameters
  /// (`sqlite3_limit`). The default sets none; see ``Limits-swift.struct``.
  public var limits = Limits()
  /// Whether SQL in the schema may call any function (`PRAGMA trusted_schema`). The default is
  /// false.
  ///
  /// The schema's SQL is in views, triggers, checks, defaults, indexes and generated columns. SQL
  /// that is not trusted can use SQLite's functions, full-text tables and R*Trees, and your
  /// ``FunctionOptions/innocuous`` functions. If it uses any other function or virtual table, the
  /// statement that needs it throws ``DatabaseError``, "unsafe use of …", or the database can't be
  /// opened.
  ///
  /// Set it to true for databases that your program has created, if their schemas call your
  /// functions that are not innocuous. Leave it false for files from elsewhere; see
  /// <https://www.sqlite.org/pragma.html#pragma_trusted_schema>.
  ///
  /// Before SQLite 3.44, any schema can call a function that you register through a connection's
  /// handle instead of `db.add`: register such a function with `SQLITE_DIRECTONLY`.
  public var trustedSchema = false
  /// Whether a name in double quotes that is not a column is read as a string
  /// (`SQLITE_DBCONFIG_DQS_DML` and `_DDL`). The default is false: it is an error, "no such
  /// column".
  ///
  /// Set it for databases of other programs whose triggers or views contain strings in double
  /// quotes. SQLite has no separate setting for triggers and views: it then reads all SQL of the
  /// connection in this way.
  ///
  /// ```swift
  /// // CREATE TRIGGER added AFTER INSERT ON item
  /// //   BEGIN INSERT INTO log VALUES ("added " || new.name); END
  /// configuration.allowsDoubleQuotedStrings = true
  /// ```
  ///
  /// A misspelt column in double quotes in your own SQL is then a string, too. It is therefore
  /// better to recreate the trigger or the view with strings in single quotes. `create` and
  /// `migrate` throw an error that names the trigger or view, and `orm check` lists all of them.
  /// See <https://www.sqlite.org/quirks.html#dblquote>.
  public var allowsDoubleQuotedStrings = false
  /// The hooks that are called after each statement; see ``StatementHook``. The default is none.
  ///
  /// Set them to log or to measure statements. Each hook adds its time to every statement.
  public var statementHooks: [StatementHook] = []
  /// The warnings about statements that could be better, such as scans and missing indexes; see
  /// ``QueryWarnings``. The default is nil: no statement is checked.
  ///
  /// Set it while you develop and test. Checking costs an `EXPLAIN QUERY PLAN` for each new
  /// statement.
  public var warnings: QueryWarnings?
  /// Finds the place in the program that caused an error or a warning, for
  /// ``DatabaseError/callSite`` and the `callSite` of other errors. The default is nil: no call
  /// site is recorded.
  ///
  /// Set it in tests, or to add a request's name to errors. It is called when an error is created,
  /// and when a call has to wait for a connection.
  public var callSites: CallSiteFinder?
  /// The size of each connection's page cache, in bytes (`PRAGMA cache_size`). The default is 16
  /// MiB for each connection; with nil it is SQLite's own default, usually 2 MB.
  ///
  /// A cache grows as pages are read: with all connections open, a file's readers and writer use up
  /// to (``readerCount`` + 1) × 16 MiB. Raise it if queries read more than that again and again, or
  /// if a large transaction should not write pages to the file before it commits; lower it to save
  /// memory. The size is rounded down to KiB. The connection of a migration has 4 MiB. See
  /// <https://www.sqlite.org/pragma.html#pragma_cache_size>.
  public var cacheSize: Int? = 16 << 20
  /// The part of the file that is read through a memory map, in bytes (`PRAGMA mmap_size`). The
  /// default is nil: SQLite's own default, usually 0, no map.
  ///
  /// Set it to make reading a large file faster. If the disk then fails, or another program
  /// truncates the file, a signal ends the process; without the map, an error would be thrown; see
  /// <https://www.sqlite.org/mmap.html>.
  public var mmapSize: Int?
  /// Whether deleted content is overwritten with zeros in the file (`PRAGMA secure_delete`). The
  /// default is nil: SQLite's own default, which is false, or true in builds such as Debian's.
  ///
  /// Set it to true if deleted data must not stay in the file. `false` writes less, and leaves
  /// deleted content in the file until its space is used again; see
  /// <https://www.sqlite.org/pragma.html#pragma_secure_delete>.
  public var secureDelete: Bool?
  /// The number of prepared statements that each connection keeps, of queries, bulk writes and raw
  /// SQL; at least 1. The default is 100; the least recently used statement is released first.
  ///
  /// The statements of `insert`, `update` and similar methods are cached separately and not
  /// counted. Raise it if the program alternates between more than 100 different statements; lower
  /// it to save memory.
  public var statementCacheCapacity = 100

  /// The time between two checks for commits of another process, or of another ``Database`` value
  /// (`PRAGMA data_version`), while the database is observed. The default is 100 milliseconds; nil
  /// never checks.
  ///
  /// Observers learn of external changes at most this much later. Lower it if they must learn of
  /// them sooner; set nil if nothing else writes to the file. Changes by this ``Database`` are
  /// reported at once.
  public var observationInterval: Duration? = .milliseconds(100)

  /// Whether connections register placeholders for collations that the file's schema names and the
  /// program lacks. This applies to connections that only read, or that try out a schema in memory.
  package var allowsUnknownCollations = false

  /// The time for which a group commit accepts more rows: earlier writers in the group wait for
  /// later ones.
  var sharedCommitTime = Duration.milliseconds(5)
  /// Whether a missing file is created.
  var makesFile = true
  /// The parameters of a URI for the VFS, percent-encoded.
  var uriParameters: [String] = []

  /// Creates a configuration with this many readers, at least one.
  public init(readerCount: Int = Configuration.defaultReaderCount) {
    self.readerCount = max(1, readerCount)
  }

  /// One reader for each core that was active when this property was first read.
  ///
  /// On Linux, Foundation reads system files for each request, which takes a fourteenth of the time
  /// of opening a database, so the number is requested once.
  public static let defaultReaderCount = ProcessInfo.processInfo.activeProcessorCount
}
