#!/usr/bin/env python3
"""Checks what the compiler does not check: the lengths of lines and functions, the places of files, and words in comments.

    Tools/tidy.py             # fails if a file has more findings than tidy-allowed.txt allows
    Tools/tidy.py --shrink    # lowers the numbers in that file to the current ones, and never raises one

The rules apply to the Swift files of Sources, unless they name others:

- `room`      each file is in a folder that rooms.txt lists
- `csqlite`   `import CSQLite` is only in the room of SQLite's calls
- `asking`    pragmas and `sqlite_schema` are queried only in the rooms for that
- `columns`   no line is longer than 100 columns, including comments and strings, except for an address
- `function`  no function is longer than 70 lines
- `words`     comments, strings, guides and README files use the words of SQLite's and Swift's documentation: see WORDS
- `tests`     tests are in folders named after the rooms that they test: see BESIDE_ROOMS
- `page`      the paths that ARCHITECTURE.md and Tricks.md name exist; ARCHITECTURE.md names each room, and the file of
              each line of Tricks.md contains the word of that line

tidy-allowed.txt has the findings from before the rules: `rule  path  number`. New files have no allowance.
"""
import argparse
import collections
import pathlib
import re
import sys

from arrows import tokens

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ROOT / "Sources"
ALLOWED = ROOT / "Tools/tidy-allowed.txt"
ROOMS = ROOT / "Tools/rooms.txt"

# Modules that run in the compiler: they don't use other modules, and other modules don't use them.
BESIDE = ("ORMDeclarations", "ORMMacros")
# The folders that call SQLite.
CALLERS = ("ORMSQLite/Library",)
# A path of this repository in a page.
PATH = re.compile(r"`((?:ORM[A-Za-z]*|CSQLite|CPlatform|Tools|Tests|Sources)(?:/[\w+.-]+)*)`")
HEADER = "# Findings from before the rules. The numbers only go down: Tools/tidy.py --shrink"
# Queries of the schema; opening and maintenance have their own pragmas.
ASKING = re.compile(r"\bpragma_\w+|\bsqlite_(?:temp_)?(?:schema|master)\b")
ASKERS = (
    "ORMSQLite/SchemaReading", "ORMSQLite/Maintenance", "ORMSQLite/Database/Opening", "ORMSQLite/Connection/Connection+Role",
    # Finds the names that are similar to a misspelled one: errors are described below the room of schema reading.
    "ORMSQLite/Library/DatabaseError+Names",
    # Adds virtual tables directly to a schema, because CREATE would create their shadow tables again.
    "ORMToolKit/Recovering/Recovery",
    # Writes such statements into a dump.
    "ORMToolKit/Querying/Dump",
    # Finds the collations of the schema that a connection lacks, before the connection is used.
    "ORMSQLite/Library/UnknownCollations",
    # Write the whole schema of a database in memory at once.
    "ORMSQLite/Migrating/SchemaImage", "ORMSQLite/Migrating/SchemaSandbox",
    # Makes SQLite reload the schema, without a query.
    "ORMSQLite/Library/RawConnection+Schema")
# Folders of tests that don't belong to a single room, for the targets whose folders are named after rooms.
BESIDE_ROOMS = {
    "ORMTests": ("Documents", "MustNotCompile", "Northwind", "ORMTesting", "Support"),
    "ORMCoreTests": (),
    "ORMReadingTests": ("SeedBank", "Support"),
    "ORMToolTests": ("Support",),
}
COLUMNS = 100
# A line of a comment that contains only an address, which can't be broken.
ADDRESS = re.compile(r"\s*///? \(?<https?://\S+>\)?\.?$")
LINES = 70

# A pattern of words, and the words to use instead.
WORDS = [
    (r"\bgives? back\b", "returns"),
    (r"\b(?:is|are|was|were) (?:told|heard)\b", "is notified, is reported"),
    (r"\btells of\b", "reports"),
    (r"\bwhom\b", "the noun: the observers, the caller"),
    (r"\bwhere (?:there|that|this|it|they|one|none|no|nothing|someone)\b", "if, when: `where` is for SQL's WHERE and for places"),
    (r"\b(?:stands?|stood) (?:in|at|for)\b", "is in, is at, represents"),
    (r"\bas far as\b", "if, as much as"),
    (r"\bso many\b", "the number"),
    (r"\bby itself\b", "without being asked, automatically"),
    (r"\bwhat is left\b", "the remaining rows, columns, …"),
    (r"\banew\b", "again"),
    (r"\buser's own\b", "the caller's"),
    (r"\b(?:is|are) to be\b", "must be, will be"),
    (r"^ (?-i:What|Who|Whose|Those|That of)\b(?!.*\?)", "the noun first: The rows that …"),
    (r"\bnobody\b|\bno one\b", "the noun: no task, no program"),
    (r"\bof one's own\b", "raw SQL, a custom function, its own"),
    (r"\blets? go of\b", "releases, closes"),
    (r"\b(?:what|who|which) is there\b", "the existing rows, tables, …"),
    (r"\b(?:he|his|him)\b", "the task, the caller, the program"),
]
WORDS = [(re.compile(pattern, re.I), better) for pattern, better in WORDS]
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
CODE = re.compile(r"`+[^`]*`+")
COMMENT = re.compile(r"^\s*///?(.*)$|(?<!:)//(?!/)(.*)$")


def functions(source):
    """Returns the name, first line and length of each function, initializer and subscript with a body."""
    found, stack, header = [], [], None
    for index, token in enumerate(all_tokens := tokens(source)):
        if token.kind == "name" and token.text in ("func", "init", "subscript", "deinit"):
            before = all_tokens[index - 1].text if index else ""
            following = all_tokens[index + 1].text if index + 1 < len(all_tokens) else ""
            if before != "." and (token.text in ("func", "deinit") or following in ("(", "<", "?", "!")):
                name = following if token.text == "func" else token.text
                header = (name, token.line)
        elif token.text == "{":
            stack.append(header)
            header = None
        elif token.text == "}":
            opened = stack.pop() if stack else None
            header = None
            if opened: found.append((*opened, token.line - opened[1] + 1))
    return found


def findings(path, text, rooms):
    """Yields the violations of a rule: (rule, line, advice)."""
    name = path.relative_to(SOURCES).as_posix()
    is_beside = name.split("/")[0] in BESIDE
    if not is_beside and not any(name == room or name.startswith(room + "/") for room in rooms):
        yield "room", 1, "is not in a room: move it to one, or add its folder to Tools/rooms.txt"
    for number, line in enumerate(text.split("\n"), 1):
        if re.match(r"\s*(?:@_\w+ |@preconcurrency |public |package )*import CSQLite\b", line):
            if not name.startswith(CALLERS):
                yield "csqlite", number, "call SQLite in ORMSQLite/Library, and use its functions here"
        if not is_beside and not name.startswith(ASKERS) and ASKING.search(COMMENT.sub("", line)):
            yield "asking", number, "add the query to ORMSQLite/SchemaReading, and call it here"
        if len(line) > COLUMNS and not ADDRESS.match(line):
            yield "columns", number, f"has {len(line)} columns: break it at {COLUMNS}"
        comment = COMMENT.search(line)
        for text_of_line in [comment[1] or comment[2] or ""] if comment else STRING.findall(line):
            yield from words(number, text_of_line)
    for function, line, length in functions(text):
        if length > LINES:
            yield "function", line, f"{function} has {length} lines: split it at {LINES}"


def words(number, line):
    """Yields the words of a line of prose that should be others."""
    for pattern, better in WORDS:
        for word in pattern.finditer(line):
            yield "words", number, f"contains '{word[0].strip()}': write {better}"


def prose(text):
    """Yields the findings of a page, without its code and its tables, which quote the names of tests."""
    is_code = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("```"): is_code = not is_code
        elif not is_code and not line.startswith("|"): yield from words(number, CODE.sub("", line))


def misplaced_tests(rooms):
    """Yields the test files whose folder is not named after a room: (path, advice)."""
    names = {room.rsplit("/", 1)[-1] for room in rooms}
    for target, beside in BESIDE_ROOMS.items():
        for path in sorted((ROOT / "Tests" / target).rglob("*.swift")):
            folder = path.relative_to(ROOT / "Tests" / target).parts[0]
            if folder not in names and folder not in beside:
                yield path, f"move it to Tests/{target}/ROOM, with the room of Sources that it tests"


def page(rooms):
    """Yields wrong statements of ARCHITECTURE.md."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = set(PATH.findall(text))
    yield from absent(text)
    for room in rooms:
        if room not in named: yield "page", 1, f"does not name the room {room}"


def absent(text):
    """Yields the paths that a page names and that don't exist."""
    for number, line in enumerate(text.split("\n"), 1):
        for path in PATH.findall(line):
            if place_of(path) is None: yield "page", number, f"names {path}, which does not exist"


def place_of(path):
    """Returns the file or folder that a page names, in the repository or in its sources; None if there is none."""
    return next((place for place in (SOURCES / path, ROOT / path) if place.exists()), None)


def tricks():
    """Yields wrong statements of Tricks.md, whose tables have lines `path` | `word` | …"""
    text = (ROOT / "Tricks.md").read_text(encoding="utf-8")
    yield from absent(text)
    lines = 0
    for number, line in enumerate(text.split("\n"), 1):
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("| `") else []
        if not cells: continue
        lines += 1
        path, word = cells[0].strip("`"), cells[1].strip("`") if len(cells) > 1 else ""
        if len(cells) != 4 or not all(cells):
            yield "page", number, "does not have the four columns of a trick"
        elif place_of(path) is None:
            yield "page", number, f"is about {path}, which does not exist"
        elif word not in place_of(path).read_text(encoding="utf-8"):
            yield "page", number, f"{path} has no '{word}': is the trick still there?"
    if lines == 0: yield "page", 1, "names no trick"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shrink", action="store_true")
    options = parser.parse_args()
    rooms = [path for line in ROOMS.read_text().splitlines() for path in line.split("#")[0].split()[1:]]
    found = collections.defaultdict(list)
    for path in sorted(p for p in SOURCES.rglob("*.swift") if not p.is_symlink()):
        for rule, line, advice in findings(path, path.read_text(encoding="utf-8"), rooms):
            found[rule, path.relative_to(ROOT).as_posix()].append((line, advice))
    for path, advice in misplaced_tests(rooms):
        found["tests", path.relative_to(ROOT).as_posix()].append((1, advice))
    pages = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "Benchmarks/README.md", "Stress/README.md")]
    for path in pages + sorted(SOURCES.rglob("*.md")):
        for rule, line, advice in prose(path.read_text(encoding="utf-8")):
            found[rule, path.relative_to(ROOT).as_posix()].append((line, advice))
    for rule, line, advice in page(rooms): found[rule, "ARCHITECTURE.md"].append((line, advice))
    for rule, line, advice in tricks(): found[rule, "Tricks.md"].append((line, advice))
    allowed = {}
    if ALLOWED.exists():
        for line in ALLOWED.read_text().splitlines():
            if line and not line.startswith("#"):
                rule, path, count = line.split("\t")
                allowed[rule, path] = int(count)
    failures = 0
    for (rule, path), places in sorted(found.items()):
        limit = allowed.get((rule, path), 0)
        if len(places) <= limit: continue
        failures += len(places) - limit
        for line, advice in places: print(f"{path}:{line}: {advice}")
        if limit: print(f"  {limit} of these {len(places)} were there before; the others are new")
    kept = {key: min(limit, len(found[key])) for key, limit in allowed.items() if key in found}
    if options.shrink:
        lines = [f"{rule}\t{path}\t{count}" for (rule, path), count in sorted(kept.items())]
        ALLOWED.write_text("\n".join([HEADER, *lines]) + "\n")
    elif kept != allowed:
        for (rule, path), limit in sorted(allowed.items()):
            if len(found.get((rule, path), [])) < limit:
                failures += 1
                print(f"Tools/tidy-allowed.txt: {path} has fewer than {limit} findings of {rule}: run Tools/tidy.py --shrink")
    totals = collections.Counter()
    for (rule, _), places in found.items(): totals[rule] += len(places)
    print(", ".join(f"{rule} {totals[rule]}" for rule in sorted(totals)) + f"; {failures} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
