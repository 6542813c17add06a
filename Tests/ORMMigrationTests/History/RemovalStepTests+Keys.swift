import ORM
import Testing

/// Steps that change the keys of rows.
extension RemovalStepTests {
  @Test("A composite key of a table WITHOUT ROWID becomes an integer key, and references follow")
  func compositeKey() async throws {
    let old = Schema(
      "CREATE TABLE song (album TEXT NOT NULL, place INTEGER NOT NULL, title TEXT NOT NULL, PRIMARY KEY (album, place)) STRICT, WITHOUT ROWID",
      """
      CREATE TABLE play (id INTEGER PRIMARY KEY, album TEXT NOT NULL, place INTEGER NOT NULL,
        FOREIGN KEY (album, place) REFERENCES song (album, place) ON DELETE CASCADE) STRICT
      """)
    let new = Schema(
      "CREATE TABLE song (id INTEGER PRIMARY KEY, title TEXT NOT NULL) STRICT",
      "CREATE TABLE play (id INTEGER PRIMARY KEY, songID INTEGER NOT NULL REFERENCES song (id) ON DELETE CASCADE) STRICT"
    )
    let fixture = try await walk(
      old, new,
      rows: """
        INSERT INTO song VALUES ('b', 1, 'x'), ('a', 2, 'y'), ('a', 1, 'z');
        INSERT INTO play VALUES (1, 'a', 2), (2, 'b', 1), (3, 'a', 2)
        """,
      allowing: [
        .droppingColumn("song", "album"), .droppingColumn("song", "place"),
        .droppingColumn("play", "album"), .droppingColumn("play", "place"),
      ],
      steps: [
        MigrationStep(
          "keys", before: .removals,
          sql: """
            UPDATE play SET songID = (SELECT id FROM song
              WHERE song.album = play.album AND song.place = play.place)
            """)
      ])
    #expect(
      try await fixture.texts(
        "SELECT title FROM play JOIN song ON song.id = songID ORDER BY play.id")
        == ["y", "x", "y"])
  }

  @Test("An integer key becomes a composite text key of a table WITHOUT ROWID")
  func textKey() async throws {
    let old = Schema("CREATE TABLE place (id INTEGER PRIMARY KEY, path TEXT NOT NULL) STRICT")
    let new = Schema(
      "CREATE TABLE place (country TEXT NOT NULL, city TEXT NOT NULL, PRIMARY KEY (country, city)) STRICT, WITHOUT ROWID"
    )
    let fixture = try await walk(
      old, new, rows: "INSERT INTO place VALUES (1, 'de/Ulm'), (2, 'at/Wien')",
      allowing: [.droppingColumn("place", "path"), .droppingColumn("place", "id")],
      steps: [
        MigrationStep(
          "paths", before: .removals,
          sql: "UPDATE place SET country = substr(path, 1, 2), city = substr(path, 4)")
      ])
    #expect(
      try await fixture.texts("SELECT country || city FROM place ORDER BY 1") == [
        "atWien", "deUlm",
      ])
  }
}
