/// The behavior of a write if a row violates a `UNIQUE`, `NOT NULL`, `CHECK` or primary key
/// constraint.
///
/// ```swift
/// Album.insert(albums, or: .ignore)     // INSERT OR IGNORE INTO "album" … VALUES …
/// Album.where { $0.year > 1990 }.update(or: .replace) { $0.place = 1 }
/// // UPDATE OR REPLACE "album" SET "place" = $1 WHERE "year" > $2
/// ```
///
/// It does not apply to foreign keys: a violated foreign key always throws. See
/// <https://www.sqlite.org/lang_conflict.html>.
public enum ConflictResolution: String, Sendable, Hashable, CaseIterable {
  /// The write throws, and is rolled back together with the transaction around it.
  case rollback = "ROLLBACK"
  /// The write throws, and its changes are undone. This is the default.
  case abort = "ABORT"
  /// The write throws, but keeps the rows that it has already written.
  case fail = "FAIL"
  /// The row is skipped, and the write continues.
  case ignore = "IGNORE"
  /// The conflicting rows are deleted, which fires no `DELETE` triggers unless `PRAGMA
  /// recursive_triggers` is on; a NULL becomes the column's default. A violated `CHECK` throws.
  ///
  /// Only the new row remains, so a ``Lazy`` column that was not loaded is written as NULL. To keep
  /// the stored values, use `save` or ``Insert/onConflict(_:where:)``.
  case replace = "REPLACE"
}
