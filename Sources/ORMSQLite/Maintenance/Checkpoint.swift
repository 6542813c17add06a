import ORMCore

/// How far a checkpoint goes; see <https://www.sqlite.org/c3ref/wal_checkpoint_v2.html>.
public enum CheckpointMode: Sendable, Hashable {
  /// The pages that can be copied without waiting for a reader or a writer.
  case passive
  /// All of the log, once those who read an older state are done.
  case full
  /// All of the log, and the next writer starts it from its beginning.
  case restart
  /// All of the log, whose file is then empty.
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

/// What a checkpoint did.
public struct CheckpointResult: Sendable, Hashable {
  /// How many pages the log has.
  public let logPages: Int
  /// How many of them are in the database's file.
  public let checkpointedPages: Int

  /// What a checkpoint says of a log that is empty, or not there.
  public static let none = CheckpointResult(logPages: 0, checkpointedPages: 0)

  /// Whether all of the log is in the database's file.
  public var isComplete: Bool { logPages == checkpointedPages }
}

extension Database {
  /// Moves what is in the write-ahead log into the database's file: `sqlite3_wal_checkpoint_v2`.
  ///
  /// SQLite does so automatically each 1,000 pages, up to the oldest state that is read. Only the
  /// connection that writes ever does: two that do it at once can damage the file in versions of
  /// SQLite before 3.51.3 (<https://www.sqlite.org/wal.html#walresetbug>).
  ///
  /// - Parameter mode: How far it goes. All but `passive` wait for those who read or write.
  /// - Returns: what is in the log, and what of it is in the file. Both are 0 for a database in
  ///   memory.
  /// - Throws: ``DatabaseError``: `busy` where others read an older state for longer than the
  ///   configuration waits, `readOnly` for a file opened for reading.
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
