import ORMCore

/// The mode of a checkpoint; see <https://www.sqlite.org/c3ref/wal_checkpoint_v2.html>.
public enum CheckpointMode: Sendable, Hashable {
  /// Copies the pages that can be copied without waiting for a reader or a writer.
  case passive
  /// Copies the whole log, after waiting for writers, and for readers of an older state.
  case full
  /// Copies the whole log as ``full`` does, and waits until no reader needs the log, so that the
  /// next writer starts it from the beginning.
  case restart
  /// Copies the whole log as ``restart`` does, and truncates its file to zero bytes.
  case truncate

  fileprivate var mode: RawConnection.Checkpoint {
    switch self {
    case .passive: .passive
    case .full: .full
    case .restart: .restart
    case .truncate: .truncate
    }
  }
}

/// The result of a checkpoint.
public struct CheckpointResult: Sendable, Hashable {
  /// The number of pages in the log.
  public let logPages: Int
  /// The number of pages of the log that are in the database file.
  public let checkpointedPages: Int

  /// The result of a checkpoint if the log is empty or does not exist.
  public static let none = CheckpointResult(logPages: 0, checkpointedPages: 0)

  /// Whether the whole log is in the database file.
  public var isComplete: Bool { logPages == checkpointedPages }
}

extension Database {
  /// Copies the contents of the write-ahead log into the database file:
  /// `sqlite3_wal_checkpoint_v2`.
  ///
  /// SQLite does this automatically every 1,000 pages, up to the oldest state that is being read.
  /// Only the connection that writes does so: two checkpoints at once can damage the file in
  /// versions of SQLite before 3.51.3 (<https://www.sqlite.org/wal.html#walresetbug>).
  ///
  /// - Parameter mode: How much is copied. All modes but `passive` wait for readers or writers. The
  ///   default is `passive`.
  /// - Returns: The number of pages in the log, and the number of them that are in the file. Both
  ///   are 0 for an in-memory database.
  /// - Throws: ``DatabaseError``: `busy` if other connections read an older state for longer than
  ///   the configuration waits; `readOnly` for a database opened read-only.
  @discardableResult
  public func checkpoint(_ mode: CheckpointMode = .passive) async throws -> CheckpointResult {
    try await writing { try $0.checkpoint(mode) }
  }
}

extension Connection {
  fileprivate func checkpoint(_ mode: CheckpointMode) throws -> CheckpointResult {
    let (log, checkpointed) = try RawConnection(handle).checkpoint(mode.mode)
    return CheckpointResult(logPages: max(0, log), checkpointedPages: max(0, checkpointed))
  }
}
