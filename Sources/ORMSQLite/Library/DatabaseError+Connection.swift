import CSQLite
import ORMCore

extension DatabaseError {
  /// Creates the error that the connection currently reports.
  init(
    _ code: Int32, on connection: OpaquePointer?, sql: String? = nil, path: String? = nil,
    table: String? = nil
  ) {
    let extended = sqlite3_extended_errcode(connection)
    // If SQLite returns a code without setting the connection's, the returned code is the right
    // one.
    var code = ResultCode(rawValue: extended & 0xff == code & 0xff ? extended : code)
    var message =
      sqlite3_errcode(connection) & 0xff == code.rawValue & 0xff
      ? String(cString: sqlite3_errmsg(connection)) : String(cString: sqlite3_errstr(code.rawValue))
    if let words = message.unsafeUse {
      // SQLite reports a malformed schema if the function is in a CHECK, for example.
      if code.primary == .corrupt { code = .error }
      message = words
    }
    self.init(
      extendedCode: code, message: message, sql: sql,
      path: path ?? (code.isOfFile ? connection?.databasePath : nil),
      violation: ConstraintViolation(extendedCode: code, message: message, table: table))
  }
}

extension ResultCode {
  /// Whether the error concerns reading or writing the file.
  fileprivate var isOfFile: Bool {
    [.inputOutput, .corrupt, .full, .readOnly, .cannotOpen, .notADatabase, .permission]
      .contains(primary)
  }
}

extension OpaquePointer {
  /// The full path of a connection's main database; nil if it has no file.
  fileprivate var databasePath: String? {
    guard let name = sqlite3_db_filename(self, "main"), name.pointee != 0 else { return nil }
    return String(cString: name)
  }
}

extension String {
  /// The message about a function or a virtual table that the schema may not use; nil for any other
  /// message.
  fileprivate var unsafeUse: String? {
    guard let start = utf8.firstRange(of: "unsafe use of ".utf8)?.lowerBound,
      start == utf8.startIndex || starts(withBytes: "malformed database schema (")
    else { return nil }
    return self[start...] + " by the schema of the database, which is not trusted: if the file is"
      + " your own, set Configuration.trustedSchema, or give your function the option .innocuous"
  }
}
