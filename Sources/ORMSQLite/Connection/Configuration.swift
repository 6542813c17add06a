#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import ORMCore

/// How a database is opened.
///
/// The defaults are those that production use of SQLite has settled on: a write-ahead log that is
/// synced at checkpoints, foreign keys enforced, double-quoted strings refused, and nothing that
/// lets SQL damage the file.
///
/// What ``prepareConnection`` says by a `PRAGMA` stands: no property of this type overrules it.
public struct Configuration: Sendable {
  /// How many connections read at the same time; at least 1. Where streams and snapshots have them,
  /// there is one more for calls. A database in memory has none of its own: its one connection
  /// reads and writes.
  public var readerCount: Int
  /// How long a lock that another process holds is waited for.
  public var busyTimeout: Duration = .seconds(5)
  /// How long a connection is waited for that other tasks of this process have; nil for as long as
  /// it takes.
  ///
  /// Then ``ConnectionTimeoutError`` says who has it. So tasks that wait for each other come to an
  /// end: two transactions, say, that each want to write to the other one's database. Closing waits
  /// no longer, either.
  public var connectionTimeout: Duration? = .seconds(30)
  /// Whether the file is opened for reading only.
  public var isReadOnly = false
  /// Whether the file is opened for reading only, as one that nobody changes: on read-only media,
  /// in an app's bundle.
  ///
  /// It is read without locks and without files beside it, a database with a write-ahead log too.
  /// If it changes all the same, queries give wrong rows or fail; see
  /// <https://www.sqlite.org/uri.html#uriimmutable>.
  public var isImmutable = false
  /// Whether the folders that a new file is to lie in are made. Otherwise a folder that does not
  /// exist is an error, as it is where a path is misspelt.
  public var makesFolders = false
  /// The name of the VFS that SQLite reads and writes files by; nil, as it is, for SQLite's own
  /// choice.
  ///
  /// SQLite has several (`unix-dotfile` for file systems without locks, say), and takes others:
  /// those that encrypt, or keep checksums (<https://www.sqlite.org/cksumvfs.html>). One of yours
  /// has to be registered, by `sqlite3_vfs_register`, before the database is opened: opening it
  /// with a name that SQLite does not know throws ``DatabaseError``. Backups, copies of a seed and
  /// snapshots of a temporary database go by the same VFS; deleting a file or giving it its name
  /// does not. See <https://www.sqlite.org/vfs.html>.
  public var vfs: String?
  /// Where SQLite keeps what makes a transaction whole or undone; nil leaves the file as it is
  /// found, a new one with a journal that is deleted.
  ///
  /// A write-ahead log is a property of the file: opening a file that others made gives it one
  /// **for good**, unless this is nil, and any other mode takes it away again. Without one, those
  /// who read keep a commit waiting, and a commit those who read. Where the VFS has no write-ahead
  /// log, it is a journal that is deleted.
  public var journalMode: JournalMode? = .wal
  /// What is brought to the disk before SQLite goes on; nil, as it is, is
  /// ``Synchronous-swift.enum/normal`` with a write-ahead log, and ``Synchronous-swift.enum/full``
  /// without, so that no failure of the power damages the file.
  ///
  /// A server that must not lose a commit says ``Synchronous-swift.enum/full``. What each keeps
  /// when the process dies, and when the power does, is in <doc:Durability>.
  public var synchronous: Synchronous?
  /// What is done first on each connection, of the writer and of each reader: giving the key of an
  /// encrypted database, say; see ``ConnectionSetup``.
  ///
  /// It runs on the thread that opens the connection, for a reader when it is first needed. What it
  /// throws, opening the connection throws. If another connection's lock prevents the setup of the
  /// writer's connection, that connection is closed, and another one is opened and prepared.
  public var prepareConnection: (@Sendable (borrowing ConnectionSetup) throws -> Void)?
  /// Whether foreign keys are enforced; see <https://www.sqlite.org/foreignkeys.html>.
  public var enforcesForeignKeys = true
  /// Whether SQL is kept from damaging the file: from writing to SQLite's own tables and to those
  /// behind full-text indexes, and from going without a journal.
  ///
  /// See `SQLITE_DBCONFIG_DEFENSIVE` in <https://www.sqlite.org/c3ref/c_dbconfig_defensive.html>.
  public var isDefensive = true
  /// How large what SQLite takes may be.
  public var limits = Limits()
  /// Whether the schema of the database is trusted as the SQL of the program is. The default is
  /// false.
  ///
  /// Views, triggers, checks, defaults, indexes and generated columns of a schema that is not
  /// trusted can use the functions of SQLite, its full-text tables and R*Trees, and the functions
  /// of yours that are ``FunctionOptions/innocuous``. If they use another function or virtual
  /// table, the statement that needs it throws a ``DatabaseError``, "unsafe use of …", or the
  /// database can't be opened.
  ///
  /// Set it to true for databases that your program has created, if their schemas call functions of
  /// yours that are not innocuous. Do not set it for files from elsewhere; see
  /// <https://www.sqlite.org/pragma.html#pragma_trusted_schema>.
  ///
  /// With SQLite before 3.44, a function that you register later by a connection's handle, and not
  /// by `db.add`, can be called by every schema: register it with `SQLITE_DIRECTONLY`.
  public var trustsSchema = false
  /// Whether a name in double quotes that is not a column is read as a string. The default is
  /// false: the name is an error, "no such column".
  ///
  /// Databases of other programs may have triggers and views with strings in double quotes. SQLite
  /// reads these only if it reads all SQL of the connection in the same way:
  ///
  /// ```swift
  /// // CREATE TRIGGER added AFTER INSERT ON item
  /// //   BEGIN INSERT INTO log VALUES ("added " || new.name); END
  /// configuration.allowsDoubleQuotedStrings = true
  /// ```
  ///
  /// A misspelt column in double quotes in your own SQL is then a string, too. So prefer to
  /// recreate the trigger or the view with strings in single quotes. `create` and `migrate` throw
  /// an error that names it, and `orm check` lists all of them. See
  /// <https://www.sqlite.org/quirks.html#dblquote>.
  public var allowsDoubleQuotedStrings = false
  /// What is called with each statement that runs; see ``StatementHook``.
  public var statementHooks: [StatementHook] = []
  /// Looks for statements that could be better, while you develop and test; nil, as it is, for
  /// none.
  public var warnings: QueryWarnings?
  /// Finds where in the program an error, or a warning, is made, for ``DatabaseError/callSite`` and
  /// its like; nil, as it is, for nothing.
  ///
  /// It is asked where an error is made, and not where all goes well.
  public var callSites: CallSiteFinder?
  /// How many bytes of pages each connection keeps in memory at most, and takes as it needs them;
  /// nil leaves it at what SQLite was built with, 2 MB as a rule.
  ///
  /// Rows that are read again come from here, and a transaction that outgrows it writes pages to
  /// the file before it commits; see <https://www.sqlite.org/pragma.html#pragma_cache_size>.
  public var cacheSize: Int? = 16 << 20
  /// How many bytes of the file are read by mapping it into memory; nil leaves it at what SQLite
  /// was built with, none as a rule.
  ///
  /// It makes reading faster. Where the disk fails, or someone shortens the file, the process is
  /// then ended by a signal where an error would be thrown otherwise; see
  /// <https://www.sqlite.org/mmap.html>.
  public var memoryMapSize: Int?
  /// Whether what is deleted is overwritten with zeros in the file; nil leaves it at what SQLite
  /// was built with: Debian's overwrites, and SQLite's own default does not.
  ///
  /// Not to overwrite saves writing, and leaves what was deleted in the file until its place is
  /// used again; see <https://www.sqlite.org/pragma.html#pragma_secure_delete>.
  public var overwritesDeleted: Bool?
  /// How many statements whose text is not known when the code compiles each connection keeps.
  public var statementCacheCapacity = 100

  /// How often an observed database is asked whether another process, or another ``Database``
  /// value, has changed the file: what observers learn of such changes comes at most so much later.
  /// Nil is never.
  public var observationInterval: Duration? = .milliseconds(100)

  /// Whether connections that only read, or that try a schema out in memory, have placeholders for
  /// the collations that the schema of the file names and that they do not have.
  package var allowsUnknownCollations = false

  /// How long rows of several tasks are written into one transaction, but for the last of them:
  /// who has written his waits for those behind him as well.
  var sharedCommitTime = Duration.milliseconds(5)
  /// Whether a file that is not there is made.
  var makesFile = true
  /// What a URI says to the VFS, encoded.
  var uriParameters: [String] = []

  /// The configuration with this many readers, of which there is one at least.
  public init(readerCount: Int = Configuration.defaultReaderCount) {
    self.readerCount = max(1, readerCount)
  }

  /// One reader for each core that was there when this was first asked for.
  ///
  /// Foundation reads files of the system for each answer, on Linux, which takes a fourteenth as
  /// long as to open a database.
  public static let defaultReaderCount = ProcessInfo.processInfo.activeProcessorCount
}
