import CSQLite
import ORMCore

/// A read that stands open on a connection from call to call.
///
/// Each read of a file with a write-ahead log takes a lock of the system and gives it back, which
/// is half of what it takes to find a row. If calls follow each other closely, the lock is kept, by
/// a statement that is not at its end. A call goes on with it only if the log's index has the
/// header that it had before the read began: each commit, of whichever process, writes another one
/// there (<https://www.sqlite.org/walformat.html#the_wal_index_header>). So every call sees what
/// was committed before it, as if it had begun its own read.
///
/// ``ConnectionPool`` ends it when the connection that writes is asked for, when no calls came for
/// a moment, and with a call that took longer: nobody waits for a reader that does not read.
///
// Safe: whoever was lent the connection uses it, on the connection's actor, and the pool does while
// nobody has the connection, under its lock, through which each gets it from the other.
final class StandingRead: @unchecked Sendable {
  /// How long a log may be that is not in the file: as long as it is when SQLite brings it there.
  /// It does not begin again as long as someone reads from it.
  private static let logPages: UInt32 = 1000

  private let handle: OpaquePointer
  private var statement: OpaquePointer?
  /// Where the log's index is; nil until a read has stood once.
  private var index: UnsafeRawPointer?
  /// The index's header before the read began.
  private var header = orm_log_header()
  private(set) var isOpen = false
  /// Whether the call that comes may leave its read open.
  var isWanted = false
  /// How often the pool had looked for reads that stand open when this one began.
  var looksBefore = 0
  private var isImpossible = false

  init(on handle: OpaquePointer) { self.handle = handle }

  deinit { sqlite3_finalize(statement) }

  /// Goes on with the read that stands, if nothing was committed since, or begins one that may stay
  /// open.
  @inline(__always)
  func refresh() {
    if isOpen {
      if let index, orm_log_header_is(index, &header) != 0, !hasAttached { return }
      end()
    }
    if isWanted { begin() }
  }

  /// Ends the read; the connection reads on its own after that.
  func end() {
    guard isOpen else { return }
    isOpen = false
    sqlite3_reset(statement)
  }

  /// Ends the read for good, before the connection is closed.
  func close() {
    isOpen = false
    isImpossible = true
    sqlite3_finalize(statement)
    statement = nil
  }
}

extension StandingRead {
  private func begin() {
    // A read that others have begun on this connection is of a state that is not known here.
    guard !isImpossible, sqlite3_txn_state(handle, "main") == SQLITE_TXN_NONE,
      let index = index ?? findIndex()
    else { return }
    // What is read after this is of this state, or of a later one, with which no call goes on.
    header = orm_log_header_at(index)
    guard orm_log_header_is_known(&header) != 0,
      orm_log_pages(&header) <= Self.logPages || orm_log_is_copied(index, &header) != 0, step()
    else { return }
    // A read of one attached database would keep those of all others open.
    guard !hasAttached, orm_log_index(handle) == index else {
      isImpossible = true
      return end()
    }
  }

  /// Whether databases are attached, of which there is no header here.
  @inline(__always)
  private var hasAttached: Bool { sqlite3_db_name(handle, 2) != nil }

  /// Reads for a moment, to see where the index is.
  private func findIndex() -> UnsafeRawPointer? {
    guard prepare(), step() else { return nil }
    defer { end() }
    guard RawConnection(handle).hasWriteAheadLog, let index = orm_log_index(handle) else {
      isImpossible = true
      return nil
    }
    self.index = index
    return index
  }

  private func prepare() -> Bool {
    if statement != nil { return true }
    // It always has a row, and reads nothing but the file's first page.
    let code = sqlite3_prepare_v3(
      handle, "PRAGMA main.schema_version", -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    if code != SQLITE_OK { isImpossible = true }
    return code == SQLITE_OK
  }

  private func step() -> Bool {
    isOpen = sqlite3_step(statement) == SQLITE_ROW
    // If a lock is in the way, the call meets it too.
    if !isOpen { sqlite3_reset(statement) }
    return isOpen
  }
}
