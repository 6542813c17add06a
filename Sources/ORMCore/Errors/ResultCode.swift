/// A result code of SQLite, primary or extended; see <https://www.sqlite.org/rescode.html>.
///
/// The numbers do not change between versions of SQLite, so they are constants here, not taken from
/// its header.
public struct ResultCode: RawRepresentable, Sendable, Hashable {
  public let rawValue: Int32

  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The primary code: the lowest 8 bits of an extended code.
  public var primary: ResultCode { ResultCode(rawValue: rawValue & 0xff) }

  /// A generic error, such as a syntax error or a missing table: `SQLITE_ERROR`.
  public static let error = ResultCode(rawValue: 1)
  /// The access is not permitted: `SQLITE_PERM`.
  public static let permission = ResultCode(rawValue: 3)
  /// The operation was aborted, for example by a rollback of its transaction: `SQLITE_ABORT`.
  public static let abort = ResultCode(rawValue: 4)
  /// Another connection holds a conflicting lock: `SQLITE_BUSY`.
  public static let busy = ResultCode(rawValue: 5)
  /// The same connection, or one that shares its cache, holds a conflicting lock: `SQLITE_LOCKED`.
  public static let locked = ResultCode(rawValue: 6)
  /// SQLite could not allocate memory: `SQLITE_NOMEM`.
  public static let outOfMemory = ResultCode(rawValue: 7)
  /// The database can't be written: `SQLITE_READONLY`.
  public static let readOnly = ResultCode(rawValue: 8)
  /// The statement was interrupted: `SQLITE_INTERRUPT`.
  public static let interrupted = ResultCode(rawValue: 9)
  /// The system could not read or write the file: `SQLITE_IOERR`.
  public static let inputOutput = ResultCode(rawValue: 10)
  /// The file is damaged: `SQLITE_CORRUPT`.
  public static let corrupt = ResultCode(rawValue: 11)
  /// The disk is full: `SQLITE_FULL`.
  public static let full = ResultCode(rawValue: 13)
  /// The file can't be opened: `SQLITE_CANTOPEN`.
  public static let cannotOpen = ResultCode(rawValue: 14)
  /// The schema changed, and the statement could not be prepared again: `SQLITE_SCHEMA`.
  public static let schemaChanged = ResultCode(rawValue: 17)
  /// A text or a BLOB is longer than SQLite's limit: `SQLITE_TOOBIG`.
  public static let tooBig = ResultCode(rawValue: 18)
  /// A constraint forbids the change: `SQLITE_CONSTRAINT`.
  public static let constraint = ResultCode(rawValue: 19)
  /// The value has a type that the column can't hold, such as text for a rowid: `SQLITE_MISMATCH`.
  public static let mismatch = ResultCode(rawValue: 20)
  /// SQLite was called in a way that it does not allow: `SQLITE_MISUSE`.
  public static let misuse = ResultCode(rawValue: 21)
  /// An authorizer forbids the statement: `SQLITE_AUTH`.
  public static let authorization = ResultCode(rawValue: 23)
  /// The index of a parameter or a column is out of range: `SQLITE_RANGE`.
  public static let range = ResultCode(rawValue: 25)
  /// The file is not a database: `SQLITE_NOTADB`.
  public static let notADatabase = ResultCode(rawValue: 26)

  /// The database has been closed by ``Database/close()``.
  ///
  /// This library's own extended code of ``misuse``; SQLite defines no extended codes for it.
  public static let closed = ResultCode(rawValue: 21 | (101 << 8))
  /// The task would wait forever for a connection that its own async transaction or blocking call
  /// holds: inside the closure, use the closure's argument in place of the database.
  ///
  /// This library's own extended code of ``misuse``; SQLite defines no extended codes for it.
  public static let deadlock = ResultCode(rawValue: 21 | (102 << 8))

  /// A connection was used after the closure that it was passed to had ended.
  ///
  /// This library's own extended code of ``misuse``; SQLite defines no extended codes for it.
  public static let connectionExpired = ResultCode(rawValue: 21 | (103 << 8))

  /// A blocking call was made on a thread on which Swift runs tasks; see ``BlockingDatabase``.
  ///
  /// This library's own extended code of ``misuse``; SQLite defines no extended codes for it.
  public static let wouldBlock = ResultCode(rawValue: 21 | (104 << 8))

  package static let readOnlyRollback = ResultCode(rawValue: 8 | (3 << 8))
  package static let cannotOpenDirectory = ResultCode(rawValue: 14 | (2 << 8))
}
