import ORMCore
import ORMSQLite
import ORMSchema
import ORMToolKit

/// A change between two schemas, with rows of a database of the first one.
struct StepChange: Sendable, CustomStringConvertible {
  let description: String
  let first: String
  let second: String
  let rows: String
  var renames: [(table: String, column: String?, from: String)] = []
  var representations: [(old: String?, new: String?, table: String, column: String)] = []
  var allowed: [PermittedLoss] = []
  var fill: [String] = []
  var convert: [String] = []
  /// A query that both databases answer, besides the rows of all tables.
  var question = "SELECT 1"

  init(
    _ description: String, _ first: String, to second: String, rows: String
  ) {
    self.description = description
    self.first = first
    self.second = second
    self.rows = rows
  }

  func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }

  func schemas() throws -> (first: Schema, second: Schema) {
    var first = try SchemaScript.schema(of: first)
    var second = try SchemaScript.schema(of: second)
    for rename in renames {
      guard let table = second.tables.firstIndex(where: { $0.name.isSameName(as: rename.table) })
      else { continue }
      guard let column = rename.column else {
        second.tables[table].formerNames = [rename.from]
        continue
      }
      for place in second.tables[table].columns.indices
      where second.tables[table].columns[place].name.isSameName(as: column) {
        second.tables[table].columns[place].formerNames = [rename.from]
      }
    }
    for form in representations {
      Self.set(form.old, form.table, form.column, in: &first)
      Self.set(form.new, form.table, form.column, in: &second)
    }
    return (first, second)
  }

  /// Sets a representation, `int64` or `int64/percent` with a meaning.
  private static func set(
    _ form: String?, _ table: String, _ column: String, in schema: inout Schema
  ) {
    guard let form else { return }
    let parts = form.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    for place in schema.tables.indices where schema.tables[place].name.isSameName(as: table) {
      for other in schema.tables[place].columns.indices
      where schema.tables[place].columns[other].name.isSameName(as: column) {
        var representation = RepresentationSchema(parts[0])
        representation.meaning = parts.count > 1 ? parts[1] : nil
        schema.tables[place].columns[other].representation = representation
      }
    }
  }

  func rules() throws -> RuleArguments { try RuleArguments(fill: fill, convert: convert) }
}

extension StepChange {
  private static let album = """
    CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
    CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT NOT NULL, year TEXT,
      artistID INTEGER REFERENCES artist (id) ON DELETE CASCADE) STRICT;
    """
  private static let albums = """
    INSERT INTO artist VALUES (1, 'Sade'), (2, 'Nina');
    INSERT INTO album VALUES (1, 'Promise', '1985', 1), (7, 'Blues', '1967', 2), (9, 'x', NULL, 2);
    """

  static let all: [Self] = [
    Self(
      "the type of a column", album,
      to: album.replacing("year TEXT", with: "year INTEGER"), rows: albums),
    Self(
      "NOT NULL, with a value in place of NULL", album,
      to: album.replacing("year TEXT", with: "year TEXT NOT NULL"), rows: albums
    ).with { $0.fill = ["album.year='none'"] },
    Self(
      "a new column that refuses NULL", album,
      to: album.replacing("year TEXT", with: "year TEXT, plays INTEGER NOT NULL"), rows: albums
    ).with { $0.fill = ["album.plays=length(title)"] },
    Self(
      "a new column in place", album,
      to: album.replacing("CASCADE)", with: "CASCADE, plays INTEGER DEFAULT 3)"), rows: albums),
    Self(
      "a CHECK, a default and a collation", album,
      to: album.replacing(
        "title TEXT NOT NULL",
        with: "title TEXT NOT NULL DEFAULT 'new' COLLATE NOCASE CHECK (title <> '')"),
      rows: albums),
    Self(
      "a CHECK that goes, and one that changes",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER CHECK (a > 0), b INTEGER CHECK (b < 9));",
      to: "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b INTEGER CHECK (b < 99));",
      rows: "INSERT INTO t VALUES (1, 2, 3), (4, 5, 6)"),
    Self(
      "the parent of a cascade", album,
      to: album.replacing("name TEXT NOT NULL", with: "name TEXT NOT NULL UNIQUE"), rows: albums),
    Self(
      "a reference with another action, and a parent beside it", album,
      to: album.replacing("CASCADE", with: "SET NULL")
        .replacing("name TEXT NOT NULL", with: "name ANY NOT NULL"), rows: albums),
    Self(
      "a table that refers to itself, and one more reference to it",
      """
      CREATE TABLE node (id INTEGER PRIMARY KEY, up INTEGER REFERENCES node (id), v TEXT);
      CREATE TABLE leaf (id INTEGER PRIMARY KEY, node INTEGER REFERENCES node (id));
      """,
      to: """
        CREATE TABLE node (id INTEGER PRIMARY KEY, up INTEGER REFERENCES node (id) ON DELETE CASCADE,
          v TEXT NOT NULL DEFAULT '');
        CREATE TABLE leaf (id INTEGER PRIMARY KEY, node INTEGER NOT NULL REFERENCES node (id));
        """,
      rows: """
        INSERT INTO node VALUES (1, NULL, 'a'), (2, 1, 'b'), (3, 2, 'c');
        INSERT INTO leaf VALUES (1, 3), (2, 1)
        """),
    Self(
      "a renamed table and a renamed column, of another type",
      "\(album) CREATE VIEW titles AS SELECT title, year FROM album;",
      to: """
        CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
        CREATE TABLE record (id INTEGER PRIMARY KEY, title TEXT NOT NULL, since INTEGER NOT NULL,
          artistID INTEGER REFERENCES artist (id) ON DELETE CASCADE) STRICT;
        CREATE VIEW titles AS SELECT title, since FROM record;
        """, rows: albums
    ).with {
      $0.renames = [("record", nil, "album"), ("record", "since", "year")]
      $0.convert = ["record.since=coalesce(CAST(year AS INTEGER), 0)"]
    },
    Self(
      "two columns that swap their names",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT) STRICT;",
      to: "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT NOT NULL) STRICT;",
      rows: "INSERT INTO t VALUES (1, 'a', 'b'), (2, 'x', 'y')"
    ).with { $0.renames = [("t", "a", "b"), ("t", "b", "a")] },
    Self(
      "a column whose name another one takes",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, b TEXT, c TEXT) STRICT;",
      to: "CREATE TABLE t (id INTEGER PRIMARY KEY, c TEXT) STRICT;",
      rows: "INSERT INTO t VALUES (1, 'a', 'b'), (2, 'x', 'y')"
    ).with {
      $0.renames = [("t", "c", "b")]
      $0.allowed = [.droppingColumn("t", "c")]
    },
    Self(
      "WITHOUT ROWID, with a text as key and a reference to it",
      """
      CREATE TABLE code (code TEXT PRIMARY KEY NOT NULL, n INTEGER) STRICT;
      CREATE TABLE use (id INTEGER PRIMARY KEY, code TEXT REFERENCES code (code)) STRICT;
      """,
      to: """
        CREATE TABLE code (code TEXT PRIMARY KEY NOT NULL, n INTEGER) STRICT, WITHOUT ROWID;
        CREATE TABLE use (id INTEGER PRIMARY KEY, code TEXT NOT NULL REFERENCES code (code)) STRICT;
        """,
      rows: "INSERT INTO code VALUES ('b', 2), ('a', 1); INSERT INTO use VALUES (1, 'a'), (5, 'b')"
    ),
    Self(
      "keys of several columns, and references to them",
      """
      CREATE TABLE place (x INTEGER, y TEXT, name TEXT, PRIMARY KEY (x, y)) WITHOUT ROWID;
      CREATE TABLE visit (id INTEGER PRIMARY KEY, x INTEGER, y TEXT,
        FOREIGN KEY (x, y) REFERENCES place (x, y));
      """,
      to: """
        CREATE TABLE place (x INTEGER, y TEXT, name TEXT NOT NULL, PRIMARY KEY (x, y)) WITHOUT ROWID;
        CREATE TABLE visit (id INTEGER PRIMARY KEY, x INTEGER, y TEXT, CHECK (x > 0),
          FOREIGN KEY (x, y) REFERENCES place (x, y) ON DELETE CASCADE);
        """,
      rows: """
        INSERT INTO place VALUES (1, 'b', 'B'), (1, 'a', 'A'), (3, '', '');
        INSERT INTO visit VALUES (4, 1, 'a'), (9, 3, ''), (10, NULL, 'a')
        """),
    Self(
      "AUTOINCREMENT, whose last number stays",
      "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a TEXT);",
      to: "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a TEXT NOT NULL);",
      rows: "INSERT INTO t VALUES (1, 'a'), (70, 'b'); DELETE FROM t WHERE id = 70"
    ).with { $0.question = "SELECT group_concat(name || seq) FROM sqlite_sequence" },
    Self(
      "generated columns",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b INTEGER AS (a * 2));",
      to: """
        CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER NOT NULL, b INTEGER AS (a * 2),
          c INTEGER AS (a + 1) STORED);
        """,
      rows: "INSERT INTO t (id, a) VALUES (1, 2), (4, 5)"
    ).with { $0.question = "SELECT group_concat(b || c) FROM t" },
    Self(
      "rowids, indexes, views and triggers of a table that is made again",
      """
      CREATE TABLE t (a TEXT, b TEXT);
      CREATE TABLE log (what TEXT);
      CREATE INDEX t_a ON t (a) WHERE a IS NOT NULL;
      CREATE INDEX t_lower ON t (lower(b));
      CREATE VIEW v AS SELECT a FROM t WHERE b > '';
      CREATE VIEW w AS SELECT count(*) AS n FROM v;
      CREATE TRIGGER t_insert AFTER INSERT ON t BEGIN INSERT INTO log VALUES (NEW.a); END;
      CREATE TRIGGER v_insert INSTEAD OF INSERT ON v BEGIN INSERT INTO t VALUES (NEW.a, 'v'); END;
      """,
      to: """
        CREATE TABLE t (a TEXT, b TEXT NOT NULL DEFAULT '');
        CREATE TABLE log (what TEXT);
        CREATE INDEX t_a ON t (a) WHERE a IS NOT NULL;
        CREATE UNIQUE INDEX t_b ON t (b);
        CREATE VIEW v AS SELECT a FROM t WHERE b > '';
        CREATE VIEW w AS SELECT count(*) + 1 AS n FROM v;
        CREATE TRIGGER t_insert AFTER INSERT ON t BEGIN INSERT INTO log VALUES (NEW.a); END;
        CREATE TRIGGER v_insert INSTEAD OF INSERT ON v BEGIN INSERT INTO t VALUES (NEW.a, 'v'); END;
        """,
      rows: "INSERT INTO t (rowid, a, b) VALUES (5, 'a', 'b'), (9, 'c', 'd')"
    ).with { $0.question = "SELECT group_concat(rowid) || (SELECT n FROM w) FROM t" },
    Self(
      "a full-text index of a table that is made again",
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, body TEXT);
      CREATE VIRTUAL TABLE t_text USING fts5 (body, content='t', content_rowid='id');
      """,
      to: """
        CREATE TABLE t (id INTEGER PRIMARY KEY, body TEXT NOT NULL);
        CREATE VIRTUAL TABLE t_text USING fts5 (body, content='t', content_rowid='id');
        """,
      rows: """
        INSERT INTO t VALUES (1, 'one two'), (4, 'two three');
        INSERT INTO t_text (t_text) VALUES ('rebuild')
        """
    ).with { $0.question = "SELECT group_concat(rowid) FROM t_text ('two')" },
    Self(
      "STRICT", "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b REAL);",
      to: "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b REAL) STRICT;",
      rows: "INSERT INTO t VALUES (1, 'a', 2), (3, NULL, 0.5)"),
    Self(
      "a column and a table that go", album,
      to: """
        CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT NOT NULL) STRICT;
        """, rows: albums
    ).with {
      $0.allowed = [
        .droppingTable("artist"), .droppingColumn("album", "year"),
        .droppingColumn("album", "artistID"),
      ]
    },
    Self(
      "what only the first schema has, which stays", album,
      to: "CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT NOT NULL DEFAULT '') STRICT;",
      rows: albums),
    Self(
      "a new table and its index", album,
      to: """
        \(album)
        CREATE TABLE song (id INTEGER PRIMARY KEY, albumID INTEGER REFERENCES album (id)) STRICT;
        CREATE INDEX song_album ON song (albumID);
        """, rows: albums),
    Self(
      "a representation with a known conversion",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, at REAL NOT NULL) STRICT;",
      to: "CREATE TABLE t (id INTEGER PRIMARY KEY, at INTEGER NOT NULL) STRICT;",
      rows: "INSERT INTO t VALUES (1, 1700000000.5), (2, 0.0)"
    ).with { $0.representations = [("secondsSince1970", "unixMilliseconds", "t", "at")] },
    Self(
      "a meaning, with a conversion",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, rating INTEGER) STRICT;",
      to: "CREATE TABLE t (id INTEGER PRIMARY KEY, rating INTEGER) STRICT;",
      rows: "INSERT INTO t VALUES (1, 3), (2, NULL)"
    ).with {
      $0.representations = [("int64", "int64/percent", "t", "rating")]
      $0.convert = ["t.rating=(rating - 1) * 25"]
    },
    Self(
      "names with quotes, points and keywords",
      """
      CREATE TABLE "a.b" ("id" INTEGER PRIMARY KEY, "x""y" TEXT, "select" TEXT) STRICT;
      """,
      to: """
        CREATE TABLE "a.b" ("id" INTEGER PRIMARY KEY, "x""y" TEXT NOT NULL, "select" ANY,
          "`=`" TEXT NOT NULL) STRICT;
        """,
      rows: "INSERT INTO \"a.b\" VALUES (1, NULL, 's'), (2, 'z', NULL)"
    ).with {
      $0.fill = [#""a.b"."x""y"='-'"#, #""a.b"."`=`"=coalesce("select", '')"#]
    },
  ]
}
