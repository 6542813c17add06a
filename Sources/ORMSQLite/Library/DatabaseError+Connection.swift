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
    let code = ResultCode(rawValue: extended & 0xff == code & 0xff ? extended : code)
    var message =
      sqlite3_errcode(connection) & 0xff == code.rawValue & 0xff
      ? String(cString: sqlite3_errmsg(connection)) : String(cString: sqlite3_errstr(code.rawValue))
    if message.hasPrefix("unsafe use of virtual table ") {  // Characters: SQLite's own words
      message += ", which Configuration.trustsSchema allows"
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
