import ORMCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What was done to the rows of some tables: it can be kept, sent, read, undone, and applied to
/// another copy of the database.
///
/// ```swift
/// let (_, changes) = try await db.transaction { tx in
///   try tx.recordChanges(of: Album.self) { try tx.delete(album) }
/// }
/// try await db.apply(changes.inverted())        // undo
/// ```
///
/// It names rows by their keys and holds old and new values: what was there before can be compared,
/// and brought back. See <https://www.sqlite.org/sessionintro.html>.
public struct Changeset: Sendable, Hashable {
  /// The changes in SQLite's own format.
  public let data: Data

  /// Changes that were kept, or came from elsewhere. That they can be read is found out when they
  /// are used.
  public init(data: Data) { self.data = data }

  /// Whether there are no changes.
  public var isEmpty: Bool { data.isEmpty }

  /// The changes, table by table, their values by position: a changeset does not name columns. A
  /// database with such tables does; see ``Connection/operations(of:)``.
  ///
  /// - Throws: ``DatabaseError``: `corrupt` where the data are no changeset; `misuse` where SQLite
  ///   was built without sessions.
  public func operations() throws -> [ChangesetOperation] {
    var operations: [ChangesetOperation] = []
    try forEachOperation { operations.append(ChangesetOperation(try $0.change())) }
    return operations
  }

  /// Calls `body` with an iterator that is at one change after the other.
  func forEachOperation(_ body: (ChangesetIterator) throws -> Void) throws {
    try ChangesetBytes.checkSessions()
    try withBytes { try $0.forEach(body) }
  }

  /// The changes that undo these.
  ///
  /// - Throws: as ``operations()``.
  public func inverted() throws -> Changeset {
    try ChangesetBytes.checkSessions()
    return try withBytes { Changeset(data: try $0.inverted()) }
  }

  /// What these changes and then others come to.
  ///
  /// - Throws: as ``operations()``; ``DatabaseError`` with the code `schemaChanged` where a table
  ///   has another key in the others.
  public func appending(_ others: Changeset) throws -> Changeset {
    try ChangesetBytes.checkSessions()
    return try withBytes { bytes in
      try others.withBytes { Changeset(data: try bytes.appending($0)) }
    }
  }
}

// MARK: - C

extension Changeset {
  /// Gives the bytes to C, which does not change them.
  func withBytes<Result>(
    _ body: (ChangesetBytes) throws -> Result
  ) throws -> Result {
    guard let count = Int32(exactly: data.count) else {
      throw DatabaseError(extendedCode: .tooBig, message: "a changeset has at most 2 GB")
    }
    var bytes = Array(data)
    guard ChangesetFormat.isValid(bytes) else {
      throw DatabaseError(extendedCode: .corrupt, message: "the data are no changeset")
    }
    return try bytes.withUnsafeMutableBytes {
      try body(ChangesetBytes(count: count, start: $0.baseAddress))
    }
  }
}
