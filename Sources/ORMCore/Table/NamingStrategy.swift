/// How the names of tables and columns are derived from Swift's names.
///
/// Acronyms are one word: `mediaURL` is `media_url`, `userIDString` is `user_id_string`.
public enum NamingStrategy: Sendable, Hashable {
  /// The type's name with its first letters lowered; the property's name as it is.
  case asWritten
  /// `artist_id`
  case snakeCase
  /// `ARTIST_ID`
  case screamingSnakeCase
}
