#!/usr/bin/env python3
"""Checks the structs that `orm generate` writes: that they compile unchanged, read every row and declare the file's schema.

    Tools/check-generate.py PATH/TO/orm [--schemas 200] [--seed 1] [--database FILE]… [--folder FOLDER] [--keep]

It creates databases with random schemas and rows, writes the structs of each into a namespace of one target, and builds a
program that reads every table and view, uses every relation, and compares `Schema(of:)` with the file. The exit code is 1
if there are differences. The schemas have no virtual tables and no NOT NULL ON CONFLICT, which structs can't declare.
"""
import argparse
import pathlib
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import uuid

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent
WORDS = """album artist track order group index select count key value name title year price weight created_at born
    is_active has_cover homeURL objectID user_id größe 日本 class init self where primaryKey schema note data type kind
    description hashValue order_id Extension default URL uuid guid Row Table Column Date String JSON Label ToMany ToOne""".split()


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


class Generator:
    """A database with a random schema and rows."""

    def __init__(self, seed, path):
        self.random = random.Random(seed)
        self.db = sqlite3.connect(path)
        self.db.execute("PRAGMA foreign_keys = OFF")
        self.tables = []
        names = set()
        for _ in range(self.random.randint(1, 6)): self.table(self.name(names))
        for number in range(self.random.randint(0, 3)): self.view(self.name(names), number)
        self.db.commit()
        self.db.close()

    def chance(self, part):
        return self.random.random() < part

    def name(self, taken):
        while True:
            name = self.random.choice(WORDS)
            form = self.random.random()
            if form < 0.1: name += " " + self.random.choice(WORDS)
            elif form < 0.2: name = name.upper()
            elif form < 0.25: name = "_" + name
            elif form < 0.3: name = self.random.choice(["1st ", "a\"b ", "a`b ", "x.y ", "\\(z) "]) + name
            elif form < 0.4: name += str(self.random.randint(1, 9))
            lowered = "".join(c.lower() if c.isascii() else c for c in name)
            if lowered not in taken and not lowered.startswith("sqlite_"):
                taken.add(lowered)
                return name

    # The values of a column of a declared type.
    def values(self, kind):
        r = self.random
        day = lambda: f"{r.randint(1970, 2030):04}-{r.randint(1, 12):02}-{r.randint(1, 28):02}"
        time = lambda: f"{r.randint(0, 23):02}:{r.randint(0, 59):02}:{r.randint(0, 59):02}"
        return {
            "integer": lambda: r.randint(-1000, 1000), "large": lambda: r.choice([2**63 - 1, -2**63, 0, 7]),
            "bool": lambda: r.randint(0, 1), "real": lambda: r.choice([r.random(), 1e300, -0.5, r.randint(0, 9)]),
            "text": lambda: r.choice(["", "it's", "a\nb", "é", "日本", "x" * 300, "\x00 b"]), "blob": lambda: r.randbytes(r.randint(0, 40)),
            "day": day, "datetime": lambda: f"{day()} {time()}", "iso": lambda: f"{day()}T{time()}.000Z",
            "datesmixed": lambda: r.choice([day(), f"{day()} {time()}", r.randint(200_000_000, 1_800_000_000)]),
            "seconds": lambda: r.randint(200_000_000, 1_800_000_000), "milliseconds": lambda: r.randint(10**12, 2 * 10**12),
            "julian": lambda: 2451545.0 + r.randint(0, 999) + 0.5, "uuid": lambda: str(uuid.UUID(bytes=r.randbytes(16))),
            "UUID": lambda: str(uuid.UUID(bytes=r.randbytes(16))).upper(), "uuidblob": lambda: r.randbytes(16),
            "decimal": lambda: r.choice([r.randint(0, 99999) / 100, r.randint(0, 50)]), "numbertext": lambda: f"{r.randint(0, 999)}.50",
            "mixed": lambda: r.choice([1, 1.5, "text", b"\x00\x01"]),
        }[kind]

    TYPES = {
        "INTEGER": ["integer", "large", "bool", "seconds"], "INT": ["integer", "bool"], "BIGINT": ["large"], "TEXT": ["text", "day", "datetime", "iso", "uuid", "UUID", "numbertext"],
        "VARCHAR(36)": ["text", "uuid"], "REAL": ["real", "julian"], "DOUBLE PRECISION": ["real"], "BLOB": ["blob", "uuidblob"],
        "NUMERIC": ["decimal", "integer", "real"], "DECIMAL(10,2)": ["decimal"], "BOOLEAN": ["bool"], "TINYINT(1)": ["bool"], "DATE": ["day", "seconds", "text"],
        "DATETIME": ["datetime", "datesmixed", "seconds", "milliseconds", "julian", "iso"], "TIMESTAMP": ["datetime", "iso"], "UUID": ["uuid", "UUID", "uuidblob"],
        "STRING": ["text"], "": ["mixed", "text", "integer"], "MONEY": ["decimal"], "JSON": ["text"], "CHAR(1)": ["text"],
    }
    STRICT = {
        "INTEGER": ["integer", "bool"], "INT": ["integer"], "TEXT": ["text", "day", "datetime", "iso", "uuid", "UUID"], "REAL": ["real"], "BLOB": ["blob"],
        "ANY": ["mixed", "text", "integer"],
    }

    def table(self, name):
        r = self.random
        strict, without = self.chance(0.4), self.chance(0.15)
        types = self.STRICT if strict else self.TYPES
        taken, columns, constraints = set(), [], []
        for _ in range(r.randint(1, 8)):
            kind = r.choice(list(types))
            values = r.choice(types[kind])
            if kind == "" or self.chance(0.05) and not strict: values = r.choice([values, "mixed"])
            columns.append(dict(name=self.name(taken), type=kind, values=values, null=self.chance(0.4), extra="", key=False))
        form = r.choice(["rowid", "rowid", "autoincrement", "int", "text", "text", "composite", "none", "desc", "conflict"])
        if without and form not in ("text", "composite", "desc"): form = "text"
        key = dict(name=self.name(taken) if self.chance(0.3) else ("id" if "id" not in taken else "key id"), type="INTEGER", values="key", null=False, extra="", key=True)
        taken.add(key["name"].lower())
        if form != "none": columns.insert(0 if self.chance(0.8) else len(columns), key)
        if form == "rowid": key["extra"] = " PRIMARY KEY"
        elif form == "autoincrement": key["extra"] = " PRIMARY KEY AUTOINCREMENT"
        elif form == "conflict": key["extra"] = " PRIMARY KEY ON CONFLICT REPLACE"
        elif form == "int": key.update(type="INT", extra=" PRIMARY KEY" if self.chance(0.5) else " PRIMARY KEY NOT NULL")
        elif form == "desc":
            key.update(type="TEXT", values="textkey")
            constraints.append(f"PRIMARY KEY ({quoted(key['name'])} DESC)")
        elif form == "text":
            key.update(type="TEXT", values="textkey", extra=" PRIMARY KEY" + (" NOT NULL" if self.chance(0.5) else ""), null=self.chance(0.2) and not (strict or without))
            if "NOT NULL" in key["extra"]: key["null"] = False
        elif form == "composite":
            second = dict(name=self.name(taken), type="TEXT", values="textkey", null=False, extra="", key=True)
            columns.append(second)
            if self.chance(0.5):
                for column in (key, second): column["extra"] = " NOT NULL"
            elif self.chance(0.3): key["extra"] = " NOT NULL"
            parts = [quoted(key["name"]), quoted(second["name"])]
            if self.chance(0.5): parts.reverse()
            constraints.append(f"{'CONSTRAINT pk ' if self.chance(0.3) else ''}PRIMARY KEY ({', '.join(parts)})")
        for column in columns:
            if column["key"]: continue
            if not column["null"]: column["extra"] += " NOT NULL"
            if self.chance(0.12) and column["type"] in ("TEXT", "VARCHAR(36)", "CHAR(1)"):
                words = r.sample(["open", "closed", "in work", "class", "it's", "", "Ä"], r.randint(1, 5))
                column["values"] = words
                check = f"CHECK ({quoted(column['name'])} IN ({', '.join(self.text(w) for w in words)}))"
                if self.chance(0.5): column["extra"] += " " + check
                else: constraints.append(check)
            elif self.chance(0.1) and column["type"] in ("INTEGER", "INT"):
                numbers = r.choice([[0, 1], [1, 2, 3], [-1, 0, 1]])
                column["values"] = numbers
                column["extra"] += f" CHECK ({quoted(column['name'])} IN ({', '.join(map(str, numbers))}))"
            elif self.chance(0.05): column["extra"] += f" CHECK (length({quoted(column['name'])}) >= 0 OR {quoted(column['name'])} IS NULL)"
            if self.chance(0.15) and column["values"] in ("text", "integer", "real", "decimal", "bool", "datetime"):
                column["extra"] += " DEFAULT " + {
                    "text": r.choice(["''", "'it''s'", "(1 || 'x')"]), "integer": r.choice(["0", "-5", "(1 + 2)"]), "real": "1.5", "decimal": "0",
                    "bool": "1", "datetime": "CURRENT_TIMESTAMP"}[column["values"]]
            if self.chance(0.05) and column["values"] == "text": column["extra"] += f" COLLATE {r.choice(['NOCASE', 'RTRIM', 'BINARY'])}"
        if self.chance(0.15):
            basis = r.choice(columns)["name"]
            columns.append(dict(name=self.name(taken), type=r.choice(["TEXT", "INTEGER"] if strict else ["TEXT", "INTEGER", ""]), values=None, null=True, key=False,
                                extra=f" GENERATED ALWAYS AS (length({quoted(basis)})) {r.choice(['STORED', 'VIRTUAL'])}"))
        self.references(columns, constraints, name)
        if self.chance(0.15) and len(columns) > 2:
            pair = r.sample([c for c in columns if c["values"] is not None], 2)
            constraints.append(f"UNIQUE ({quoted(pair[0]['name'])}, {quoted(pair[1]['name'])})" + (" ON CONFLICT IGNORE" if self.chance(0.3) else ""))
        options = [word for word, isOn in (("STRICT", strict), ("WITHOUT ROWID", without)) if isOn]
        lines = [f"{quoted(c['name'])} {c['type']}{c['extra']}" for c in columns] + constraints
        self.db.execute(f"CREATE TABLE {quoted(name)} (\n  {', '.join(lines)}\n) {', '.join(options)}")
        self.tables.append(dict(name=name, columns=columns, form=form, strict=strict))
        plain = [c for c in columns if c["values"] is not None]
        for number in range(r.randint(0, 2)):
            forms = ["{}", "{}", "{} DESC", "lower({})", "{} COLLATE NOCASE", "length({}) + 1 DESC"]
            parts = ", ".join(r.choice(forms).format(quoted(c["name"])) for c in r.sample(plain, min(len(plain), r.randint(1, 2))))
            where = f" WHERE {quoted(r.choice(plain)['name'])} IS NOT NULL" if self.chance(0.3) else ""
            self.db.execute(f"CREATE INDEX {quoted(f'{name} index {number}')} ON {quoted(name)} ({parts}){where}")
        self.rows(name, columns)
        for number in range(r.choice([0, 0, 0, 1, 2])):
            self.trigger(f"{name} trigger {number}", name, [c["name"] for c in plain], r.choice(["BEFORE", "AFTER", ""]))

    def trigger(self, name, source, columns, timing):
        r = self.random
        event = r.choice(["INSERT", "DELETE", "UPDATE", "UPDATE OF"])
        if event == "UPDATE OF": event += " " + ", ".join(quoted(c) for c in r.sample(columns, r.randint(1, len(columns))))
        row = "old" if event == "DELETE" else "new"
        when = r.choice(["", f"WHEN {row}.{quoted(columns[0])} IS NOT NULL\n  "])
        body = r.choice(["SELECT 1;", f"SELECT {row}.{quoted(columns[-1])}, 'it''s \"\"\" \\(x)';\n  SELECT 2;"])
        self.db.execute(f"CREATE TRIGGER {quoted(name)} {timing} {event} ON {quoted(source)} {when}BEGIN {body} END")

    def references(self, columns, constraints, name):
        for parent in self.tables + [dict(name=name, columns=columns, form="rowid")]:
            if not self.chance(0.4): continue
            keys = [c for c in parent["columns"] if c["key"]]
            actions = self.random.choice(["", " ON DELETE CASCADE", " ON DELETE SET NULL ON UPDATE RESTRICT", " DEFERRABLE INITIALLY DEFERRED"])
            taken = {c["name"].lower() for c in columns}
            added = []
            for key in keys:
                type = key["type"] if key["type"] != "INT" or self.chance(0.5) else "INTEGER"
                added.append(dict(name=self.name(taken) + self.random.choice(["ID", "_id", ""]), type=type, values=key["values"], null=self.chance(0.5), key=False, extra=""))
            lowered = [c["name"].lower() for c in columns + added]
            if not keys or len(set(lowered)) < len(lowered): continue
            if not all(c["null"] for c in added):
                for c in added: c.update(null=False, extra=" NOT NULL")
            named = f" ({', '.join(quoted(k['name']) for k in keys)})" if self.chance(0.6) or len(keys) > 1 else ""
            if len(keys) == 1 and self.chance(0.5): added[0]["extra"] += f" REFERENCES {quoted(parent['name'])}{named}{actions}"
            else: constraints.append(f"FOREIGN KEY ({', '.join(quoted(c['name']) for c in added)}) REFERENCES {quoted(parent['name'])}{named}{actions}")
            # The list is changed in place, because a table that references itself already uses it.
            columns.extend(added)

    @staticmethod
    def text(word):
        return "'" + word.replace("'", "''") + "'"

    def rows(self, name, columns):
        written = [c for c in columns if c["values"] is not None]
        for row in range(self.random.choice([0, 1, 20, 60])):
            values = []
            for column in written:
                kind = column["values"]
                if kind == "key": value = row * 3 - 1
                elif kind == "textkey": value = f"k{row}"
                elif isinstance(kind, list): value = self.random.choice(kind)
                else: value = self.values(kind)()
                values.append(None if column["null"] and self.chance(0.3) else value)
            marks = ", ".join("?" * len(values))
            try:
                self.db.execute(f"INSERT INTO {quoted(name)} ({', '.join(quoted(c['name']) for c in written)}) VALUES ({marks})", values)
            except sqlite3.IntegrityError:
                pass

    def view(self, name, number):
        table = self.random.choice(self.tables)
        columns = [quoted(c["name"]) for c in table["columns"]]
        source = quoted(table["name"])
        form = self.random.choice(["all", "some", "count", "names", "join"])
        if form == "all": sql = f"AS SELECT * FROM {source}"
        elif form == "some": sql = f"AS SELECT {columns[0]} AS a, {columns[-1]} AS \"b c\",\r\n  length({columns[0]}) AS n -- of {number}\nFROM {source}"
        elif form == "count": sql = f"AS SELECT count(*) AS n, sum(1.5) AS s, 'a\\b' AS t FROM {source} GROUP BY {columns[-1]}"
        elif form == "names": sql = f"(x, \"y z\") AS WITH q AS (SELECT {columns[0]} AS a FROM {source}) SELECT a, '\"\"\"' FROM q"
        else: sql = f"AS SELECT one.{columns[0]} AS o, two.{columns[0]} AS t FROM {source} one LEFT JOIN {source} two ON one.rowid = two.rowid + 1"
        if form == "join" and any(True for _ in ()): return
        try:
            self.db.execute(f"CREATE VIEW {quoted(name)} {sql}")
            cursor = self.db.execute(f"SELECT * FROM {quoted(name)}")
            cursor.fetchall()
            if self.chance(0.3): self.trigger(f"{name} trigger", name, [column[0] for column in cursor.description], "INSTEAD OF")
        except sqlite3.OperationalError:
            self.db.execute(f"DROP VIEW IF EXISTS {quoted(name)}")


def program(namespace, source, path):
    """Returns the part of the program that checks one database."""
    types = re.findall(r"^  struct (\w+): ([\w, ]+) \{$", source, re.M)
    names = dict(zip(re.findall(r"^  /// The (?:table|view|virtual table) `(.*)`\.$", source, re.M), types))
    lines = [f"func check{namespace}() async throws -> [String] {{",
             "  var found: [String] = []",
             "  var configuration = Configuration()", "  configuration.isReadOnly = true", "  configuration.journalMode = nil",
             f"  let db = try Database({json_text(str(path))}, configuration: configuration)"]
    listed = []
    for name, kinds in types:
        if "TableOrView" not in kinds: listed.append(f"{namespace}.{name}.self")
        lines += [f"  found += await rows({namespace}.{name}.self, db)"]
    for owner, body in re.findall(rf"^extension {namespace}\.(\w+)\.Columns \{{\n(.*?)^\}}", source, re.M | re.S):
        for relation in re.findall(r"var (\w+): ToMany<", body):
            lines += [f"  do {{ _ = try await db.count({namespace}.{owner}.where {{ $0.{relation}.exists() }}) }}",
                      f"  catch {{ found.append(\"{namespace}.{owner}.{relation}: \\(error)\") }}"]
    lines += [f"  let schema = Schema(of: {', '.join(listed)})" if listed else "  let schema = Schema()",
              "  found += schema.unreadable.map { \"\\($0)\" }",
              "  for change in schema.changes(from: try await db.schema()) where change.action != .note {",
              "    if change.kind != .virtualTable && change.kind != .trigger { found.append(\"\\(change)\") }", "  }",
              f"  return found.map {{ \"{namespace}: \\($0)\" }}", "}", ""]
    return "\n".join(["import ORM", ""] + lines)


def json_text(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


MAIN = """import ORM

func rows<T: TableOrView & Selection>(_ type: T.Type, _ db: Database) async -> [String] {
  do {
    let rows = try await db.fetch(T.all)
    let count = try await db.value(Int.self, sql: "SELECT count(*) FROM \\(identifier: T.tableName)")
    return rows.count == count ? [] : ["\\(T.self) has \\(rows.count) rows of \\(String(describing: count))"]
  } catch {
    return ["\\(T.self): \\(error)"]
  }
}
"""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("orm")
    parser.add_argument("--schemas", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", action="append", default=[])
    parser.add_argument("--folder", help="the folder for the package; the default is a temporary one")
    parser.add_argument("--package", default=str(REPOSITORY), help="the package ORM; the default is this repository")
    options = parser.parse_args()
    orm = str(pathlib.Path(options.orm).resolve())
    folder = pathlib.Path(options.folder or tempfile.mkdtemp()).resolve()
    sources = folder / "Sources" / "Generated"
    shutil.rmtree(sources, ignore_errors=True)
    sources.mkdir(parents=True)
    databases = folder / "databases"
    shutil.rmtree(databases, ignore_errors=True)
    databases.mkdir()
    package = pathlib.Path(options.package).resolve()
    (folder / "Package.swift").write_text(f"""// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "Generated", platforms: [.macOS(.v15)], dependencies: [.package(path: {json_text(str(package))})],
  targets: [.executableTarget(name: "Generated", dependencies: [.product(name: "ORM", package: {json_text(package.name)})])])
""")
    files = []
    for number in range(options.schemas):
        path = databases / f"{number}.sqlite"
        Generator(options.seed * 100_000 + number, path)
        files.append((f"S{number}", path))
    for number, name in enumerate(options.database): files.append((f"D{number}", pathlib.Path(name).resolve()))
    again = 0
    for namespace, path in files:
        written = sources / f"{namespace}.swift"
        command = [orm, "generate", str(path), "--full", "--namespace", namespace, "--output", str(written)]
        subprocess.run(command, check=True, capture_output=True)
        first = written.read_text()
        subprocess.run(command, check=True, capture_output=True)
        again += written.read_text() != first
        (sources / f"{namespace}Check.swift").write_text(program(namespace, first, path))
    calls = "\n".join(f"found += try await check{namespace}()" for namespace, _ in files)
    (sources / "main.swift").write_text(f"{MAIN}\nvar found: [String] = []\n{calls}\nfound.forEach {{ print($0) }}\nprint(found.count, \"differences\")\n")
    # As packages.sh has it, for the scripts.
    build = package / ".build" / "packages"
    built = subprocess.run(["swift", "build", "--package-path", str(folder), "--scratch-path", str(build),
        "--disable-build-manifest-caching"], capture_output=True, text=True)
    errors = sorted(set(re.findall(r"^.*error: .*$", built.stdout + built.stderr, re.M)))
    for line in errors[:40]: print(line)
    if built.returncode: sys.exit("the structs do not compile: " + str(folder))
    ended = subprocess.run([str(build / "debug" / "Generated")], capture_output=True, text=True)
    print(ended.stdout, ended.stderr, sep="", end="")
    structs = sum(len(re.findall(r"^  struct ", (sources / f"{name}.swift").read_text(), re.M)) for name, _ in files)
    print(f"{len(files)} databases, {structs} structs; {again} differed when they were written again")
    sys.exit(ended.returncode != 0 or again > 0 or not ended.stdout.endswith("\n0 differences\n") and ended.stdout != "0 differences\n")


main()
