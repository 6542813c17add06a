/// The rule by which the names of tables and columns are derived from Swift's names.
///
/// Acronyms are one word: `mediaURL` is `media_url`, `userIDString` is `user_id_string`.
public enum NamingStrategy: Sendable, Hashable {
  /// The type's name with its first letters in lower case; the property's name unchanged.
  case asWritten
  /// `ArtistID`: each word with a capital first letter, and otherwise unchanged. SQLite ignores the
  /// case of ASCII letters in names, so a column `ArtistId` of an existing table matches, too.
  case pascalCase
  /// `artist_id`
  case snakeCase
  /// `ARTIST_ID`
  case screamingSnakeCase
}
