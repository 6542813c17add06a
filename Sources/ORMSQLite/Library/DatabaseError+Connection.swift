import CSQLite
import ORMCore

extension DatabaseError {
  /// The error that the connection reports now.
  init(
    _ code: Int32, on connection: OpaquePointer?, sql: String? = nil, path: String? = nil,
    table: String? = nil
  ) {
    let extended = sqlite3_extended_errcode(connection)
    // A code that SQLite returns without setting the connection's says more than the connection.
    var code = ResultCode(rawValue: extended & 0xff == code & 0xff ? extended : code)
    var message =
      sqlite3_errcode(connection) & 0xff == code.rawValue & 0xff
      ? String(cString: sqlite3_errmsg(connection)) : String(cString: sqlite3_errstr(code.rawValue))
    if let words = message.unsafeUse {
      // SQLite calls a schema damaged if the function is in a CHECK, say.
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
  /// Whether the error is one of reading or writing the file.
  fileprivate var isOfFile: Bool {
    [.inputOutput, .corrupt, .full, .readOnly, .cannotOpen, .notADatabase, .permission]
      .contains(primary)
  }
}

extension OpaquePointer {
  /// The file of a connection's own database, in full; nil if it has none.
  fileprivate var databasePath: String? {
    guard let name = sqlite3_db_filename(self, "main"), name.pointee != 0 else { return nil }
    return String(cString: name)
  }
}

extension String {
  /// The words about a function or a virtual table that the schema may not use; nil of another
  /// message.
  fileprivate var unsafeUse: String? {
    guard let start = utf8.firstRange(of: "unsafe use of ".utf8)?.lowerBound,
      start == utf8.startIndex || starts(withBytes: "malformed database schema (")
    else { return nil }
    return self[start...] + " by the schema of the database, which is not trusted: if the file is"
      + " your own, set Configuration.trustsSchema, or give your function the option .innocuous"
  }
}
