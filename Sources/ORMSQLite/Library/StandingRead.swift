import CSQLite
import ORMCore

/// A read transaction kept open between calls.
///
/// Each read of a file with a write-ahead log acquires and releases a system lock, which takes half
/// of the time to find a row. If calls follow each other closely, a statement that has not ended
/// keeps the lock. A call reuses the read only if the header of the log's index is the same as
/// before the read began: each commit, of any process, writes another header
/// (<https://www.sqlite.org/walformat.html#the_wal_index_header>). So every call sees everything
/// that was committed before it, as if it had begun its own read.
///
/// ``ConnectionPool`` ends it when a task requests the connection that writes, after a moment
/// without calls, and after a call that took longer, so that no task waits for an idle reader.
// Safe: the borrower of the connection uses it, on the connection's actor. While the connection is
// not lent, the pool uses it under its lock, through which the two hand it over. A snapshot is a
// borrower, whose own pool lends the connection in the same way.
final class StandingRead: @unchecked Sendable {
  /// The maximum number of pages in the log that are not yet in the file: the number at which
  /// SQLite copies them there. SQLite can't restart the log while a reader uses it.
  private static let logPages: UInt32 = 1000

  private let handle: OpaquePointer
  private var statement: OpaquePointer?
  /// The address of the log's index; nil until a read was first kept open.
  private var index: UnsafeRawPointer?
  /// The index's header before the read began.
  private var header = orm_log_header()
  private(set) var isOpen = false
  /// Whether the next call may leave its read open.
  var isWanted = false
  /// The pool's round in which this read began.
  private var round = 0
  private var isImpossible = false

  init(on handle: OpaquePointer) { self.handle = handle }

  deinit { sqlite3_finalize(statement) }

  /// Reuses the open read if nothing was committed since, or begins one that may stay open.
  @inline(__always)
  func refresh() {
    if isOpen {
      if let index, orm_log_header_is(index, &header) != 0, !hasAttached { return }
      end()
    }
    if isWanted { begin() }
  }

  /// The pool's round in which the read began; nil if it is not open.
  @inline(__always)
  var openRound: Int? { isOpen ? round : nil }

  /// Hands the connection over to a borrower.
  @inline(__always)
  func accept(_ terms: PersistentReads.Terms) {
    if terms.endsOpen { end() }
    isWanted = terms.mayStayOpen
    if !isOpen { round = terms.round }
  }

  /// Ends the read. Afterwards, the connection begins its own reads.
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
    // A read that other code has begun on this connection has an unknown snapshot.
    guard !isImpossible, sqlite3_txn_state(handle, "main") == SQLITE_TXN_NONE,
      let index = index ?? findIndex()
    else { return }
    // Later reads see this snapshot or a newer one, which no call reuses.
    header = orm_log_header_at(index)
    guard orm_log_header_is_known(&header) != 0,
      orm_log_pages(&header) <= Self.logPages || orm_log_is_copied(index, &header) != 0, step()
    else { return }
    // Reading one attached database would keep the reads of all others open.
    guard !hasAttached, orm_log_index(handle) == index else {
      isImpossible = true
      return end()
    }
  }

  /// Whether databases are attached, whose headers are not checked here.
  @inline(__always)
  private var hasAttached: Bool { sqlite3_db_name(handle, 2) != nil }

  /// Reads once to find the address of the index.
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
    // This always returns a row, and reads only the file's first page.
    let code = sqlite3_prepare_v3(
      handle, "PRAGMA main.schema_version", -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    if code != SQLITE_OK { isImpossible = true }
    return code == SQLITE_OK
  }

  private func step() -> Bool {
    isOpen = sqlite3_step(statement) == SQLITE_ROW
    // If another connection holds a lock, the call fails to get it, too.
    if !isOpen { sqlite3_reset(statement) }
    return isOpen
  }
}
