import ORMCore

extension Database {
  /// Writes the file again, without the pages that are free and in the order of its tables:
  /// `VACUUM`.
  ///
  /// It needs up to twice the file's size on the disk, and no one else writes meanwhile. See
  /// <https://www.sqlite.org/lang_vacuum.html>.
  ///
  /// - Throws: ``DatabaseError``: `full` where the disk has no room, `busy` where another process
  ///   reads or writes for longer than the configuration waits.
  public func vacuum() async throws {
    try await writing { try $0.vacuum() }
  }

  /// Writes a copy without free pages into a new file: `VACUUM INTO`.
  ///
  /// The copy is smaller than that of ``backup(to:pagesPerStep:progress:)`` and takes longer,
  /// during which no one else writes through this value.
  ///
  /// - Parameter path: Where the copy goes; a file that is there has to be empty.
  /// - Throws: ``DatabaseError``, also if the file exists already, and `cannotOpen` if
  ///   the path names no file: it is empty or `:memory:`. What was written by then is left at
  ///   `path`, as SQLite leaves it.
  public func vacuum(into path: String) async throws {
    try DatabaseError.checkNamesFile(path)
    try await writing { try $0.vacuum(into: path) }
  }

  /// Lets SQLite look at what its planner knows of the tables, and bring it up to date if that
  /// may help: `PRAGMA optimize`.
  ///
  /// It is quick if there is nothing to do; run it now and then, for example once a day. See
  /// <https://www.sqlite.org/pragma.html#pragma_optimize>.
  ///
  /// - Throws: ``DatabaseError``
  public func optimize() async throws {
    try await writing { _ = try $0.execute("PRAGMA optimize") }
  }
}
