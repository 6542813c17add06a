import CSQLite
import ORMCore
import Synchronization

/// An open connection, closed with its last owner or before.
///
/// SQLite keeps a closed connection until its last statement is gone
/// (<https://www.sqlite.org/c3ref/close.html>), so it does not matter which goes first.
final class ConnectionHandle {
  /// The connection; ``closed()`` after ``close()``, so that no one who has it still can reach
  /// freed memory.
  private(set) var pointer: OpaquePointer
  private(set) var isClosed = false
  let path: String
  /// Here because it has to be there until the connection is closed.
  let authorizer = Authorizer()
  /// Here for the same reason.
  let hooks = ConnectionHooks()
  /// The collations of the file's schema that the connection does not have; nil if there are none.
  private(set) lazy var unknownCollations = UnknownCollations(on: pointer)

  /// What a file is opened for.
  enum Access {
    case reading, writing
    /// Writing, and the file is created if it is not there.
    case creating

    fileprivate var flags: Int32 {
      // Its actor sees to it that a connection is used by one thread at a time.
      let common = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
      return switch self {
      case .reading: common | SQLITE_OPEN_READONLY
      case .writing: common | SQLITE_OPEN_READWRITE
      case .creating: common | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    }
  }

  /// - Parameters:
  ///   - vfs: What files are read and written by; nil for SQLite's own choice.
  ///   - isImmutable: Whether nobody changes the file, so that no lock is needed to read it.
  ///   - uriParameters: Further parameters for the VFS.
  init(
    path: String, for access: Access, vfs: String? = nil, isImmutable: Bool = false,
    uriParameters: [String] = []
  ) throws {
    // C would open the file whose name ends there.
    guard !path.hasNUL else {
      throw DatabaseError(extendedCode: .cannotOpen, message: "", path: path)
    }
    self.path = path
    pointer = try Self.open(
      path, access.flags, vfs: vfs,
      parameters: (isImmutable ? ["immutable=1"] : []) + uriParameters)
  }

  /// Closes the connection for everyone who still has the handle.
  ///
  /// - Throws: ``DatabaseError`` if there is no memory left, and nothing has happened then.
  func close() throws {
    let open = pointer
    pointer = try Self.closed()
    isClosed = true
    sqlite3_close_v2(open)
  }

  deinit {
    if !isClosed { sqlite3_close_v2(pointer) }
  }

  /// What everyone has instead who kept a connection that was closed: one to an empty database in
  /// memory, which nobody can write to. It is never closed, and SQLite's mutex lets any thread use
  /// it.
  private static func closed() throws -> OpaquePointer {
    try sharedClosed.withLock { address in
      if let known = address.flatMap(OpaquePointer.init(bitPattern:)) { return known }
      let new = try open(":memory:", SQLITE_OPEN_READONLY | SQLITE_OPEN_FULLMUTEX)
      address = UInt(bitPattern: new)
      return new
    }
  }

  private static let sharedClosed = Mutex<UInt?>(nil)

  private static func open(
    _ path: String, _ flags: Int32, vfs: String? = nil, parameters: [String] = []
  ) throws -> OpaquePointer {
    var pointer: OpaquePointer?
    let code =
      parameters.isEmpty
      ? sqlite3_open_v2(path.asPath, &pointer, flags, vfs)
      : sqlite3_open_v2(
        path.fileURI + "?" + parameters.joined(separator: "&"), &pointer, flags | SQLITE_OPEN_URI,
        vfs)
    guard code == SQLITE_OK, let pointer else {
      defer { sqlite3_close_v2(pointer) }
      throw DatabaseError(code, on: pointer, path: path)
    }
    sqlite3_extended_result_codes(pointer, 1)
    guard orm_sqlite3_add_list(pointer) == SQLITE_OK else {
      defer { sqlite3_close_v2(pointer) }
      throw DatabaseError(sqlite3_errcode(pointer), on: pointer, path: path)
    }
    return pointer
  }
}
