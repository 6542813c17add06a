/// What a write does where a row of its violates a `UNIQUE`, `NOT NULL`, `CHECK` or key constraint.
///
/// ```swift
/// Album.insert(albums, or: .ignore)     // INSERT OR IGNORE INTO "album" … VALUES …
/// Album.where { $0.year > 1990 }.update(or: .replace) { $0.place = 1 }
/// // UPDATE OR REPLACE "album" SET "place" = $1 WHERE "year" > $2
/// ```
///
/// References to other tables are none of it: a violated foreign key always throws. See
/// <https://www.sqlite.org/lang_conflict.html>.
public enum ConflictResolution: String, Sendable, Hashable, CaseIterable {
  /// The write throws, and what it has done is undone, together with the transaction around it.
  case rollback = "ROLLBACK"
  /// The write throws, and what it has done is undone; this is what happens by default.
  case abort = "ABORT"
  /// The write throws, and keeps the rows that it had written before.
  case fail = "FAIL"
  /// The row is left out, and the write goes on.
  case ignore = "IGNORE"
  /// The rows that are in the way are deleted, which fires no `DELETE` triggers unless `PRAGMA
  /// recursive_triggers` is on; a NULL becomes the column's default. A violated `CHECK` throws.
  ///
  /// The new row is all that is left: a ``Lazy`` column that was not loaded is written as NULL. To
  /// keep what is there, use `save` or an ``Insert/onConflict(_:where:)``.
  case replace = "REPLACE"
}
