import CSQLite

/// An open connection, closed with its last owner or before.
///
/// SQLite keeps a closed connection until its last statement is gone
/// (<https://www.sqlite.org/c3ref/close.html>), so it does not matter which goes first.
final class ConnectionHandle {
  /// The connection; one to an empty database in memory after ``close()``, so that no one who has
  /// it still can reach freed memory.
  private(set) var pointer: OpaquePointer
  private(set) var isClosed = false
  let path: String
  /// Here because it has to be there until the connection is closed.
  let triggers = TriggerWatch()
  /// Here for the same reason.
  let changes = ChangeWatch()

  /// - Parameters:
  ///   - vfs: What files are read and written by; nil for SQLite's own choice.
  ///   - isImmutable: Whether nobody changes the file, so that no lock is needed to read it.
  init(path: String, flags: Int32, vfs: String?, isImmutable: Bool = false) throws {
    // C would open the file whose name ends there.
    guard !path.utf8.contains(0) else {
      throw DatabaseError(extendedCode: .cannotOpen, message: "", path: path)
    }
    self.path = path
    pointer = try Self.open(path, flags, vfs: vfs, isImmutable: isImmutable)
  }

  /// Makes the database, which is empty, a copy of another connection's.
  func copy(_ source: OpaquePointer) throws {
    guard let backup = sqlite3_backup_init(pointer, "main", source, "main") else {
      throw DatabaseError(sqlite3_errcode(pointer), on: pointer, path: path)
    }
    let step = sqlite3_backup_step(backup, -1)
    let end = sqlite3_backup_finish(backup)
    guard step == SQLITE_DONE && end == SQLITE_OK else {
      throw DatabaseError(end == SQLITE_OK ? step : end, on: pointer, path: path)
    }
  }

  /// Closes the connection, as far as anyone else can tell.
  func close() throws {
    let open = pointer
    pointer = try Self.open(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX)
    isClosed = true
    sqlite3_close_v2(open)
  }

  deinit { sqlite3_close_v2(pointer) }

  private static func open(
    _ path: String, _ flags: Int32, vfs: String? = nil, isImmutable: Bool = false
  ) throws -> OpaquePointer {
    var pointer: OpaquePointer?
    let code =
      isImmutable
      ? sqlite3_open_v2(path.fileURI + "?immutable=1", &pointer, flags | SQLITE_OPEN_URI, vfs)
      : sqlite3_open_v2(path, &pointer, flags, vfs)
    guard code == SQLITE_OK, let pointer else {
      defer { sqlite3_close_v2(pointer) }
      throw DatabaseError(code, on: pointer, path: path)
    }
    sqlite3_extended_result_codes(pointer, 1)
    return pointer
  }
}

extension String {
  /// The path as a URI, as SQLite reads it; see <https://www.sqlite.org/uri.html>.
  fileprivate var fileURI: String {
    // An empty authority stands before a path from the root, which may begin with two slashes.
    utf8.reduce(into: hasPrefix("/") ? "file://" : "file:") { uri, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        uri += byte < 16 ? "%0" : "%"
        uri += String(byte, radix: 16)
      }
    }
  }
}
