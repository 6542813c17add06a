import CSQLite
import ORMCore
import Synchronization

/// An open connection, which is closed explicitly or when its last owner is released.
///
/// SQLite keeps a closed connection until its last statement is finalized
/// (<https://www.sqlite.org/c3ref/close.html>), so the order in which they are released does not
/// matter.
final class ConnectionHandle {
  /// The connection; ``closed()`` after ``close()``, so that code that still uses the handle can't
  /// access freed memory.
  private(set) var pointer: OpaquePointer
  private(set) var isClosed = false
  let path: String
  /// Owned here because it must live until the connection is closed.
  let authorizer = Authorizer()
  /// Owned here for the same reason.
  let hooks = ConnectionHooks()
  /// The collations in the file's schema that the connection lacks; nil if it has all.
  private(set) lazy var unknownCollations = UnknownCollations(on: pointer)

  /// The access to a file.
  enum Access {
    case reading, writing
    /// Writing; the file is created if it does not exist.
    case creating

    fileprivate var flags: Int32 {
      // The actor ensures that only one thread at a time uses the connection.
      let common = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
      return switch self {
      case .reading: common | SQLITE_OPEN_READONLY
      case .writing: common | SQLITE_OPEN_READWRITE
      case .creating: common | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    }
  }

  /// - Parameters:
  ///   - vfs: The name of the VFS; nil for SQLite's default.
  ///   - isImmutable: Whether the file never changes, so that it is read without locks. The default
  ///     is `false`.
  ///   - uriParameters: Further parameters for the VFS. The default is none.
  init(
    path: String, for access: Access, vfs: String? = nil, isImmutable: Bool = false,
    uriParameters: [String] = []
  ) throws {
    // C would read the path up to the NUL.
    guard !path.hasNUL else {
      throw DatabaseError(extendedCode: .cannotOpen, message: "", path: path)
    }
    self.path = path
    pointer = try Self.open(
      path, access.flags, vfs: vfs,
      parameters: (isImmutable ? ["immutable=1"] : []) + uriParameters)
  }

  /// Closes the connection for all users of the handle.
  ///
  /// - Throws: ``DatabaseError`` if there is no memory. The connection is then still open.
  func close() throws {
    let open = pointer
    pointer = try Self.closed()
    isClosed = true
    sqlite3_close_v2(open)
  }

  deinit {
    if !isClosed { sqlite3_close_v2(pointer) }
  }

  /// Returns the replacement for a connection that was closed: a connection to an empty read-only
  /// database in memory. It is never closed, and SQLite's mutex lets any thread use it.
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
