import CSQLite

/// A result code of SQLite, primary or extended; see <https://www.sqlite.org/rescode.html>.
public struct ResultCode: RawRepresentable, Sendable, Hashable {
  public let rawValue: Int32

  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The code without what its extension adds.
  public var primary: ResultCode { ResultCode(rawValue: rawValue & 0xff) }

  public static let error = ResultCode(rawValue: SQLITE_ERROR)
  public static let permission = ResultCode(rawValue: SQLITE_PERM)
  public static let abort = ResultCode(rawValue: SQLITE_ABORT)
  public static let busy = ResultCode(rawValue: SQLITE_BUSY)
  public static let locked = ResultCode(rawValue: SQLITE_LOCKED)
  public static let outOfMemory = ResultCode(rawValue: SQLITE_NOMEM)
  public static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
  public static let interrupted = ResultCode(rawValue: SQLITE_INTERRUPT)
  public static let inputOutput = ResultCode(rawValue: SQLITE_IOERR)
  public static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
  public static let full = ResultCode(rawValue: SQLITE_FULL)
  public static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
  public static let schemaChanged = ResultCode(rawValue: SQLITE_SCHEMA)
  public static let tooBig = ResultCode(rawValue: SQLITE_TOOBIG)
  public static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
  public static let mismatch = ResultCode(rawValue: SQLITE_MISMATCH)
  public static let misuse = ResultCode(rawValue: SQLITE_MISUSE)
  public static let authorization = ResultCode(rawValue: SQLITE_AUTH)
  public static let range = ResultCode(rawValue: SQLITE_RANGE)
  public static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)

  static let cannotOpenDirectory = ResultCode(rawValue: SQLITE_CANTOPEN | (2 << 8))
}

extension ResultCode: CustomStringConvertible {
  /// SQLite's own words for the code, with its number.
  public var description: String {
    "\(String(cString: sqlite3_errstr(rawValue))) (\(rawValue))"
  }
}
