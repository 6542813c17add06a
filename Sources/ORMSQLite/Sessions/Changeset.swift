import CSQLite
import ORMCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What was done to the rows of some tables: it can be kept, sent, read, undone, and applied to another copy
/// of the database.
///
/// ```swift
/// let (_, changes) = try await db.transaction { tx in
///   try tx.recordChanges(of: Album.self) { try tx.delete(album) }
/// }
/// try await db.apply(changes.inverted())        // undo
/// ```
///
/// It names rows by their keys and holds old and new values: what was there before can be compared, and
/// brought back. See <https://www.sqlite.org/sessionintro.html>.
public struct Changeset: Sendable, Hashable {
  /// The changes in SQLite's own format.
  public let data: Data

  /// Changes that were kept, or came from elsewhere. That they can be read is found out when they are used.
  public init(data: Data) { self.data = data }

  /// Whether there are no changes.
  public var isEmpty: Bool { data.isEmpty }

  /// The changes, table by table, their values by position: a changeset does not name columns. A database
  /// with such tables does; see ``Connection/operations(of:)``.
  ///
  /// - Throws: ``DatabaseError``: `corrupt` where the data are no changeset; `misuse` where SQLite was built
  ///   without sessions.
  public func operations() throws -> [ChangesetOperation] {
    var operations: [ChangesetOperation] = []
    try forEachOperation { operations.append(try ChangesetOperation($0)) }
    return operations
  }

  /// Calls `body` with an iterator that stands on one change after the other.
  func forEachOperation(_ body: (OpaquePointer) throws -> Void) throws {
    try Self.checkSessions()
    try withBytes { count, bytes in
      var iterator: OpaquePointer?
      try Self.check(orm_sqlite3changeset_start(&iterator, count, bytes))
      guard let iterator else { return }
      do {
        var code = orm_sqlite3changeset_next(iterator)
        while code == SQLITE_ROW {
          try body(iterator)
          code = orm_sqlite3changeset_next(iterator)
        }
        try Self.check(code == SQLITE_DONE ? SQLITE_OK : code)
      } catch {
        orm_sqlite3changeset_finalize(iterator)
        throw error
      }
      try Self.check(orm_sqlite3changeset_finalize(iterator))
    }
  }

  /// The changes that undo these.
  ///
  /// - Throws: as ``operations()``.
  public func inverted() throws -> Changeset {
    try Self.checkSessions()
    return try withBytes { count, bytes in
      try Self.output { orm_sqlite3changeset_invert(count, bytes, $0, $1) }
    }
  }

  /// What these changes and then others come to.
  ///
  /// - Throws: as ``operations()``; ``DatabaseError`` with the code `schemaChanged` where a table has
  ///   another key in the others.
  public func appending(_ others: Changeset) throws -> Changeset {
    try Self.checkSessions()
    return try withBytes { count, bytes in
      try others.withBytes { otherCount, otherBytes in
        try Self.output {
          orm_sqlite3changeset_concat(count, bytes, otherCount, otherBytes, $0, $1)
        }
      }
    }
  }
}

// MARK: - C

extension Changeset {
  static func checkSessions() throws {
    guard orm_sqlite3_has_session() != 0 else {
      throw DatabaseError(
        extendedCode: .misuse,
        message: "SQLite was built without SQLITE_ENABLE_SESSION, which changesets need")
    }
  }

  static func check(_ code: Int32) throws {
    guard code != SQLITE_OK else { return }
    throw DatabaseError(
      extendedCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errstr(code)))
  }

  /// Gives the bytes to C, which does not change them.
  func withBytes<Result>(
    _ body: (Int32, UnsafeMutableRawPointer?) throws -> Result
  ) throws -> Result {
    guard let count = Int32(exactly: data.count) else {
      throw DatabaseError(extendedCode: .tooBig, message: "a changeset has at most 2 GB")
    }
    var bytes = Array(data)
    guard ChangesetFormat.isValid(bytes) else {
      throw DatabaseError(extendedCode: .corrupt, message: "the data are no changeset")
    }
    return try bytes.withUnsafeMutableBytes { try body(count, $0.baseAddress) }
  }

  /// Takes the changeset that C gives.
  static func output(
    _ body: (UnsafeMutablePointer<Int32>, UnsafeMutablePointer<UnsafeMutableRawPointer?>) -> Int32
  ) throws -> Changeset {
    var count: Int32 = 0
    var bytes: UnsafeMutableRawPointer?
    defer { sqlite3_free(bytes) }
    try check(body(&count, &bytes))
    return Changeset(data: bytes.map { Data(bytes: $0, count: Int(count)) } ?? Data())
  }
}
