#!/usr/bin/env python3
"""Checks the installed tool `orm` as a program: exit codes, pipes, a terminal, its start and its size.

    Tools/check-tool.py PATH/TO/orm

`Tests/ORMToolTests` tests what the commands do; these checks test what needs a process. Each check has a sentence. The
sentences of failed checks are printed, and the exit code is 1.
"""
import fcntl
import json
import os
import pathlib
import pty
import re
import select
import shlex
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
import termios
import time

CHECKS = []
PLAIN = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "TERM")}


def check(promise):
    """Registers a function as a check."""
    def note(function):
        CHECKS.append((promise, function))
        return function
    return note


def run(*arguments, stdin=None, timeout=60):
    return subprocess.run(
        [ORM, *arguments], input=stdin, capture_output=True, text=True, timeout=timeout, env=PLAIN)


def in_terminal(*arguments, environment=None, keys=(), columns=100, timeout=20):
    """Returns the output of the program to a terminal, and its exit code. `keys` are pairs of a text to wait for, and of
    keys to type then, or of a function to call with the descriptor."""
    child, descriptor = pty.fork()
    if child == 0:
        os.execve(ORM, [ORM, *arguments], {**PLAIN, "TERM": "xterm", **(environment or {})})
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    output, seen, waiting, end = b"", 0, list(keys), time.monotonic() + timeout
    try:
        while True:
            if not select.select([descriptor], [], [], max(0, end - time.monotonic()))[0]:
                os.kill(child, signal.SIGKILL)
                raise AssertionError(f"the program does not end; it has written {output[-2000:]!r}")
            try:
                piece = os.read(descriptor, 65536)
            except OSError:
                break
            if not piece: break
            output += piece
            while waiting and (place := output.find(waiting[0][0].encode(), seen)) >= 0:
                seen = place + len(waiting[0][0].encode())
                action = waiting.pop(0)[1]
                if callable(action): action(descriptor)
                else: os.write(descriptor, action.encode())
    finally:
        _, status = os.waitpid(child, 0)
        os.close(descriptor)
    return output.decode(errors="replace"), os.waitstatus_to_exitcode(status)


@check("--version and --help exit with 0 and write to standard output")
def version():
    assert run("--version").stdout.strip() == "0.2.0"
    for command in ([], ["inspect"], ["show"], ["query"], ["shell"]):
        shown = run(*command, "--help")
        assert shown.returncode == 0 and "USAGE" in shown.stdout and not shown.stderr, command
    for command in ("inspect", "show", "query", "shell"):
        assert f"Example: orm {command}" in run(command, "--help").stdout, command


@check("wrong usage exits with 2, an error of the database with 3, and both write one line to standard error")
def exit_codes():
    text = FOLDER / "text"
    text.write_text("no database " * 500)
    for code, arguments in [
        (2, ["inspect"]), (2, ["nonsense"]), (2, ["inspect", str(FOLDER / "none")]), (2, ["inspect", FILE, "albun"]),
        (2, ["show", FILE, "album", "999"]), (2, ["query", FILE, "DELETE FROM album"]),
        (2, ["query", FILE, "SELECT 1", "--format", "xls"]), (3, ["query", FILE, "SELEC 1"]), (3, ["inspect", str(text)]),
        (0, ["inspect", FILE]), (0, ["show", FILE, "album", "1"])]:
        ended = run(*arguments)
        assert ended.returncode == code, (arguments, ended)
        assert (code == 0) == bool(ended.stdout) and (code == 0) != bool(ended.stderr), (arguments, ended)
    assert "there is no command inspekt; did you mean inspect?" in run("inspekt", FILE).stderr
    assert run("help", "inspect").stdout == run("inspect", "--help").stdout


@check("each command writes JSON that parses")
def as_json():
    assert json.loads(run("inspect", FILE, "--json").stdout)["tables"][0]["name"] == "album"
    assert json.loads(run("inspect", FILE, "album", "--json").stdout)["rows"] == 2
    assert json.loads(run("show", FILE, "album", "1", "--json").stdout)["row"]["title"] == "Diamond Life"
    assert json.loads(run("query", FILE, "SELECT 1 AS one", "--json").stdout) == [{"one": 1}]


@check("generate writes structs, to a file or to a pipe, and never over the database")
def generate():
    written = FOLDER / "Tables.swift"
    assert "struct Album: Identifiable" in run("generate", FILE).stdout
    ended = run("generate", FILE, "-o", str(written), "--namespace", "Music", "--json")
    assert ended.returncode == 0 and json.loads(ended.stdout)["tables"] == 2, ended
    assert written.read_text().count("enum Music {") == 1 and "toOptional(artistID)" in written.read_text()
    for wrong in (["-o", FILE], ["-o", str(FOLDER / "none" / "x.swift")], ["--namespace", "no name"], ["--json"], ["--naming", "x"]):
        assert run("generate", FILE, *wrong).returncode == 2, wrong
    assert run("inspect", FILE).returncode == 0


@check("packages, JSON, XML and SQL are read like databases, and check and diff fail if a package differs")
def packages():
    package = FOLDER / "Music"
    (package / "Sources" / "Music").mkdir(parents=True)
    (package / "Package.swift").write_text(
        '// swift-tools-version: 6.2\nimport PackageDescription\n'
        'let package = Package(name: "Music", targets: [.target(name: "Music")])\n')
    declarations = package / "Sources" / "Music" / "Tables.swift"
    source = run("generate", FILE).stdout
    declarations.write_text(source)
    assert run("diff", str(package), FILE).returncode == 0, run("diff", str(package), FILE)
    assert run("check", FILE, "--against", str(package)).stdout.count("[differs]") == 0
    declarations.write_text(source.replace("  var title: String?", "  var title: String?\n  var plays: Int?"))
    differing = run("diff", FILE, str(package))
    assert differing.returncode == 1 and differing.stdout == "+ album: column plays\n", differing
    assert "[differs]" in run("check", FILE, "--against", str(package)).stdout
    declarations.write_text(source.replace("  var title: String?", "  var title: Unknown?"))
    open_ = run("diff", FILE, str(package), "--target", "Music")
    assert open_.returncode == 0 and "Tables.swift:" in open_.stderr and not open_.stdout, open_
    for form in ("json", "xml", "sql"):
        written = FOLDER / f"schema.{form}"
        written.write_text(run("export-schema", FILE, "--format", form).stdout)
        assert run("diff", str(written), FILE).returncode == 0, form
        assert run("export-schema", str(written), "--json").stdout == run("export-schema", FILE, "--json").stdout, form
    for form in ("mermaid", "dot"):
        assert run("diagram", str(package), "--format", form).stdout, form
    for wrong in ([str(FOLDER)], [str(package), "--target", "None"]):
        assert run("export-schema", *wrong).returncode == 2, wrong
    alone = FOLDER / "alone"
    alone.mkdir()
    shutil.copy(ORM, alone / "orm")
    ended = subprocess.run([alone / "orm", "export-schema", package], capture_output=True, text=True)
    assert ended.returncode == 2 and "orm-read" in ended.stderr, ended
    (alone / "orm-read").write_text("#!/bin/sh\nexit 127\n")
    (alone / "orm-read").chmod(0o755)
    ended = subprocess.run([alone / "orm", "export-schema", package], capture_output=True, text=True)
    assert ended.returncode == 3 and "installed again" in ended.stderr, ended


@check("plan, migrate, status, new-migration and baseline migrate a database to a package, and lose only what is allowed")
def migrations():
    path = str(FOLDER / "migrated.sqlite")
    package = FOLDER / "Migrated"
    (package / "Sources" / "Migrated").mkdir(parents=True)
    (package / "Package.swift").write_text(
        '// swift-tools-version: 6.2\nimport PackageDescription\n'
        'let package = Package(name: "Migrated", targets: [.target(name: "Migrated")])\n')
    shutil.copy(FILE, path)
    declarations = package / "Sources" / "Migrated" / "Tables.swift"
    source = run("generate", FILE).stdout
    declarations.write_text(source.replace("  var title: String?", "  var title: String?\n  var plays: Int?"))
    steps = FOLDER / "Steps"
    assert run("plan", path, str(package)).returncode == 1
    made = run("new-migration", "add plays", "--steps", str(steps), "--from", path, "--to", str(package))
    assert made.returncode == 0 and "ADD COLUMN" in pathlib.Path(made.stdout.strip()).read_text(), made
    assert run("status", path, str(package), "--steps", str(steps)).returncode == 1
    assert run("migrate", path, str(package), "--dry-run").returncode == 0
    assert run("migrate", path, "--steps", str(steps), "--dry-run").returncode == 0
    assert run("plan", path, str(package)).returncode == 1
    backup = FOLDER / "before.sqlite"
    assert run("migrate", path, str(package), "--backup", str(backup)).returncode == 0 and backup.exists()
    assert json.loads(run("baseline", path, "--steps", str(steps), "--json").stdout) != []
    assert "recorded already" in run("baseline", path, "--steps", str(steps)).stdout
    fresh = FOLDER / "created.sqlite"
    refused = run("migrate", str(fresh), str(package))
    assert refused.returncode == 2 and "--create creates it" in refused.stderr and not fresh.exists(), refused
    assert run("migrate", str(fresh), str(package), "--create").returncode == 0
    assert run("plan", str(fresh), str(package)).returncode == 0
    assert run("status", path, str(package), "--steps", str(steps)).returncode == 0
    assert run("plan", path, str(package), "--json").returncode == 0
    declarations.write_text(source.replace("@Column(references: Artist.self)", "@Column(unique: true, references: Artist.self)"))
    for options in ([], ["--dry-run"]):
        refused = run("migrate", path, str(package), *options)
        assert refused.returncode == 3 and "artistID" in refused.stderr, refused
    assert "--allow remove-rows:album" in run("plan", path, str(package)).stdout
    assert "2" in run("query", path, "SELECT count(*) FROM album", "--format", "csv").stdout
    assert run("migrate", path, str(package), "--allow", "remove-rows:album").returncode == 0
    assert "1" in run("query", path, "SELECT count(*) FROM album", "--format", "csv").stdout
    declarations.write_text(source.replace("  var title: String?", "  var title: Unknown?"))
    for wrong in (["migrate", path, str(package)], ["migrate", path], ["migrate", path, str(package), "--allow", "all"],
                  ["status", path, "--steps", str(FOLDER / "none")], ["new-migration", "x", "--from", path]):
        assert run(*wrong).returncode == 2, wrong


@check("new-migration rebuilds tables, leaves places to fill in that fail, and fills them by --fill and --convert")
def rebuilt():
    path, old, new = (str(FOLDER / name) for name in ("rebuilt.sqlite", "old.json", "new.sql"))
    shutil.copy(FILE, path)
    pathlib.Path(old).write_text(run("export-schema", path, "--json").stdout)
    sql = run("export-schema", path, "--format", "sql").stdout
    assert sql.count('"title" TEXT') == 1, sql
    pathlib.Path(new).write_text(sql.replace('"title" TEXT', '"plays" INTEGER NOT NULL, "title" TEXT'))
    for number, options in enumerate(([], ["--fill", "album.plays=length(title)"])):
        steps = str(FOLDER / f"Rebuilt{number}")
        made = run("new-migration", "plays", "--from", old, "--to", new, "--steps", steps, *options)
        assert made.returncode == 0 and ("FILL IN" in made.stderr) == (number == 0), made
        ended = run("migrate", path, "--steps", steps, "--dry-run")
        assert ended.returncode == (3, 0)[number] and ("FILL IN album.plays" in ended.stderr) == (number == 0), ended
        checked = run("check", "--steps", steps)
        assert checked.returncode == (1, 0)[number] and ("unfilled-place" in checked.stdout) == (number == 0), checked
        assert "3 rows" not in checked.stdout and "2 rows" in run("check", path, "--steps", steps).stdout
    assert run("check").returncode == 2
    assert run("migrate", path, "--steps", steps).returncode == 0
    with sqlite3.connect(path) as db:
        assert db.execute("SELECT count(*) FROM album WHERE plays = length(title)").fetchone()[0] > 0
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
    assert run("status", path, new, "--steps", steps).returncode == 0
    assert run("migrate", path, new, "--fill", "plays=1").returncode == 2


@check("record writes each version after the previous one, and --check compares a schema with the newest version")
def record():
    folder = FOLDER / "Versions"
    changed = FOLDER / "changed.sqlite"
    shutil.copy(FILE, changed)
    assert run("query", str(changed), "ALTER TABLE album ADD COLUMN plays INTEGER", "--write").returncode == 0
    first = run("record", "first", FILE, "--versions", str(folder))
    assert first.returncode == 0 and first.stdout.strip().endswith("0001-first.swift"), first
    assert run("record", "--check", FILE, "--versions", str(folder)).returncode == 0
    differs = run("record", "--check", str(changed), "--versions", str(folder))
    assert differs.returncode == 1 and "column plays is added" in differs.stdout, differs
    second = run("record", "plays", str(changed), "--versions", str(folder), "--json")
    text = pathlib.Path(json.loads(second.stdout)["file"]).read_text()
    assert 'static let plays = Schema.Version(\n    "plays", after: "first",' in text, text
    for wrong in (["record", "more", str(changed)], ["record", "a b", FILE], ["record", "first", FILE], ["record"],
                  ["record", "first", FILE, "--again"]):
        assert run(*wrong, "--versions", str(folder)).returncode == 2, wrong
    assert run("record", "plays", FILE, "--again", "--versions", str(folder)).returncode == 0
    (folder / "0002-other.swift").write_text(text.replace('"plays"', '"other"'))
    branches = run("record", "--check", FILE, "--versions", str(folder))
    assert branches.returncode == 3 and "both follow version first" in branches.stderr, branches


@check("a closed pipe ends the program without an error")
def closed_pipe():
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
    for form in ("csv", "json", "table", "vertical", "markdown"):
        program = subprocess.Popen(
            [ORM, "query", FILE, endless, "--format", form], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=PLAIN)
        program.stdout.read(1000)
        program.stdout.close()
        assert program.wait(timeout=20) == 0 and program.stderr.read() == b"", form
        program.stderr.close()


@check("only output to a terminal has colours, and none with NO_COLOR")
def colours():
    output, code = in_terminal("inspect", FILE)
    assert code == 0 and "\x1b[1m" in output and "Diamond" not in output
    assert "\x1b" not in in_terminal("inspect", FILE, environment={"NO_COLOR": "1"})[0]
    assert "\x1b" not in in_terminal("inspect", FILE, environment={"TERM": "dumb"})[0]
    assert "\x1b" not in run("inspect", FILE).stdout
    assert "\x1b[31merror:" in in_terminal("inspect", "none")[0]


@check("names and values never move a terminal's cursor")
def control_characters():
    evil = "\x1b[2J\x07\u202e\u009b31m"
    for form in ("table", "csv", "json", "jsonl", "markdown", "vertical"):
        output, code = in_terminal(
            "query", FILE, f"SELECT :v AS \"{evil}\"", "--bind", f"v={evil}", "--format", form, environment={"NO_COLOR": "1"})
        assert code == 0 and not set(output) & set("\x1b\x07\u202e\u009b"), (form, output)
    assert "\x1b" not in run("inspect", FILE, evil).stderr


@check("Ctrl-C ends a running statement")
def interrupt():
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    program = subprocess.Popen(
        [ORM, "query", FILE, endless], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=PLAIN)
    try:
        time.sleep(0.3)
        program.send_signal(signal.SIGINT)
        program.communicate(timeout=20)
        assert program.returncode in (-signal.SIGINT, 130), program.returncode
    finally:
        program.kill()


@check("import reads files and pipes, import reads what export writes, and the exit code depends on the error")
def import_and_export():
    data, database = FOLDER / "albums.csv", str(FOLDER / "imported.sqlite")
    data.write_text('id,title\n1,"a ""b"", c"\n2,\n')
    assert run("import", database, "album", str(data)).stdout == "2 rows imported into the new table album\n"
    assert run("export", database, "album").stdout == data.read_text()
    piped = run("import", database, "album", "-", "--format", "jsonl", "--json", stdin='{"id": 3, "title": "x"}\n')
    assert json.loads(piped.stdout)["imported"] == 1, piped
    assert run("import", database, "other", "-", "--format", "csv", stdin="a,b\n1,x\n").returncode == 0
    exported = FOLDER / "out.jsonl"
    assert run("export", database, "SELECT id FROM album", "-o", str(exported)).stdout == ""
    assert exported.read_text() == '{"id": 1}\n{"id": 2}\n{"id": 3}\n'
    data.write_text("id,title\n4,x\n\x1b[2J,y\n")
    for rule, code in (("stop", 3), ("skip", 1), ("report", 1)):
        ended = run("import", database, "album", str(data), "--on-error", rule)
        assert ended.returncode == code and "albums.csv:3:1: id: " in ended.stderr and "\x1b" not in ended.stderr, ended
    for arguments in (["import", database, "album", str(FOLDER / "none.csv")], ["import", database, "album", FILE],
                      ["export", database, "albun"], ["export", database, "album", "-o", database]):
        assert run(*arguments).returncode == 2, arguments


@check("import updates, ignores and replaces rows, maps columns, and reports the numbers of rows")
def conflicts():
    database, data = str(FOLDER / "conflicts.sqlite"), FOLDER / "some.csv"
    shutil.copy(FILE, database)
    data.write_text("No,Title,note\n1,Promise,x\n9,Love Deluxe,y\n")
    columns = ["--map", "No=id", "--map", "Title=title", "--omit", "note"]
    for option, said in (("--upsert", "1 row inserted, 1 updated in album\n"), ("--ignore", "0 rows inserted, 2 skipped in album\n"),
                         ("--replace", "2 rows inserted, 2 replaced in album\n")):
        ended = run("import", database, "album", str(data), option, *columns)
        assert ended.returncode == 0 and ended.stdout == said, ended
    counts = json.loads(run("import", database, "album", str(data), "--upsert", "--by", "id", "--json", *columns).stdout)
    assert (counts["inserted"], counts["updated"], counts["skipped"], counts["replaced"]) == (0, 2, 0, 0), counts
    for wrong in (["--upsert", "--ignore"], ["--by", "id"], ["--upsert", "--by", "title", *columns], ["--map", "No"], ["--map", "Nr=id"],
                  ["--omit", "x"]):
        ended = run("import", database, "album", str(data), *wrong)
        assert ended.returncode == 2 and not ended.stdout, ended
    assert "did you mean No?" in run("import", database, "album", str(data), "--map", "Nr=id").stderr
    document = FOLDER / "some.json"
    document.write_text('[{"id": 1, "title": "x"},\n {"id": 10}]')
    assert run("import", database, "album", str(document), "--upsert").stdout == "1 row inserted, 1 updated in album\n"
    assert run("query", str(document), "SELECT count(*) AS n FROM some", "--format", "csv").stdout == "n\n2\n"


@check("export --all writes SQL and folders from which sqlite3 and import --all recreate the database")
def dumps():
    dump, copy = FOLDER / "music.sql", str(FOLDER / "from-sql.sqlite")
    assert run("export", FILE, "--all", "-o", str(dump)).stdout == "" and "INSERT INTO" in dump.read_text()
    assert run("import", copy, "--all", str(dump)).stdout.endswith("was created with 2 tables\n")
    assert run("export", copy, "--all").stdout == dump.read_text()
    with sqlite3.connect(FOLDER / "by-python.sqlite") as db: db.executescript(dump.read_text())
    db.close()
    assert run("export", str(FOLDER / "by-python.sqlite"), "--all").stdout == dump.read_text()
    for form in ("csv", "json", "jsonl"):
        folder, copy = FOLDER / f"rows-{form}", str(FOLDER / f"from-{form}.sqlite")
        assert run("export", FILE, "--all", "--format", form, "-o", str(folder)).stdout == "3 files were written\n"
        assert (folder / "schema.sql").exists() and (folder / f"album.{form}").exists()
        assert json.loads(run("import", copy, "--all", str(folder), "--json").stdout)["tables"] == 2
        assert run("export", copy, "--all").stdout == dump.read_text()
    broken = FOLDER / "broken.sql"
    broken.write_text("CREATE TABLE t (a);\nINSERT INTO nope VALUES (1);\n")
    ended = run("import", str(FOLDER / "broken.sqlite"), "--all", str(broken))
    assert ended.returncode == 3 and "broken.sql:2: error: no such table: nope" in ended.stderr, ended
    assert not (FOLDER / "broken.sqlite").exists()
    for wrong in (["export", FILE], ["export", FILE, "album", "--all"], ["export", FILE, "--all", "--format", "csv"],
                  ["export", FILE, "--all", "--format", "markdown", "-o", str(FOLDER / "md")], ["import", FILE, "--all", str(dump)],
                  ["export", FILE, "--all", "--format", "csv", "-o", str(FOLDER)], ["import", copy, "--all", str(dump), str(dump)]):
        assert run(*wrong).returncode == 2, wrong


@check("--as shows values in the form that a package, a schema or a database declares, and JSON columns as JSON")
def declared_forms():
    path, schema = str(FOLDER / "forms.sqlite"), FOLDER / "forms.json"
    with sqlite3.connect(path) as db:
        db.executescript("""
            CREATE TABLE visit (id BLOB NOT NULL PRIMARY KEY, at REAL NOT NULL, tags TEXT CHECK (json_valid(tags))) STRICT;
            INSERT INTO visit VALUES (x'6f9619ff8b86d011b42d00c04fc964ff', 1709209815.25, '["a", 1.50]');
            """)
    db.close()
    package = FOLDER / "Visits"
    (package / "Sources" / "Visits").mkdir(parents=True)
    (package / "Package.swift").write_text(
        '// swift-tools-version: 6.2\nimport PackageDescription\n'
        'let package = Package(name: "Visits", targets: [.target(name: "Visits")])\n')
    (package / "Sources" / "Visits" / "Visit.swift").write_text(
        'import Foundation\nimport ORM\n@Table struct Visit { let id: UUID; var at: Date; @Column(as: JSON.self) var tags: [String]? }\n')
    schema.write_text(run("export-schema", str(package), "--json").stdout)
    row = '{"id": "6F9619FF-8B86-D011-B42D-00C04FC964FF", "at": "2024-02-29T12:30:15.25Z", "tags": ["a", 1.50]}\n'
    for declared in (str(package), str(schema)):
        shown = run("export", path, "visit", "--format", "jsonl", "--as", declared)
        assert shown.stdout == row, shown
        assert "12:30:15.25Z" in run("show", path, "visit", "6f9619ff-8b86-d011-b42d-00c04fc964ff", "--as", declared).stdout
        assert "12:30:15.25Z" in run("shell", path, "--as", declared, stdin="SELECT at FROM visit;").stdout
        copy = str(FOLDER / "forms-copy.sqlite")
        shutil.copy(path, copy)
        assert run("query", copy, "DELETE FROM visit", "--write").returncode == 0
        assert run("import", copy, "visit", "-", "--format", "jsonl", "--as", declared, stdin=shown.stdout).returncode == 0
        assert run("export", copy, "--all").stdout == run("export", path, "--all").stdout
    assert '"tags": ["a", 1.50]}' in run("query", path, "SELECT tags FROM visit", "--json").stdout
    assert r'"tags": "[\"a\", 1.50]"}' in run("query", path, "SELECT tags FROM visit", "--json", "--json-as-text").stdout
    for wrong in (["--as", str(FOLDER / "none")], ["--target", "Visits"]):
        assert run("query", path, "SELECT 1", *wrong).returncode == 2, wrong


@check("a table on a terminal fits its width, and a pipe gets complete values")
def wide_table():
    sql = "SELECT 'a text with many words' AS a, 'another one that is longer' AS b, 3 AS c"
    for columns in (30, 45, 60, 100):
        output, code = in_terminal("query", FILE, sql, environment={"NO_COLOR": "1"}, columns=columns)
        lines = [line for line in output.split("\r\n") if "cut to fit" not in line]
        assert code == 0 and all(len(line) <= columns for line in lines), (columns, output)
        assert ("…" in output) == (columns < 53), output
    assert "another one that is longer" in run("query", FILE, sql).stdout
    many = "SELECT " + ", ".join(f"'some words {n}' AS c{n}" for n in range(30))
    output, code = in_terminal("query", FILE, many, environment={"NO_COLOR": "1"})
    assert code == 0 and "── row 1" in output and "…" not in output, output


@check("a field of 4 GB is refused with its line, in less than 32 MB of memory")
def endless_field():
    data = FOLDER / "endless.csv"
    data.write_text("a,b\n1,2\n3,")
    with open(data, "r+b") as file: file.truncate(4 << 30)
    program = subprocess.Popen(
        [ORM, "import", str(FOLDER / "endless.sqlite"), "t", str(data)], stderr=subprocess.PIPE, text=True, env=PLAIN)
    said = program.stderr.read()
    _, status, usage = os.wait4(program.pid, 0)
    program.returncode = os.waitstatus_to_exitcode(status)
    assert program.returncode == 3 and "endless.csv:3:1: the row that begins here has more than 4 MiB" in said, said
    # Linux counts in KiB, macOS in bytes.
    memory = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    assert memory < 32e6, memory
    data.unlink()


def slow_table(name):
    """Creates a database with a table into which inserting a row takes some milliseconds."""
    path = str(FOLDER / name)
    with sqlite3.connect(path) as db:
        db.executescript("""
            CREATE TABLE slow (a INTEGER);
            CREATE TRIGGER wait AFTER INSERT ON slow BEGIN
              SELECT count(*) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 40000) SELECT i FROM n);
            END;
            """)
    db.close()
    data = FOLDER / "slow.csv"
    data.write_text("a\n" + "".join(f"{number}\n" for number in range(10_000)))
    return path, str(data)


def resize(columns):
    return lambda descriptor: fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))


@check("a terminal shows the progress of a command after a second, in one line of any width, and Ctrl-C undoes the command")
def progress():
    path, data = slow_table("slow.sqlite")
    output, code = in_terminal(
        "import", path, "slow", data, environment={"NO_COLOR": "1"}, columns=70,
        keys=[(" left", resize(40)), ("\r\x1b[Jimporting", resize(12)), ("\r\x1b[Jimporting", resize(100)), (" left", "\x03")])
    assert code == 130, (code, output)
    lines = [line for line in output.replace("^C", "").split("\r\x1b[J") if line.startswith("importing")]
    assert any("█" in line or "░" in line for line in lines) and any(len(line) <= 11 for line in lines), lines
    assert all(len(line) < 100 for line in lines) and "\n" not in output.strip(), output
    assert output.replace("^C", "").endswith("\r\x1b[J"), output[-80:]
    with sqlite3.connect(path) as db: assert db.execute("SELECT count(*) FROM slow").fetchone() == (0,)
    db.close()
    assert not os.path.exists(path + "-journal")


@check("an import that a signal ends leaves neither rows nor a new file")
def ended_by_signal():
    data, path = FOLDER / "long.csv", FOLDER / "fresh.sqlite"
    data.write_text("a,b\n" + "1,some words that take room\n" * 3_000_000)
    for sent in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        program = subprocess.Popen([ORM, "import", str(path), "t", str(data)], env=PLAIN, stderr=subprocess.DEVNULL)
        while not path.exists() and program.poll() is None: time.sleep(0.01)
        program.send_signal(sent)
        assert program.wait(timeout=60) == 128 + sent, (sent, program.returncode)
        assert not list(FOLDER.glob("fresh.sqlite*")), sent
    data.unlink()


@check("a pipe or a device stays one when it is written to, a full one is an error, and a pipe is not opened as a database")
def no_files():
    pipe = FOLDER / "pipe"
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE, text=True)
    ended = run("export", FILE, "artist", "-o", str(pipe))
    assert ended.returncode == 0 and reader.communicate(timeout=20)[0] == "id,name\n1,Sade\n", ended
    assert pipe.is_fifo()
    refused = run("inspect", str(pipe))
    assert refused.returncode == 2 and "is not a regular file" in refused.stderr, refused
    if not os.path.exists("/dev/full"): return
    before = os.stat("/dev/full").st_mode
    for command in (["export", FILE, "artist"], ["diagram", FILE], ["generate", FILE]):
        ended = run(*command, "-o", "/dev/full")
        assert ended.returncode == 3 and "No space left" in ended.stderr, ended
        with open("/dev/full", "w") as full:
            ended = subprocess.run([ORM, *command], stdout=full, stderr=subprocess.PIPE, text=True, env=PLAIN, timeout=60)
        assert ended.returncode == 3 and "No space left" in ended.stderr, ended
    assert os.stat("/dev/full").st_mode == before


@check("a pipe, a dumb terminal and a fast command have no progress line")
def no_progress():
    path, data = slow_table("slow2.sqlite")
    pathlib.Path(data).write_text("a\n" + "1\n" * 400)
    ended = run("import", path, "slow", data)
    assert ended.returncode == 0 and ended.stderr == "" and ended.stdout == "400 rows imported into slow\n", ended
    output, code = in_terminal("import", path, "slow", data, environment={"TERM": "dumb"})
    assert code == 0 and output == "400 rows imported into slow\r\n", output
    output, code = in_terminal("query", FILE, "SELECT 1", environment={"NO_COLOR": "1"})
    assert code == 0 and "\x1b" not in output, output


ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n;"


def in_shell(*keys, arguments=(), file=None, **options):
    """Returns the output of `orm shell` to a terminal without colours, and its exit code."""
    environment = {"NO_COLOR": "1", "XDG_STATE_HOME": str(FOLDER / "state"), **options.pop("environment", {})}
    return in_terminal("shell", file or FILE, *arguments, environment=environment, keys=keys, **options)


@check("shell reads statements from a pipe, without a prompt, and exits with 3 if one has failed")
def shell_pipe():
    ended = run("shell", FILE, "--format", "csv", stdin="SELECT 1 AS a;\n.tables\nSELECT\n2 AS b")
    assert ended.returncode == 0 and ended.stdout == "a\n1\nalbum\nartist\nb\n2\n" and not ended.stderr, ended
    ended = run("shell", FILE, "--format", "csv", stdin="SELEC;\nSELECT 1 AS a;\n")
    assert ended.returncode == 3 and ended.stdout == "a\n1\n" and "line 1: error: near" in ended.stderr, ended
    for wrong in ("DELETE FROM album;", ".nonsense", "SELECT 1;\0SELECT 2;"):
        ended = run("shell", FILE, stdin=wrong)
        assert ended.returncode == 2 and "\x1b" not in ended.stderr, ended
    for wrong in ([str(FOLDER / "none")], [str(FOLDER)], []):
        assert run("shell", *wrong, stdin="SELECT 1;").returncode == 2, wrong
    for sent, code in ((signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)):
        for script in ("SELECT 'begun';\nBEGIN;\n" + ENDLESS, "SELECT 'begun';\n"):
            waiting = subprocess.Popen(
                [ORM, "shell", FILE, "--format", "csv"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=PLAIN)
            waiting.stdin.write(script.encode())
            waiting.stdin.flush()
            assert b"begun" in waiting.stdout.read(7)
            time.sleep(0.3)
            waiting.send_signal(sent)
            assert waiting.wait(timeout=20) == code, (script, waiting.returncode)
            waiting.stdin.close()
            waiting.stdout.close()
    reader = subprocess.Popen(
        [ORM, "shell", FILE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=PLAIN)
    reader.stdin.write(ENDLESS.replace("count(*)", "i").encode())
    reader.stdin.close()
    reader.stdout.read(1000)
    reader.stdout.close()
    assert reader.wait(timeout=20) == 0 and reader.stderr.read() == b""
    reader.stderr.close()


@check("shell edits lines, completes names, and shows rows")
def shell_edits():
    output, code = in_shell(
        ("orm> ", "SELEXT * FROM al\t"), ("album", "\x01\x1b[C\x1b[C\x1b[C\x1b[C\x7fE\x1b[3~C\x05;\r"),
        ("Promise", "SELECT 'a\r"), ("...> ", "b' AS \"two lines\";\r"), ("two lines", ""), ("lines\r\n", ""), ("orm> ", "\x04"))
    assert code == 0 and "Diamond Life" in output and r"a\nb" in output, (code, output)
    output, code = in_shell(("orm> ", "SELECT * FROM a\t"), ("album   artist", "\x03"), ("^C", ".quit\r"), columns=40)
    assert code == 0, output


@check("shell keeps its history for the next shell, in a file that only its owner can read")
def shell_history():
    in_shell(("orm> ", "SELECT 'kept' AS word;\r"), ("kept\r\n", " SELECT 'secret';\r"), ("secret\r\n", ""), ("orm> ", "\x04"))
    path = FOLDER / "state" / "orm" / "history"
    assert path.stat().st_mode & 0o777 == 0o600 and "secret" not in path.read_text(), path.read_text()
    output, code = in_shell(("orm> ", "\x1b[A"), ("AS word;", "\r"), ("kept\r\n", ""), ("orm> ", "\x12kep"), ("search kep: ", "\r"),
                            ("kept\r\n", ""), ("orm> ", "\x04"))
    assert code == 0, output
    output, code = in_shell(("can't be saved", ""), ("orm> ", "\x04"), environment={"XDG_STATE_HOME": FILE})
    assert code == 0, output


@check("in a shell, Ctrl-C discards the line or stops the statement, and Ctrl-D exits")
def shell_interrupt():
    output, code = in_shell(
        ("orm> ", "nonsense\x03"), ("^C", ENDLESS + "\r"), ("FROM n;\r", pause_and_type("\x03")),
        ("interrupted", "SELECT 6 * 7 AS a;\r"), ("42", ""), ("orm> ", "\x04"))
    assert code == 0 and "syntax" not in output, output
    rows = ENDLESS.replace("count(*)", "i")
    output, code = in_shell(("orm> ", rows + "\r"), ("9999", "\x03"), ("interrupted", ""), ("orm> ", "\x04"))
    assert code == 0, output[-200:]


@check("a shell prompts for each line on a terminal that can't edit, and Ctrl-C discards an incomplete statement there, too")
def shell_dumb():
    output, code = in_shell(
        ("orm> ", "SELECT\r"), ("...> ", "\x03"), ("orm> ", "SELECT 6 * 7 AS a;\r"), ("42", ENDLESS + "\r"),
        ("FROM n;", pause_and_type("\x03")), ("interrupted", ""), ("orm> ", "\x04"), environment={"TERM": "dumb"})
    assert code == 0 and "syntax" not in output, (code, output)


def pause_and_type(keys):
    """Types after a pause in which the program can begin to run the last input."""
    def act(descriptor):
        time.sleep(0.3)
        os.write(descriptor, keys.encode())
    return act


@check("the prompt shows an open transaction, and one that is open at the end is rolled back with a message")
def shell_transaction():
    copy = str(FOLDER / "shell.sqlite")
    shutil.copy(FILE, copy)
    output, code = in_shell(
        ("orm> ", "BEGIN;\r"), ("orm*> ", "DELETE FROM album;\r"), ("2 rows changed", ""), ("orm*> ", "\x04"), file=copy, arguments=["--write"])
    assert code == 0 and "rolled back" in output, output
    with sqlite3.connect(copy) as db: assert db.execute("SELECT count(*) FROM album").fetchone() == (2,)
    db.close()


@check("a paste is one text, and runs when Enter is pressed")
def shell_paste():
    output, code = in_shell(
        ("orm> ", "\x1b[200~SELECT 1 AS a;\rSELECT 2 AS b;\x1b[201~"), ("AS b;", "\r"), ("b\r\n", ""), ("orm> ", "\x04"))
    assert code == 0, output
    long = "SELECT length('" + "é" * 1_000_000
    def paste(descriptor):
        bytes_ = ("\x1b[200~" + long + "') AS n;\x1b[201~").encode()
        while bytes_: bytes_ = bytes_[os.write(descriptor, bytes_[:4000]):]
    output, code = in_shell(("orm> ", paste), ("AS n;", "\r"), ("1000000", ""), ("orm> ", "\x04"), timeout=60)
    assert code == 0 and len(output) < 100_000, len(output)


@check("a terminal of any width shows a long line, and its mode is restored at the end")
def shell_terminal():
    output, code = in_shell(
        ("orm> ", "SELECT 'a long text that has no room' AS"), ("AS", resize(20)), ("AS", resize(5)), ("AS", resize(80)),
        ("AS", " a;\r"), ("no room\r\n", ""), ("orm> ", "\x04"), columns=60)
    assert code == 0, output
    for ending in (signal.SIGTERM, signal.SIGHUP, None):
        child, descriptor = pty.fork()
        if child == 0:
            os.execve(ORM, [ORM, "shell", FILE], {**PLAIN, "TERM": "xterm", "XDG_STATE_HOME": str(FOLDER / "state")})
        before = termios.tcgetattr(descriptor)
        output = b""
        while b"orm> " not in output: output += os.read(descriptor, 65536)
        assert termios.tcgetattr(descriptor)[3] & termios.ICANON == 0
        os.kill(child, ending) if ending else os.write(descriptor, b"\x04")
        end = time.monotonic() + 20
        while os.waitpid(child, os.WNOHANG)[0] == 0:
            if time.monotonic() > end:
                os.kill(child, signal.SIGKILL)
                raise AssertionError(f"it does not end by {ending}; it wrote {output[-2000:]!r}")
            if select.select([descriptor], [], [], 0.05)[0]:
                try: output += os.read(descriptor, 65536)
                except OSError: pass
        assert termios.tcgetattr(descriptor) == before, (ending, termios.tcgetattr(descriptor), before)
        assert output.rstrip().endswith(b"\x1b[?2004l"), (ending, output)
        os.close(descriptor)


@check("Ctrl-Z restores the terminal, and the shell continues with the same line")
def shell_suspend():
    child, descriptor = pty.fork()
    if child == 0:
        # Ctrl-Z returns to this shell, which has job control.
        os.execve("/bin/bash", ["bash", "--norc", "-i"], {**PLAIN, "TERM": "xterm", "PS1": "bash$ ", "XDG_STATE_HOME": str(FOLDER / "state")})
    output = b""
    def wait_for(text):
        nonlocal output
        end = time.monotonic() + 20
        while text not in output:
            assert select.select([descriptor], [], [], max(0, end - time.monotonic()))[0], output
            output += os.read(descriptor, 65536)
        output = output[output.index(text) + len(text):]
    try:
        for seen, typed in [(b"bash$ ", f"{ORM} shell {FILE}\n"), (b"orm> ", "SELECT 6 *"), (b"*", "\x1a"), (b"Stopped", "stty -a\n"),
                            (b" icanon", "fg\n"), (b"*", " 7;\r"), (b"42", ""), (b"orm> ", "\x04"), (b"bash$ ", "exit\n")]:
            wait_for(seen)
            os.write(descriptor, typed.encode())
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(descriptor)


@check("a shell continues when its database is locked, and exits when its terminal is gone")
def shell_locked():
    copy = str(FOLDER / "locked.sqlite")
    shutil.copy(FILE, copy)
    db = sqlite3.connect(copy, isolation_level=None)
    def lock(descriptor):
        db.execute("BEGIN EXCLUSIVE")
        os.write(descriptor, b"SELECT 1 FROM album;\r")
    output, code = in_shell(
        ("orm> ", lock), ("album;\r", pause_and_type("\x03")), ("interrupted", ""), ("orm> ", "SELECT 6 * 7 FROM alb\tum;\r"),
        ("album;\r", lambda descriptor: db.execute("ROLLBACK")), ("42", ""), ("orm> ", "\x04"), file=copy)
    db.close()
    assert code == 0, output
    child, descriptor = pty.fork()
    if child == 0: os.execve(ORM, [ORM, "shell", FILE], {**PLAIN, "TERM": "xterm", "XDG_STATE_HOME": str(FOLDER / "state")})
    os.read(descriptor, 65536)
    os.close(descriptor)
    end = time.monotonic() + 20
    while os.waitpid(child, os.WNOHANG)[0] == 0:
        assert time.monotonic() < end, "it goes on without a terminal"
        time.sleep(0.01)


@check("backup, compact, optimize and a query of CSV work, and refuse to replace a file")
def upkeep():
    copy = str(FOLDER / "copy.sqlite")
    assert json.loads(run("backup", FILE, copy, "--json").stdout)["copy"] == copy
    assert run("query", copy, "SELECT count(*) AS n FROM album", "--format", "csv").stdout == "n\n2\n"
    assert run("backup", FILE, copy).returncode == 2 and run("compact", FILE, "--into", copy).returncode == 2
    assert run("compact", copy).returncode == 0 and run("optimize", copy).returncode == 0
    with open(copy, "r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 100)
    saved = run("recover", copy, str(FOLDER / "saved.sqlite"), "--json")
    assert saved.returncode == 1 and json.loads(saved.stdout)["unreadablePages"] == 1, saved
    data = FOLDER / "songs.csv"
    data.write_text("title,length\nHang On,3.5\nJezebel,5.5\n")
    assert run("query", str(data), "SELECT avg(length) AS a FROM songs", "--format", "csv").stdout == "a\n4.5\n"
    assert run("query", str(data), "SELECT 1", "--write").returncode == 2


@check("check exits with 1 for warnings, and not for notes")
def findings():
    path = str(FOLDER / "findings.sqlite")
    with sqlite3.connect(path) as db: db.execute("CREATE TABLE t (a INTEGER)")
    db.close()
    noted = run("check", path, "--json")
    assert noted.returncode == 0 and json.loads(noted.stdout)[0]["name"] == "strict-candidate", noted
    with sqlite3.connect(path) as db: db.execute("INSERT INTO t VALUES ('x')")
    db.close()
    warned = run("check", path)
    assert warned.returncode == 1 and "[other-class]" in warned.stdout, warned


EVIL = "a\"b'c\n\x1b[31m`\\(x) */ é"


@check("a table, a column, values and files whose names have quotes, newlines and escapes work in every command")
def hostile_names():
    folder = FOLDER / "evil\"'\n\x1b[2J"
    folder.mkdir()
    path, quoted = str(folder / "e'\".sqlite"), '"' + EVIL.replace('"', '""') + '"'
    with sqlite3.connect(path) as db:
        db.execute(f"CREATE TABLE {quoted} (id INTEGER PRIMARY KEY, {quoted} TEXT UNIQUE, parent INTEGER REFERENCES {quoted})")
        db.execute(f"CREATE INDEX \"i {EVIL.replace(chr(34), chr(34) * 2)}\" ON {quoted} (lower({quoted}))")
        db.execute(f"CREATE VIEW \"v {EVIL.replace(chr(34), chr(34) * 2)}\" AS SELECT {quoted} FROM {quoted}")
        db.execute(f"INSERT INTO {quoted} VALUES (1, ?, NULL), (2, 'x', 1)", [EVIL])
    db.close()
    other = str(folder / "other")
    schemas = {form: str(folder / f"s\n{form}") for form in ("json", "sql")}

    def ends(code, *arguments, raw=False):
        ended = run(*arguments)
        assert ended.returncode == code, (arguments, ended)
        assert "\x1b" not in ended.stderr and (raw or "\x1b" not in ended.stdout), (arguments, ended)
        return ended.stdout

    assert "2" in ends(0, "inspect", path, EVIL) and ends(0, "inspect", path)
    assert json.loads(ends(0, "show", path, EVIL, "1", "--json"))["row"][EVIL] == EVIL
    ends(0, "show", path, EVIL, "2")
    for form in ("table", "markdown", "vertical", "json", "jsonl"): ends(0, "query", path, f"SELECT * FROM {quoted}", "--format", form)
    assert json.loads(ends(0, "query", path, f"SELECT {quoted} AS v FROM {quoted} WHERE {quoted} = :x", "--bind", f"x={EVIL}", "--json")) == [{"v": EVIL}]
    for form in ("svg", "mermaid", "dot"): ends(0, "diagram", path, "--format", form)
    for form, schema in schemas.items():
        pathlib.Path(schema).write_text(ends(0, "export-schema", path, "--format", form, raw=True))
        assert ends(0, "diff", schema, path) == "", form
    # XML can't escape the character, so it is refused, and not left out.
    assert ends(3, "export-schema", path, "--format", "xml") == ""
    for form in ("svg", "mermaid", "dot"): ends(0, "export-schema", path, "--format", form)
    ends(0, "export-schema", path, "--format", "swift", raw=True)
    ends(1, "check", path)
    ends(0, "generate", path, "--output", str(folder / "Tables\n.swift"))
    data = folder / "d\n.csv"
    data.write_text(ends(0, "export", path, EVIL, raw=True))
    assert EVIL in ends(0, "export", path, EVIL, "--format", "csv", raw=True).replace('""', '"')
    with sqlite3.connect(path) as db: db.execute(f"DELETE FROM {quoted}")
    db.close()
    ends(0, "import", path, EVIL, str(data))
    ends(0, "import", str(folder / "new"), EVIL, str(data))
    with sqlite3.connect(path) as db: assert db.execute(f"SELECT {quoted} FROM {quoted} WHERE id = 1").fetchone() == (EVIL,)
    db.close()
    ends(0, "backup", path, other)
    ends(0, "compact", other)
    ends(0, "compact", other, "--into", other + "\n2")
    ends(0, "optimize", other)
    ends(0, "recover", other, other + "\x1b3")
    with sqlite3.connect(other) as db: db.execute(f"ALTER TABLE {quoted} ADD COLUMN \"p{EVIL.replace(chr(34), chr(34) * 2)}\" TEXT")
    db.close()
    ends(1, "diff", path, other)
    ends(1, "plan", path, other)
    steps = str(folder / "St\neps")
    output, code = in_terminal("new-migration", EVIL, "--steps", steps + "\n2", environment={"NO_COLOR": "1"})
    assert code == 0 and "\x1b" not in output and output.count("\n") == 1, output
    made = ends(0, "new-migration", EVIL, "--from", path, "--to", other, "--steps", steps, raw=True)
    assert pathlib.Path(made[:-1]).read_text(), made
    ends(1, "status", path, "--steps", steps)
    ends(0, "migrate", path, "--steps", steps)
    ends(0, "baseline", path, "--steps", steps)
    ends(0, "diff", path, other)
    for command in ("inspect", "show"): ends(2, command, path, EVIL + "!", *(["1"] if command == "show" else []))
    # A source with blanks that is not the name of a table is SQL.
    ends(3, "export", path, EVIL + "!")
    ends(2, "inspect", path + "\x1b")


@check("10,000 tables are inspected, compared, checked, dumped and written as structs, each within 60 s, and too many for a picture")
def many_tables():
    path = FOLDER / "many.sqlite"
    with sqlite3.connect(path) as db:
        for number in range(10_000): db.execute(f"CREATE TABLE t{number} (a INTEGER PRIMARY KEY, b TEXT)")
    db.close()
    ended = run("inspect", str(path), timeout=60)
    assert ended.returncode == 0 and ended.stdout.count("\nt") >= 10_000, ended.stderr
    schema = FOLDER / "many.json"
    schema.write_text(run("export-schema", str(path), "--json").stdout)
    assert run("diff", str(schema), str(path)).stdout == ""
    assert run("check", str(path), "--json").returncode == 0
    assert run("generate", str(path)).stdout.count("@Table(") == 10_000
    assert run("export", str(path), "--all").stdout.count("CREATE TABLE t") == 10_000
    refused = run("diagram", str(path))
    assert refused.returncode == 2 and "1000 at most" in refused.stderr, refused


@check("twice the number of tables takes at most about twice the instructions, if valgrind is installed to count them")
def linear():
    if not shutil.which("valgrind"): return
    def schema(count):
        path = FOLDER / f"linear-{count}.sqlite"
        with sqlite3.connect(path) as db:
            for number in range(count):
                parent = f", parent INTEGER REFERENCES t{number - 1} (id)" if number % 3 == 1 else ""
                db.executescript(f"""
                    CREATE TABLE t{number} (id INTEGER PRIMARY KEY, name TEXT NOT NULL{parent});
                    CREATE INDEX t{number}_name ON t{number} (name);
                    """)
        db.close()
        path.with_suffix(".json").write_text(run("export-schema", str(path), "--json").stdout)
        return str(path)
    def instructions(command, path):
        arguments = [path, str(pathlib.Path(path).with_suffix(".json"))] if command == "plan" else [path]
        ended = subprocess.run(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", ORM, command, *arguments],
            capture_output=True, text=True, timeout=600, env=PLAIN)
        return int(re.search(r"I +refs: +([0-9,]+)", ended.stderr)[1].replace(",", ""))
    few, many = schema(400), schema(800)
    for command in ("inspect", "check", "generate", "plan"):
        ratio = instructions(command, many) / instructions(command, few)
        assert ratio < 2.2, (command, ratio)


@check("every command of the README works in its order, with only a database and a package")
def readme():
    folder = FOLDER / "new user"
    sources = folder / "Sources" / "Music"
    sources.mkdir(parents=True)
    with sqlite3.connect(folder / "music.sqlite") as db:
        db.executescript("""
            CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
            CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT NOT NULL, artistID INTEGER NOT NULL REFERENCES artist (id)) STRICT;
            INSERT INTO artist VALUES (1, 'Sade');
            """)
        db.executemany("INSERT INTO album VALUES (?, ?, 1)", [(n, f"title {n}") for n in range(1, 2000)])
    db.close()
    damaged = bytearray((folder / "music.sqlite").read_bytes())
    damaged[4 * 4096:5 * 4096] = bytes(4096)
    (folder / "damaged.sqlite").write_bytes(damaged)
    (folder / "albums.csv").write_text("id,title,artistID\n5000,Promise,1\n5001,Lovers Rock,1\n")
    (folder / "more.csv").write_text("id,Album,artistID,label\n5000,Promise!,1,Epic\n5002,Love Deluxe,1,Epic\n")
    (folder / "Package.swift").write_text(
        '// swift-tools-version: 6.2\nimport PackageDescription\nlet package = Package(name: "Music", targets: [.target(name: "Music")])\n')
    (sources / "Tables.swift").write_text("""
        import ORM
        @Table struct Artist { let id: Int; var name: String }
        @Table struct Album { let id: Int; var title: String; @Column(index: true, references: Artist.self) var artistID: Int; var plays: Int? }
        """)
    text = (pathlib.Path(__file__).resolve().parent.parent / "README.md").read_text()
    section = text.split("\n## The tool\n")[1].split("\n## ")[0]
    commands = [line.split("`")[1] for line in section.splitlines() if line.startswith("| `orm ")]
    findings = {"recover", "diff", "check", "plan"}
    select = {"music.sqlite": "SELECT * FROM album", "albums.csv": "SELECT title FROM data"}
    shown = set()
    for command in commands:
        words = command.split()
        shown.add(words[1])
        line = command
        for file, sql in select.items():
            if words[1:3] == ["query", file]: line = command.replace("SELECT … FROM data", sql).replace("SELECT …", sql)
        ended = subprocess.run(
            f"{shlex.quote(str(pathlib.Path(ORM).parent))}/{line}", shell=True, cwd=folder, capture_output=True, text=True, env=PLAIN)
        expected = 1 if words[1] in findings and "--steps" not in words else 0
        assert ended.returncode == expected and (expected or not ended.stderr), (line, ended)
    listed = set(re.findall(r"^  ([a-z-]+) ", run("--help").stdout.split("SUBCOMMANDS:")[1], re.M))
    assert shown == listed - {"help"}, shown ^ listed
    assert (folder / "schema.svg").exists() and (folder / "Tables.swift").exists() and len(list((folder / "Migrations").iterdir())) == 1
    with sqlite3.connect(folder / "music.sqlite") as db:
        assert db.execute("SELECT count(plays), count(*) FROM album").fetchone() == (0, 2002)
        assert db.execute("SELECT title FROM album WHERE id = 5000").fetchone() == ("Promise!",)
    db.close()


@check("completions are generated for bash, zsh and fish")
def completions():
    for shell in ("bash", "zsh", "fish"):
        assert "inspect" in run("--generate-completion-script", shell).stdout, shell


def main():
    # A shell that runs this script in the background makes it and its child processes ignore Ctrl-C. Child processes
    # of a process with a handler get the default action.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # The parent process may make this one ignore these signals, as nohup does; orm keeps ignoring ignored signals.
    for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGQUIT): signal.signal(number, signal.SIG_DFL)
    global ORM, FOLDER, FILE
    if len(sys.argv) != 2: sys.exit(__doc__)
    ORM = str(pathlib.Path(sys.argv[1]).resolve())
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        FOLDER = pathlib.Path(folder)
        FILE = str(FOLDER / "music.sqlite")
        with sqlite3.connect(FILE) as db:
            db.executescript("""
                CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
                CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT, artistID INTEGER REFERENCES artist (id));
                INSERT INTO artist VALUES (1, 'Sade');
                INSERT INTO album VALUES (1, 'Diamond Life', 1), (2, 'Promise', 1);
                """)
        db.close()
        for promise, function in CHECKS:
            try:
                function()
                print(f"ok      {promise}")
            except Exception as error:
                failures += 1
                print(f"FAILED  {promise}: {type(error).__name__}: {error}")
        starts = []
        for _ in range(21):
            start = time.perf_counter()
            run("--version")
            starts.append(time.perf_counter() - start)
        size = os.stat(ORM).st_size / 1e6
        print(f"        it starts in {sorted(starts)[10] * 1000:.1f} ms and has {size:.1f} MB")
        if size > 20:
            failures += 1
            print("FAILED  it has no more than 20 MB")
    sys.exit(failures > 0)


main()
