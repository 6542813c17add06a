import CSQLite

/// A result code of SQLite, primary or extended; see <https://www.sqlite.org/rescode.html>.
public struct ResultCode: RawRepresentable, Sendable, Hashable {
  public let rawValue: Int32

  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The code without what its extension adds.
  public var primary: ResultCode { ResultCode(rawValue: rawValue & 0xff) }

  /// A generic error: the SQL is wrong, or a table is not there: `SQLITE_ERROR`.
  public static let error = ResultCode(rawValue: SQLITE_ERROR)
  /// The access is not permitted: `SQLITE_PERM`.
  public static let permission = ResultCode(rawValue: SQLITE_PERM)
  /// The operation was ended before its time, by a rollback of its transaction for one: `SQLITE_ABORT`.
  public static let abort = ResultCode(rawValue: SQLITE_ABORT)
  /// Another connection holds a lock that is needed: `SQLITE_BUSY`.
  public static let busy = ResultCode(rawValue: SQLITE_BUSY)
  /// The same connection, or one that shares its cache, holds a lock that is needed: `SQLITE_LOCKED`.
  public static let locked = ResultCode(rawValue: SQLITE_LOCKED)
  /// There is no more memory: `SQLITE_NOMEM`.
  public static let outOfMemory = ResultCode(rawValue: SQLITE_NOMEM)
  /// The database can't be written: `SQLITE_READONLY`.
  public static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
  /// The statement was interrupted: `SQLITE_INTERRUPT`.
  public static let interrupted = ResultCode(rawValue: SQLITE_INTERRUPT)
  /// The system could not read or write the file: `SQLITE_IOERR`.
  public static let inputOutput = ResultCode(rawValue: SQLITE_IOERR)
  /// The file is damaged: `SQLITE_CORRUPT`.
  public static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
  /// The disk is full: `SQLITE_FULL`.
  public static let full = ResultCode(rawValue: SQLITE_FULL)
  /// The file can't be opened: `SQLITE_CANTOPEN`.
  public static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
  /// The schema changed, and the statement could not be prepared anew: `SQLITE_SCHEMA`.
  public static let schemaChanged = ResultCode(rawValue: SQLITE_SCHEMA)
  /// A text or a BLOB is over SQLite's limit of length: `SQLITE_TOOBIG`.
  public static let tooBig = ResultCode(rawValue: SQLITE_TOOBIG)
  /// A constraint forbids the change: `SQLITE_CONSTRAINT`.
  public static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
  /// The value has a type that the column can't hold, such as text for a rowid: `SQLITE_MISMATCH`.
  public static let mismatch = ResultCode(rawValue: SQLITE_MISMATCH)
  /// SQLite was called in a way that it does not allow: `SQLITE_MISUSE`.
  public static let misuse = ResultCode(rawValue: SQLITE_MISUSE)
  /// An authorizer forbids the statement: `SQLITE_AUTH`.
  public static let authorization = ResultCode(rawValue: SQLITE_AUTH)
  /// There is no parameter, or no column, of this number: `SQLITE_RANGE`.
  public static let range = ResultCode(rawValue: SQLITE_RANGE)
  /// The file is not a database: `SQLITE_NOTADB`.
  public static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)

  /// The database has been closed, by ``Database/close()``.
  ///
  /// It extends ``misuse``, to which SQLite itself has no extensions.
  public static let closed = ResultCode(rawValue: SQLITE_MISUSE | (101 << 8))
  /// The task waits for a connection that an async transaction, or a blocking call, holds for it, and would wait
  /// for ever: in the closure, what the closure gets does what the database does elsewhere.
  ///
  /// It extends ``misuse``, to which SQLite itself has no extensions.
  public static let deadlock = ResultCode(rawValue: SQLITE_MISUSE | (102 << 8))

  /// A connection was kept, and used when the closure that it was given to had ended.
  ///
  /// It extends ``misuse``, to which SQLite itself has no extensions.
  public static let notLent = ResultCode(rawValue: SQLITE_MISUSE | (103 << 8))

  /// A blocking call was made on a thread that Swift runs tasks on; see ``BlockingDatabase``.
  ///
  /// It extends ``misuse``, to which SQLite itself has no extensions.
  public static let wouldBlock = ResultCode(rawValue: SQLITE_MISUSE | (104 << 8))

  static let cannotOpenDirectory = ResultCode(rawValue: SQLITE_CANTOPEN | (2 << 8))
}

extension ResultCode: CustomStringConvertible {
  /// The code's name, with its number and SQLite's own words for it.
  public var description: String {
    "\(name) (\(rawValue)): \(String(cString: sqlite3_errstr(rawValue)))"
  }
}
