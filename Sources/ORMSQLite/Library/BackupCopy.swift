import CSQLite
import ORMCore

/// A copy of a database's pages into another database; see <https://www.sqlite.org/backup.html>.
///
/// A copy that is released before ``finish()`` is rolled back.
struct BackupCopy: ~Copyable {
  enum Step {
    /// Some pages have not been copied yet.
    case more
    case done
    /// Another connection's lock prevents the step.
    case locked
  }

  private var backup: OpaquePointer?
  private let destination: ConnectionHandle

  /// - Parameter source: The connection to copy from. It must stay open during the copy.
  /// - Throws: ``DatabaseError`` with the destination's path, as do all functions of this type.
  init(of source: OpaquePointer, to destination: ConnectionHandle) throws {
    self.destination = destination
    backup = sqlite3_backup_init(destination.pointer, "main", source, "main")
    if backup == nil { throw Self.failure(sqlite3_errcode(destination.pointer), destination) }
  }

  deinit { sqlite3_backup_finish(backup) }

  var totalPages: Int { Int(sqlite3_backup_pagecount(backup)) }
  var copiedPages: Int { totalPages - Int(sqlite3_backup_remaining(backup)) }

  /// - Parameter pages: The number of pages to copy; all if negative, the default.
  mutating func step(_ pages: Int32 = -1) throws -> Step {
    let code = sqlite3_backup_step(backup, pages)
    switch code {
    case SQLITE_OK: return .more
    case SQLITE_DONE: return .done
    case SQLITE_BUSY, SQLITE_LOCKED: return .locked
    default:
      // Only `sqlite3_backup_finish` sets the destination's error.
      _ = end()
      throw Self.failure(code, destination)
    }
  }

  /// Ends the copy.
  ///
  /// - Throws: ``DatabaseError``, including if the last step met a lock.
  consuming func finish() throws {
    let code = end()
    if code != SQLITE_OK { throw Self.failure(code, destination) }
  }

  /// Copies a whole database at once into an empty one.
  static func copyAll(of source: OpaquePointer, to destination: ConnectionHandle) throws {
    var copy = try BackupCopy(of: source, to: destination)
    _ = try copy.step()
    try copy.finish()
  }

  private mutating func end() -> Int32 {
    defer { backup = nil }
    return sqlite3_backup_finish(backup)
  }

  private static func failure(_ code: Int32, _ destination: ConnectionHandle) -> DatabaseError {
    DatabaseError(code, on: destination.pointer, path: destination.path)
  }
}
