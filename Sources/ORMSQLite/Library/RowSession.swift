import CSQLite
import ORMCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Records the changes of rows on one connection; see <https://www.sqlite.org/sessionintro.html>.
struct RowSession: ~Copyable {
  private let session: OpaquePointer?
  private let connection: OpaquePointer

  init(on connection: OpaquePointer) throws {
    self.connection = connection
    var session: OpaquePointer?
    let code = orm_sqlite3session_create(connection, "main", &session)
    self.session = session
    try check(code)
  }

  deinit { if let session { orm_sqlite3session_delete(session) } }

  /// - Parameter table: The table to record; nil for all.
  func attach(_ table: String?) throws { try check(orm_sqlite3session_attach(session, table)) }

  /// Returns the recorded changes.
  func changeset() throws -> Data {
    try ChangesetBytes.output { orm_sqlite3session_changeset(session, $0, $1) }
  }

  private func check(_ code: Int32) throws {
    if code != SQLITE_OK { throw DatabaseError(code, on: connection) }
  }
}
