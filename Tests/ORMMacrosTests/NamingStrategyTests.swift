import ORMDeclarations
import Testing

@Suite("Names derived from Swift names")
struct NamingStrategyTests {
  @Test(
    "A table's name is the type's name with its first letters in lower case",
    arguments: [
      ("Album", "album"), ("HTTPLog", "httpLog"), ("URL", "url"), ("URLs", "urls"),
      ("AlbumTrack", "albumTrack"), ("album", "album"), ("HTTP2Log", "http2Log"), ("A", "a"),
      ("_Hidden", "_hidden"), ("Ärzte", "ärzte"),
    ])
  func tableNames(type: String, table: String) {
    #expect(NamingStrategy.asWritten.tableName(forType: type) == table)
  }

  @Test("A column's name is the property's name, unchanged", arguments: ["artistID", "URL", "a b"])
  func columnNames(property: String) {
    #expect(NamingStrategy.asWritten.columnName(forProperty: property) == property)
  }

  @Test(
    "Snake case treats an acronym, and its plural, as one word",
    arguments: [
      ("artistID", "artist_id"), ("mediaURL", "media_url"), ("userIDString", "user_id_string"),
      ("videoIDs", "video_ids"), ("URLString", "url_string"), ("URLsSeen", "urls_seen"),
      ("title", "title"), ("isFavourite", "is_favourite"), ("sha256Hash", "sha256_hash"),
      ("address2", "address2"), ("first_name", "first_name"), ("_hidden", "_hidden"),
      ("two words", "two_words"), ("xCoordinate", "x_coordinate"), ("AsIs", "as_is"),
    ])
  func words(name: String, snakeCase: String) {
    #expect(NamingStrategy.snakeCase.columnName(forProperty: name) == snakeCase)
    #expect(NamingStrategy.snakeCase.tableName(forType: name) == snakeCase)
    #expect(
      NamingStrategy.screamingSnakeCase.columnName(forProperty: name) == snakeCase.uppercased())
  }

  @Test(
    "Pascal case capitalizes each word, and keeps acronyms",
    arguments: [
      ("artistID", "ArtistID"), ("id", "Id"), ("userIDString", "UserIDString"), ("URL", "URL"),
      ("first_name", "FirstName"), ("_hidden", "_Hidden"), ("MediaFile", "MediaFile"),
    ])
  func pascalCase(name: String, expected: String) {
    #expect(NamingStrategy.pascalCase.columnName(forProperty: name) == expected)
    #expect(NamingStrategy.pascalCase.tableName(forType: name) == expected)
  }
}
