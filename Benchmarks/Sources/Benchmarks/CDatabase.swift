import CBaseline

/// The connection of the C side, set up as the library sets up its own.
final class CDatabase {
  let pointer: OpaquePointer

  struct Failure: Error { let code: Int32 }

  init(_ path: String) throws {
    var pointer: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(path, &pointer, flags, nil) == SQLITE_OK, let pointer else {
      throw Failure(code: SQLITE_CANTOPEN)
    }
    self.pointer = pointer
    let setUp = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON"
    try check(sqlite3_exec(pointer, setUp, nil, nil, nil))
  }

  deinit { sqlite3_close_v2(pointer) }

  func check(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw Failure(code: code) }
  }
}
