/// How the names of tables and columns are derived from Swift's names.
///
/// Acronyms are one word: `mediaURL` is `media_url`, `userIDString` is `user_id_string`.
public enum NamingStrategy: Sendable, Hashable {
  /// The type's name with its first letters lowered; the property's name as it is.
  case asWritten
  /// `ArtistID`: each word with a capital, and otherwise as it is written. SQLite takes names that
  /// differ in the case of ASCII letters for the same, so a table that has `ArtistId` is read by
  /// it, too.
  case pascalCase
  /// `artist_id`
  case snakeCase
  /// `ARTIST_ID`
  case screamingSnakeCase
}
