import CSQLite

/// An open connection, closed with its last owner.
///
/// SQLite keeps a closed connection until its last statement is gone
/// (<https://www.sqlite.org/c3ref/close.html>), so it does not matter which goes first.
final class ConnectionHandle {
  let pointer: OpaquePointer
  /// Here because it has to be there until the connection is closed.
  let triggers = TriggerWatch()

  init(path: String, flags: Int32) throws {
    // C would open the file whose name ends there.
    guard !path.utf8.contains(0) else {
      throw DatabaseError(extendedCode: .cannotOpen, message: "", path: path)
    }
    var pointer: OpaquePointer?
    let code = sqlite3_open_v2(path, &pointer, flags, nil)
    guard code == SQLITE_OK, let pointer else {
      defer { sqlite3_close_v2(pointer) }
      throw DatabaseError(code, on: pointer, path: path)
    }
    self.pointer = pointer
    sqlite3_extended_result_codes(pointer, 1)
  }

  deinit { sqlite3_close_v2(pointer) }
}
