import ORMCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How far a backup has come.
public struct BackupProgress: Sendable, Hashable {
  /// How many pages were copied.
  public let copiedPages: Int
  /// How many pages there are to copy.
  public let totalPages: Int

  /// The part that was copied, from 0 to 1.
  public var fraction: Double { totalPages == 0 ? 1 : Double(copiedPages) / Double(totalPages) }
}

extension Database {
  /// Copies the database into a new file, while others read and write it.
  ///
  /// ```swift
  /// try await db.backup(to: "music-2026-11-21.sqlite") { print($0.fraction) }
  /// ```
  ///
  /// The copy is one state of the database: the one that was there when it began. Of a database in
  /// memory, or a temporary one, it is the state in which it ends, since its one connection goes on
  /// writing in between. The pages are copied a few at a time, and other tasks have their turn
  /// after each few. See <https://www.sqlite.org/backup.html>.
  ///
  /// The copy grows beside `path` and takes its name when it is whole. Where the backup fails, or
  /// its task is cancelled, there is nothing at `path`.
  ///
  /// - Parameters:
  ///   - path: Where the copy goes. There must be no file yet: a backup overwrites nothing.
  ///   - pagesPerStep: How many pages are copied before others have their turn.
  ///   - progress: Gets what was done after each step.
  /// - Throws: ``DatabaseError``: `cannotOpen` if there is a file at `path`, or none can be
  ///   created; `full` if the disk is; `busy` if a lock of another process is in the way for
  ///   longer than the configuration waits. `CancellationError`.
  public func backup(
    to path: String, pagesPerStep: Int = 256,
    progress: @Sendable (BackupProgress) -> Void = { _ in }
  ) async throws {
    try writers.checkNotHeldByTask()
    try await copy(to: path, pagesPerStep: pagesPerStep, progress: progress)
  }

  /// Copies the database, also in a migration.
  func copy(
    to path: String, pagesPerStep: Int = 256,
    progress: @Sendable (BackupProgress) -> Void = { _ in }
  ) async throws {
    try DatabaseError.checkHasNoNUL(path)
    let files = FileManager.default
    for name in [path, path + "-wal", path + "-journal"] where files.fileExists(atPath: name) {
      throw DatabaseError(
        extendedCode: .cannotOpen, message: "there is a file already, which a backup leaves alone",
        path: name)
    }
    let unfinished = "\(path).\(UUID().uuidString)"
    defer {
      for suffix in ["", "-wal", "-shm", "-journal"] {
        try? files.removeItem(atPath: unfinished + suffix)
      }
    }
    let steps = Int32(clamping: max(1, pagesPerStep))
    if let readers {
      let lent = try await readers.lend(for: .backup)
      do {
        try await readers.waitingForLock { try await lent.connection.beginSnapshot() }
        try await lent.connection.copySnapshot(to: unfinished, steps, progress)
      } catch {
        await lent.giveBack()
        throw error
      }
      await lent.giveBack()
    } else {
      let writer = try await writers.take()
      writers.give(back: writer)
      try await writer.copy(to: unfinished, steps, takingTurnsIn: writers, progress)
    }
    do {
      try files.moveItem(atPath: unfinished, toPath: path)
    } catch {
      throw DatabaseError(
        extendedCode: .cannotOpen, message: "the finished copy can't be given its name", path: path)
    }
  }
}

extension Connection {
  /// Copies the state that the snapshot which has begun is of.
  fileprivate func copySnapshot(
    to path: String, _ pagesPerStep: Int32, _ progress: @Sendable (BackupProgress) -> Void
  ) async throws {
    defer { rollBack() }
    try await copy(to: path, pagesPerStep, takingTurnsIn: nil, progress)
  }

  /// - Parameter pool: Where others have their turn of this connection after each step.
  fileprivate func copy(
    to path: String, _ pagesPerStep: Int32, takingTurnsIn pool: ConnectionPool?,
    _ progress: @Sendable (BackupProgress) -> Void
  ) async throws {
    let destination: ConnectionHandle
    do {
      destination = try ConnectionHandle(path: path, for: .creating, vfs: configuration.vfs)
      try configuration.prepare(destination.pointer)
    } catch let error as DatabaseError {
      throw error.explainingOpening(path, isReadOnly: false)
    }
    var backup = try BackupCopy(of: handle, to: destination)
    var lockedSince: ContinuousClock.Instant?
    while true {
      try Task.checkCancellation()
      if let error = Deadline.error(.running, path: path) { throw error }
      _ = try await pool?.take()
      let step: BackupCopy.Step
      do {
        defer { pool?.give(back: self) }
        step = try backup.step(pagesPerStep)
      }
      if step != .locked {
        lockedSince = nil
        progress(
          BackupProgress(copiedPages: backup.copiedPages, totalPages: backup.totalPages))
      }
      switch step {
      case .more: await Task.yield()
      case .done: return try backup.finish()
      case .locked:
        let start = lockedSince ?? .now
        lockedSince = start
        if let error = Deadline.error(.waitingForLock, path: path) { throw error }
        let waited = ContinuousClock.now - start
        guard waited < configuration.busyTimeout else {
          throw DatabaseError(extendedCode: .busy, message: "").afterWaiting(waited, path: path)
        }
        try await Task.sleep(for: .milliseconds(1))
      }
    }
  }
}
