import ORM

/// Tables that make it hard to write structs for them.
enum HardTables {
  /// Names of columns that Swift has taken, and such as no name of Swift's can be.
  static let names = [
    "source", "count", "all", "rowID", "rank", "columns", "table", "name", "values", "where",
    "order", "limit", "join", "select", "scope", "node", "path", "bind", "row", "init", "self",
    "Type", "description", "hash", "hashValue", "default", "draft", "Key", "schema", "tableName",
    "at", "index", "oid", "_", "$", "a.b", "é", "e\u{301}", "\u{2028}", "\"", "\\", "\\(x)", "/*",
    "*/", "//", "`", "a`b", "nil", "true", "Int", "String", "stored", "to", "on", "of", "some",
    "any", "each", "repeat", "borrowing", "consuming", "async", "await", "operator", "subscript",
    "is", "as", "try", "throws", "lazy", "weak", "get", "set", "willSet", "didSet", "mutating",
    "static", "final", "macro", "package", "🎉", "½", "ªb", "x²",
  ]

  /// Statements, each up to its semicolon at the end of a line.
  private static let script = #"""
    CREATE TABLE node (id INTEGER PRIMARY KEY AUTOINCREMENT, parent INTEGER REFERENCES node (id),
      n INT REFERENCES node2, t TEXT REFERENCES texts);
    CREATE TABLE node2 (key INTEGER PRIMARY KEY,
      other INTEGER NOT NULL REFERENCES node ON DELETE CASCADE ON UPDATE RESTRICT);
    CREATE TABLE texts (code TEXT PRIMARY KEY NOT NULL COLLATE NOCASE, at TIMESTAMP,
      x TEXT COLLATE mycoll);
    CREATE TABLE dates (at TIMESTAMP PRIMARY KEY NOT NULL, n NUMERIC NOT NULL DEFAULT 1.5,
      b BOOLEAN DEFAULT TRUE, c REAL NOT NULL DEFAULT 1e3, d INT NOT NULL DEFAULT 0x10,
      e INT NOT NULL DEFAULT -5, f INT NOT NULL DEFAULT 007,
      g TEXT NOT NULL DEFAULT 'a''b"\\(x)\(y)
      ', h BLOB NOT NULL DEFAULT x'00', i BOOLEAN NOT NULL DEFAULT 1,
      j DATE NOT NULL DEFAULT CURRENT_DATE, k NOT NULL DEFAULT 5, l REAL NOT NULL DEFAULT 1,
      m INT NOT NULL DEFAULT 99999999999999999999);
    CREATE TABLE blobs (k BLOB PRIMARY KEY, v TEXT) WITHOUT ROWID;
    CREATE TABLE many (a INT, b TEXT, c REAL, PRIMARY KEY (c DESC, a), UNIQUE (b, a),
      FOREIGN KEY (a, b) REFERENCES many2 (x, y));
    CREATE TABLE many2 (x INT, y TEXT, z INT, UNIQUE (x, y), CHECK (x > 0));
    CREATE TABLE ints (i INT PRIMARY KEY) STRICT;
    CREATE TABLE desc_ (i INTEGER PRIMARY KEY DESC, s TEXT AS (i || 'x') STORED NOT NULL);
    CREATE TABLE "Error" (a INTEGER PRIMARY KEY);
    CREATE TABLE "Columns" (a INTEGER PRIMARY KEY);
    CREATE TABLE draft (a INTEGER PRIMARY KEY, b INT CHECK (b) CHECK (b > 1));
    CREATE TABLE "class" (id TEXT NOT NULL PRIMARY KEY);
    CREATE TABLE "*/ x" (a INT);
    CREATE TABLE album (a INT);
    CREATE TABLE Albums (a INT);
    CREATE TABLE sql_value (a ANY) STRICT;
    CREATE TABLE SQLValue (a);
    CREATE TABLE any_column (a ANY NOT NULL PRIMARY KEY) STRICT;
    CREATE TABLE result (a);
    CREATE TABLE identifiable (id INTEGER PRIMARY KEY);
    CREATE TABLE nn (a TEXT NOT NULL ON CONFLICT IGNORE, b TEXT UNIQUE ON CONFLICT REPLACE);
    CREATE INDEX j1 ON many (b, c);
    CREATE UNIQUE INDEX j2 ON many (a) WHERE b = '"\';
    CREATE INDEX j3 ON many (lower(b));
    CREATE VIEW w AS SELECT '
      */ }' AS x;
    """#

  static var schema: Schema {
    let read = Schema(
      reading: script.split(separator: ";\n").map {
        Schema.Entry(type: "", name: "", table: "", sql: String($0))
      })
    let columns = names.map { Schema.Column($0, type: "TEXT") }
    return Schema(
      tables: read.tables + [Schema.Table("names", columns: columns)], indexes: read.indexes,
      views: read.views, unreadable: read.unreadable)
  }
}
