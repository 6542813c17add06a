import ORMCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The changes to rows of some tables. They can be stored, sent, read, undone, and applied to
/// another copy of the database.
///
/// ```swift
/// let (_, changes) = try await db.transaction { tx in
///   try tx.recordChanges(of: Album.self) { try tx.delete(album) }
/// }
/// try await db.apply(changes.inverted())        // undo
/// ```
///
/// A changeset identifies rows by their keys and contains old and new values, so that the earlier
/// state can be compared and restored. See <https://www.sqlite.org/sessionintro.html>.
public struct Changeset: Sendable, Hashable {
  /// The changes in SQLite's own format.
  public let data: Data

  /// Creates a changeset from stored or received data, which is checked when it is used.
  public init(data: Data) { self.data = data }

  /// Whether there are no changes.
  public var isEmpty: Bool { data.isEmpty }

  /// Returns the changes, table by table. A changeset does not contain column names, so values are
  /// found by position; ``Connection/operations(of:)`` adds the column names of a database with
  /// these tables.
  ///
  /// - Throws: ``DatabaseError``: `corrupt` if the data is not a changeset; `misuse` if SQLite was
  ///   built without sessions.
  public func operations() throws -> [ChangesetOperation] {
    var operations: [ChangesetOperation] = []
    try forEachOperation { operations.append(ChangesetOperation(try $0.change())) }
    return operations
  }

  /// Calls `body` with an iterator for each change in turn.
  func forEachOperation(_ body: (ChangesetIterator) throws -> Void) throws {
    try ChangesetBytes.checkSessions()
    try withBytes { try $0.forEach(body) }
  }

  /// Returns the changes that undo these.
  ///
  /// - Throws: The errors of ``operations()``.
  public func inverted() throws -> Changeset {
    try ChangesetBytes.checkSessions()
    return try withBytes { Changeset(data: try $0.inverted()) }
  }

  /// Returns the net effect of these changes followed by others.
  ///
  /// - Throws: The errors of ``operations()``; ``DatabaseError`` with the code `schemaChanged` if a
  ///   table has a different key in `others`.
  public func appending(_ others: Changeset) throws -> Changeset {
    try ChangesetBytes.checkSessions()
    return try withBytes { bytes in
      try others.withBytes { Changeset(data: try bytes.appending($0)) }
    }
  }
}

// MARK: - C

extension Changeset {
  /// Calls `body` with the bytes, which C code does not change.
  func withBytes<Result>(
    _ body: (ChangesetBytes) throws -> Result
  ) throws -> Result {
    guard let count = Int32(exactly: data.count) else {
      throw DatabaseError(extendedCode: .tooBig, message: "a changeset has at most 2 GB")
    }
    var bytes = Array(data)
    guard ChangesetFormat.isValid(bytes) else {
      throw DatabaseError(extendedCode: .corrupt, message: "the data is not a changeset")
    }
    return try bytes.withUnsafeMutableBytes {
      try body(ChangesetBytes(count: count, start: $0.baseAddress))
    }
  }
}
