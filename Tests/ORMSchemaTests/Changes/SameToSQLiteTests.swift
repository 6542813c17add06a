import ORMSchema
import Testing

/// Two definitions of a table's columns, and whether SQLite treats them the same way.
struct Pair: CustomTestStringConvertible {
  enum Verdict {
    /// All values are treated the same.
    case same
    /// A value is treated differently, or an error has another text.
    case different
    /// All values are treated the same, but only an evaluation of expressions could tell.
    case differentText
  }

  let one: String
  let other: String
  let options: String
  let verdict: Verdict

  init(_ verdict: Verdict, _ one: String, _ other: String, _ options: String = "") {
    self.one = one
    self.other = other
    self.options = options
    self.verdict = verdict
  }

  var testDescription: String { "\(one) | \(other) \(options)" }

  func schemas() throws -> (one: Schema, other: Schema) {
    (
      try Schema(of: "CREATE TABLE t (z INTEGER, \(one))\(options)"),
      try Schema(of: "CREATE TABLE t (z INTEGER, \(other))\(options)")
    )
  }

  static let all: [Pair] = [
    Pair(.same, "c INT", "c INTEGER"), Pair(.same, "c INTEGER", "c \"integer\""),
    Pair(.different, "c INT PRIMARY KEY", "c INTEGER PRIMARY KEY"),
    Pair(.different, "c INT PRIMARY KEY", "c INTEGER PRIMARY KEY", " STRICT"),
    Pair(.same, "c INT PRIMARY KEY", "c INTEGER PRIMARY KEY", " WITHOUT ROWID"),
    Pair(.same, "c INTEGER PRIMARY KEY", "c INTEGER PRIMARY KEY NOT NULL"),
    Pair(.same, "c INTEGER PRIMARY KEY", "c \"INTEGER\" PRIMARY KEY"),
    Pair(.same, "c INTEGER PRIMARY KEY", "c integer PRIMARY KEY ASC"),
    Pair(.different, "c INTEGER PRIMARY KEY", "c INTEGER PRIMARY KEY DESC"),
    Pair(.same, "c INTEGER PRIMARY KEY", "c INTEGER, PRIMARY KEY (c)"),
    Pair(.same, "c INTEGER PRIMARY KEY", "c INTEGER, PRIMARY KEY (c DESC)"),
    Pair(.different, "c INTEGER PRIMARY KEY", "c INTEGER(8) PRIMARY KEY"),
    Pair(.different, "c INTEGER PRIMARY KEY", "c INTEGER PRIMARY KEY AUTOINCREMENT"),
    Pair(.same, "c VARCHAR(10)", "c TEXT"), Pair(.same, "c VARCHAR(10)", "c VARCHAR(20)"),
    Pair(.same, "c CLOB", "c TEXT"), Pair(.different, "c STRING", "c TEXT"),
    Pair(.same, "c FLOAT", "c REAL"), Pair(.same, "c FLOAT", "c DOUBLE PRECISION"),
    Pair(.different, "c NUMERIC", "c REAL"), Pair(.same, "c DECIMAL(10,2)", "c NUMERIC"),
    Pair(.same, "c DATE", "c BOOLEAN"), Pair(.same, "c", "c BLOB"),
    Pair(.different, "c ANY", "c BLOB"), Pair(.different, "c ANY", "c"),
    Pair(.different, "c ANY", "c BLOB", " STRICT"), Pair(.different, "c TEXT", "c BLOB"),
    Pair(.different, "c TEXT PRIMARY KEY", "c TEXT PRIMARY KEY NOT NULL"),
    Pair(.same, "c TEXT PRIMARY KEY", "c TEXT PRIMARY KEY NOT NULL", " STRICT"),
    Pair(.same, "c TEXT PRIMARY KEY", "c TEXT PRIMARY KEY NOT NULL", " WITHOUT ROWID"),
    Pair(.same, "c DEFAULT 1", "c DEFAULT (1)"), Pair(.same, "c DEFAULT 1", "c DEFAULT ((1))"),
    Pair(.same, "c DEFAULT 'a'", "c DEFAULT ('a')"), Pair(.same, "c DEFAULT 'a'", "c DEFAULT a"),
    Pair(.same, "c DEFAULT 'a'", "c DEFAULT \"a\""), Pair(.same, "c DEFAULT 'a'", "c DEFAULT [a]"),
    Pair(.same, "c DEFAULT 1", "c DEFAULT +1"), Pair(.same, "c DEFAULT 1", "c DEFAULT TRUE"),
    Pair(.same, "c DEFAULT -1", "c DEFAULT (- 1)"),
    Pair(.different, "c DEFAULT 1", "c DEFAULT 1.0"),
    Pair(.same, "c INTEGER DEFAULT 1", "c INTEGER DEFAULT 1.0"),
    Pair(.same, "c INTEGER DEFAULT 1", "c INTEGER DEFAULT '1'"),
    Pair(.same, "c TEXT DEFAULT 1", "c TEXT DEFAULT '1'"),
    Pair(.same, "c REAL DEFAULT 1", "c REAL DEFAULT 1.0"),
    Pair(.different, "c DEFAULT 1", "c DEFAULT '1'"),
    Pair(.different, "c DEFAULT 'a'", "c DEFAULT 'A'"),
    Pair(.same, "c DEFAULT 16", "c DEFAULT 0x10"), Pair(.same, "c DEFAULT NULL", "c"),
    Pair(.same, "c DEFAULT (NULL)", "c"),
    Pair(.same, "c TEXT DEFAULT NULL NOT NULL", "c TEXT NOT NULL"),
    Pair(.differentText, "c DEFAULT 3", "c DEFAULT (1+2)"),
    Pair(.same, "c DEFAULT x'AB'", "c DEFAULT X'ab'"),
    Pair(.same, "c DEFAULT CURRENT_DATE", "c DEFAULT (current_date)"),
    Pair(.differentText, "c DEFAULT CURRENT_DATE", "c DEFAULT (date('now'))"),
    Pair(.same, "c DEFAULT 1e1", "c DEFAULT 10.0"), Pair(.same, "c DEFAULT .5", "c DEFAULT 0.50"),
    Pair(.same, "c COLLATE BINARY", "c"), Pair(.different, "c TEXT COLLATE NOCASE", "c TEXT"),
    Pair(.same, "c TEXT COLLATE NOCASE", "c TEXT COLLATE \"nocase\""),
    Pair(.different, "c INTEGER COLLATE NOCASE", "c INTEGER"),
    Pair(.same, "c NOT NULL", "c NOT NULL ON CONFLICT ABORT"),
    Pair(.different, "c NOT NULL", "c NOT NULL ON CONFLICT IGNORE"),
    Pair(.different, "c NOT NULL", "c CHECK (c IS NOT NULL)"), Pair(.same, "c NULL", "c"),
    Pair(.same, "c UNIQUE", "c UNIQUE ON CONFLICT ABORT"), Pair(.same, "c UNIQUE", "c, UNIQUE (c)"),
    Pair(.same, "c UNIQUE", "c UNIQUE, UNIQUE (c)"),
    Pair(.different, "c UNIQUE", "c UNIQUE ON CONFLICT REPLACE"),
    Pair(.same, "c TEXT PRIMARY KEY UNIQUE", "c TEXT PRIMARY KEY"),
    Pair(.different, "c UNIQUE", "c, UNIQUE (c COLLATE NOCASE)"),
    Pair(.same, "c COLLATE NOCASE UNIQUE", "c COLLATE NOCASE, UNIQUE (c COLLATE nocase)"),
    Pair(.same, "c CHECK (c>0)", "c CHECK ((c > 0))"),
    Pair(.same, "c CHECK (c>0)", "c, CHECK (t.c>0)"),
    Pair(.same, "c CHECK (c>0)", "c CHECK (\"c\" > /* so */ 0)"),
    Pair(.same, "c CHECK (c>0)", "c CHECK (\"T\".[C] > 0)"),
    Pair(.same, "c CHECK (c == 1 AND c != 2)", "c CHECK (c = 1 and c <> 2)"),
    Pair(.different, "c CHECK (c > 0)", "c"),
    Pair(.different, "c CHECK (c <> 'a')", "c CHECK (c <> 'A')"),
    Pair(.differentText, "c CHECK (c > 0)", "c CHECK (0 < c)"),
    Pair(.different, "c CHECK (c > 0)", "c CHECK (c > 1)"),
    Pair(.same, "c CHECK (c <> \"x\")", "c CHECK (c <> 'x')"),
    Pair(.same, "c INT GENERATED ALWAYS AS (z+1)", "c INT AS (\"z\" + 1) VIRTUAL"),
    Pair(.same, "c INT GENERATED ALWAYS", "c INT"), Pair(.same, "\"c\" INT", "[c] INT"),
    Pair(.different, "c REFERENCES p ON DELETE CASCADE", "c"),
    Pair(.same, "c REFERENCES p", "c REFERENCES P ON DELETE NO ACTION MATCH FULL"),
    Pair(
      .same, "c REFERENCES p (k) NOT DEFERRABLE",
      "c, FOREIGN KEY (c) REFERENCES p (K) DEFERRABLE INITIALLY IMMEDIATE"),
    Pair(.same, "c INT, z2", "z2, c INT"),
    Pair(.same, "c INT CONSTRAINT x NOT NULL", "c INT NOT NULL"),
  ]
}

@Suite("Definitions that SQLite treats the same")
struct SameToSQLiteTests {
  @Test(
    "Equivalent definitions differ at most by notes, and other definitions by changes",
    arguments: Pair.all)
  func changes(pair: Pair) throws {
    let (one, other) = try pair.schemas()
    for changes in [one.changes(from: other), other.changes(from: one)] {
      #expect(changes.allSatisfy(\.isNote) == (pair.verdict == .same), "\(changes)")
      #expect(changes.isEmpty == false || one == other || pair.verdict == .same)
    }
    #expect(one.changes(from: one).isEmpty)
  }

  @Test(
    "Equivalent definitions store, compare, order and return values of all classes alike",
    arguments: Pair.all)
  func values(pair: Pair) throws {
    let probes = try [pair.one, pair.other].map { try Self.probe($0, pair.options) }
    // A reference has no effect without a row to refer to.
    if pair.one.contains("REFERENCES") { return }
    #expect(
      (probes[0] == probes[1]) == (pair.verdict != .different),
      "\(zip(probes[0], probes[1]).first { $0 != $1 }.map { "\($0)" } ?? "")")
  }

  private static let values = [
    "NULL", "1", "-1", "1.0", "1.5", "'1'", "'1.0'", "'abc'", "'ABC'", "'abc '", "x'61'",
    "9007199254740993",
    "'9223372036854775808'", "1e300", "''", "'true'", "2", "'a'", "'A'",
  ]

  /// The results for the values in a column of this definition.
  private static func probe(_ definition: String, _ options: String) throws -> [String] {
    let engine = try Engine()
    try engine.execute("CREATE TABLE t (z INTEGER, \(definition))\(options)")
    var seen: [String] = []
    func run(_ sql: String) {
      do { try engine.execute(sql) } catch {
        // Without the expression that the error names.
        seen.append("\(error)".split(separator: ":").first.map(String.init) ?? "")
      }
    }
    for value in values {
      run("INSERT INTO t (z, c) VALUES (1, \(value))")
      seen += try engine.rows("SELECT typeof(c), quote(c) FROM t").map { "\($0)" }
      run("DELETE FROM t")
    }
    run("INSERT INTO t (z) VALUES (1)")
    seen += try engine.rows("SELECT typeof(c), quote(c) FROM t").map { "\($0)" }
    run("DELETE FROM t")
    for value in values { run("INSERT INTO t (z, c) VALUES (1, \(value))") }
    for value in values {
      seen += try engine.rows("SELECT count(*) FROM t WHERE c = \(value)").map { "\($0)" }
    }
    seen += try engine.rows("SELECT quote(c) FROM t ORDER BY c, typeof(c), quote(c)").map {
      "\($0)"
    }
    return seen
      + (try engine.rows("SELECT count(*) FROM (SELECT DISTINCT c FROM t)").map { "\($0)" })
  }
}
