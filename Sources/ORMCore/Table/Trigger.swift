/// A trigger: statements that the database runs for each row that a write inserts, changes or
/// deletes.
///
/// ```swift
/// extension Song {
///   static let triggers = [
///     Trigger("song_added", after: .insert(Song.self)) { new in
///       "UPDATE \(Album.self) SET songs = songs + 1 WHERE id = \(new.albumID)"
///     }
///   ]
/// }
///
/// try await db.create(Album.self, Song.self)
/// // CREATE TRIGGER IF NOT EXISTS "song_added" AFTER INSERT ON "song" BEGIN
/// //   UPDATE "album" SET songs = songs + 1 WHERE id = "new"."albumID"; END
/// ```
///
/// The closures receive the row's columns: for an insert the columns of the new row, for a delete
/// the columns of the old row, for an update both. Values are written into the trigger as literals,
/// because a trigger can't have parameters.
///
/// See <https://www.sqlite.org/lang_createtrigger.html>.
public struct Trigger: Sendable {
  /// The trigger's name in the database.
  public let name: String
  /// Whether the trigger exists only on the writer's connection, and is dropped when that
  /// connection closes.
  public let isTemporary: Bool

  /// The SQL after the name.
  let definition: Result<String, any Error>
  /// A statement that fires it.
  package let firingSQL: String

  /// Returns `CREATE TRIGGER`.
  ///
  /// - Throws: ``ValueEncodingError`` if a value in the trigger can't be stored; ``DatabaseError``
  ///   if the trigger has no statement, or a statement that a trigger can't contain.
  package func createSQL(ifNotExists: Bool) throws -> String {
    "CREATE \(isTemporary ? "TEMP " : "")TRIGGER \(ifNotExists ? "IF NOT EXISTS " : "")"
      + "\(name.quotedIdentifier) \(try definition.get())"
  }

  /// Returns `DROP TRIGGER`.
  package func dropSQL(ifExists: Bool) -> String {
    // Without a schema, SQLite would drop the temporary trigger if there are two with the name.
    "DROP TRIGGER \(ifExists ? "IF EXISTS " : "")"
      + "\(isTemporary ? "temp" : "main").\(name.quotedIdentifier)"
  }
}
