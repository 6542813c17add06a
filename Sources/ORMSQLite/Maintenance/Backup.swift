import ORMCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The progress of a backup.
public struct BackupProgress: Sendable, Hashable {
  /// The number of pages copied so far.
  public let copiedPages: Int
  /// The total number of pages to copy.
  public let totalPages: Int

  /// The copied part, from 0 to 1.
  public var fraction: Double { totalPages == 0 ? 1 : Double(copiedPages) / Double(totalPages) }
}

extension Database {
  /// Copies the database into a new file while other tasks and programs read and write it.
  ///
  /// ```swift
  /// try await db.backup(to: "music-2026-11-21.sqlite") { print($0.fraction) }
  /// ```
  ///
  /// The copy contains the state of the database when the backup began. For an in-memory or
  /// temporary database, it contains the state when the backup ends, because the only connection
  /// continues to write during the backup. The pages are copied in small steps, and other tasks can
  /// use the database between them. See <https://www.sqlite.org/backup.html>.
  ///
  /// The copy is written to a temporary file next to `path` and renamed when it is complete. If the
  /// backup fails or its task is cancelled, there is no file at `path`.
  ///
  /// - Parameters:
  ///   - path: The file to create. It must not exist: a backup does not overwrite files.
  ///   - pagesPerStep: The number of pages to copy in one step, between which other tasks can use
  ///     the database. The default is 256.
  ///   - progress: Called after each step with the progress.
  /// - Throws: ``DatabaseError``: `cannotOpen` if there is a file at `path` or it can't be created;
  ///   `full` if the disk is full; `busy` if another process holds a lock for longer than the
  ///   configuration waits. `CancellationError` if the task is cancelled.
  public func backup(
    to path: String, pagesPerStep: Int = 256,
    progress: @Sendable (BackupProgress) -> Void = { _ in }
  ) async throws {
    try writers.checkNotHeldByTask()
    try await copy(to: path, pagesPerStep: pagesPerStep, progress: progress)
  }

  /// Copies the database. Unlike ``backup(to:pagesPerStep:progress:)``, it may be called in a
  /// migration.
  func copy(
    to path: String, pagesPerStep: Int = 256,
    progress: @Sendable (BackupProgress) -> Void = { _ in }
  ) async throws {
    try DatabaseError.checkHasNoNUL(path)
    let files = FileManager.default
    for name in [path, path + "-wal", path + "-journal"] where files.fileExists(atPath: name) {
      throw DatabaseError(
        extendedCode: .cannotOpen,
        message: "a file exists already, and a backup does not overwrite files: use another path",
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
        extendedCode: .cannotOpen, message: "the finished copy can't be renamed to this path",
        path: path)
    }
  }
}

extension Connection {
  /// Copies the snapshot that the connection has begun to read.
  fileprivate func copySnapshot(
    to path: String, _ pagesPerStep: Int32, _ progress: @Sendable (BackupProgress) -> Void
  ) async throws {
    defer { rollBack() }
    try await copy(to: path, pagesPerStep, takingTurnsIn: nil, progress)
  }

  /// - Parameter pool: The pool that lends this connection to other tasks between steps; nil if the
  ///   connection is not shared.
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
