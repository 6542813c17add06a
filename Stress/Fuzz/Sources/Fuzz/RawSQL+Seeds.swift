import CSQLite

extension RawSQL {
  /// What the SQL finds.
  static let schema = """
    CREATE TABLE track (
      id INTEGER PRIMARY KEY, title TEXT NOT NULL, seconds REAL, albumID INTEGER NOT NULL) STRICT;
    CREATE TABLE loose (a, b UNIQUE, c DEFAULT 'x' CHECK (c <> ''), PRIMARY KEY (b, a)) WITHOUT ROWID;
    CREATE TABLE child (id INTEGER PRIMARY KEY, trackID REFERENCES track ON DELETE CASCADE);
    CREATE INDEX byTitle ON track (title COLLATE NOCASE, seconds);
    CREATE VIEW long AS SELECT title, seconds FROM track WHERE seconds > 200;
    CREATE TRIGGER added AFTER INSERT ON track BEGIN
      INSERT INTO loose (a, b) VALUES (new.id, new.title) ON CONFLICT DO NOTHING;
    END;
    INSERT INTO track VALUES (1, 'Smooth', 258.5, 1), (2, 'Kiss', NULL, 1), (3, 'it''s', 1e300, 2);
    INSERT INTO loose VALUES ('n', 1, 'x'), (x'00ff', 2.5, 3), ('a', zeroblob(3), -1);
    INSERT INTO child VALUES (1, 1), (2, 3);
    """

  /// Keeps what one statement can take from the machine low, and the files of the machine out of its reach.
  static func limit(_ connection: OpaquePointer) {
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, 200_000)
    sqlite3_limit(connection, SQLITE_LIMIT_SQL_LENGTH, 100_000)
    sqlite3_limit(connection, SQLITE_LIMIT_EXPR_DEPTH, 100)
    sqlite3_limit(connection, SQLITE_LIMIT_COMPOUND_SELECT, 20)
    sqlite3_limit(connection, SQLITE_LIMIT_VDBE_OP, 25_000)
    sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 0)
    sqlite3_limit(connection, SQLITE_LIMIT_TRIGGER_DEPTH, 20)
    sqlite3_limit(connection, SQLITE_LIMIT_WORKER_THREADS, 0)
  }

  static var seeds: [[UInt8]] {
    var seeds: [[UInt8]] = []
    for (number, text) in texts.enumerated() {
      // The first few in all ways, the others in two.
      for mode in number < 4 ? Array(0..<10) : [number % 10, number * 7 % 10] {
        seeds.append([UInt8(mode)] + Array(text.utf8))
      }
    }
    return seeds
  }

  private static let texts = [
    "SELECT * FROM track WHERE id = \u{1} AND title <> \u{2}",
    "SELECT id AS key, title AS value FROM track WHERE id IN \u{4} -- the rest",
    "SELECT title FROM \u{7} AS t ORDER BY \u{8} LIMIT ?",
    "INSERT INTO loose VALUES (\u{1}, \u{5}, \u{2}) RETURNING a, b, c;",
    "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT * FROM n",
    "UPDATE \u{6} SET seconds = \u{3} WHERE title LIKE '%''%' /* all $1 */",
    "SELECT \"id\", [title], `seconds`, '$1 ?2' FROM track; ",
    "DELETE FROM track WHERE EXISTS (SELECT 1 FROM loose WHERE b = ?1 OR a = :name OR c = @c)",
    "BEGIN; INSERT INTO loose VALUES (9, 9, 9); ROLLBACK; SELECT 1",
    "SELECT 1 AS a, 2 AS a, x'00ff' AS \"\", NULL, 1e999, -9223372036854775808, char(0, 97)",
    "PRAGMA table_info(track)",
    "EXPLAIN QUERY PLAN SELECT * FROM track, loose USING (a)",
    "SELECT group_concat(title ORDER BY id), count(*) FILTER (WHERE id > $1::x(1)) FROM track",
    "SELECT json_each.value FROM json_each('[1,2.5,\"a\",null,{\"b\":[]}]')",
    "SELECT CAST(x'ff61' AS TEXT) AS value, 1 AS key",
    "CREATE TEMP TABLE t AS SELECT * FROM track; DROP TABLE track; ALTER TABLE t RENAME TO track",
    "SAVEPOINT a; RELEASE a; COMMIT",
    "SELECT row_number() OVER (PARTITION BY albumID ORDER BY seconds DESC) FROM track",
    "PRAGMA encoding", "VACUUM", "REINDEX", "ANALYZE", "", ";", "--", "/*", "'", "\u{0}SELECT 1",
    "INSERT INTO track VALUES (1, 'x', 1, 1) ON CONFLICT DO UPDATE SET title = excluded.title",
    "SELECT printf('%s %d %.*f', title, id, 3, seconds), hex(randomblob(4)), \u{8} FROM track",
    "SELECT $\u{1}1, ?\u{1}", "SELECT $\u{E}1, \u{1}", "SELECT \u{1}0, \u{2}",
    "SELECT 1 WHERE '\u{1}'", "SELECT é, \"é\u{1}\"", "DROP TABLE loose",
  ]
}
