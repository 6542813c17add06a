/// Statements that the database runs for each row that a write inserts, changes or deletes.
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
/// The closures take the row's columns: the new row's for an insert, the old row's for a delete,
/// the old and the new row's for an update. Values are written into the trigger, which has no
/// parameters.
///
/// See <https://www.sqlite.org/lang_createtrigger.html>.
public struct Trigger: Sendable {
  /// The trigger's name in the database.
  public let name: String
  /// Whether the trigger is of the connection that writes, and ends with it.
  public let isTemporary: Bool

  /// What stands behind the name.
  let definition: Result<String, any Error>
  /// A statement that fires it.
  package let firingSQL: String

  /// `CREATE TRIGGER`.
  ///
  /// - Throws: ``ValueEncodingError`` where a value in it can't be stored; ``DatabaseError`` where
  ///   the trigger has no statement, or one that a trigger can't have.
  package func createSQL(ifNotExists: Bool) throws -> String {
    "CREATE \(isTemporary ? "TEMP " : "")TRIGGER \(ifNotExists ? "IF NOT EXISTS " : "")"
      + "\(name.quotedIdentifier) \(try definition.get())"
  }

  /// `DROP TRIGGER`.
  package func dropSQL(ifExists: Bool) -> String {
    // A name alone is that of the temporary one, if there are two.
    "DROP TRIGGER \(ifExists ? "IF EXISTS " : "")"
      + "\(isTemporary ? "temp" : "main").\(name.quotedIdentifier)"
  }
}
