import ORMCore

extension Database {
  /// Rebuilds the file without free pages and with its tables in order: `VACUUM`.
  ///
  /// It needs free disk space of up to twice the file's size, and no other connection can write
  /// while it runs. See <https://www.sqlite.org/lang_vacuum.html>.
  ///
  /// - Throws: ``DatabaseError``: `full` if the disk is full, `busy` if another process reads or
  ///   writes for longer than the configuration waits.
  public func vacuum() async throws {
    try await writing { try $0.vacuum() }
  }

  /// Writes a copy without free pages to a new file: `VACUUM INTO`.
  ///
  /// The copy is smaller than a ``backup(to:pagesPerStep:progress:)``, but it takes longer, and
  /// other tasks can't write to this database while it runs.
  ///
  /// - Parameter path: The file to write. An existing file must be empty.
  /// - Throws: ``DatabaseError``, including if the file exists and is not empty, and with the code
  ///   `cannotOpen` if `path` is empty or `:memory:`. If SQLite fails while it writes, the
  ///   incomplete file stays at `path`.
  public func vacuum(into path: String) async throws {
    try DatabaseError.checkNamesFile(path)
    try await writing { try $0.vacuum(into: path) }
  }

  /// Updates the statistics of the query planner if that may help: `PRAGMA optimize`.
  ///
  /// It is fast if there is nothing to do; run it now and then, for example once a day. See
  /// <https://www.sqlite.org/pragma.html#pragma_optimize>.
  ///
  /// - Throws: ``DatabaseError`` if the statement fails.
  public func optimize() async throws {
    try await writing { _ = try $0.execute("PRAGMA optimize") }
  }
}
