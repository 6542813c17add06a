#!/usr/bin/env python3
"""Finds public top-level names of the library that frameworks also have.

    Tools/check-names.py            # checks Sources, and fails if a name is taken

A file that imports SwiftUI and a package with a `View` can't write `struct ContentView: View`. The names of
frameworks are in names-taken.txt.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# These are used as attributes and in struct bodies, in which a type of the same name is not a candidate.
EXCEPTIONS = {("macro", "Table"), ("macro", "Index")}
# This name is intended: a file that also imports SwiftData writes `ORM.Schema`.
EXCEPTIONS.add(("struct", "Schema"))
# A former name, which a file that also imports RegexBuilder writes as `ORM.One`.
EXCEPTIONS.add(("typealias", "One"))

DECLARATION = re.compile(
    r"(?:@\w+(?:\([^)]*\))?\s+)*(?:public|open)\s+(?:(?:final|indirect|nonisolated|frozen)\s+)*"
    r"(struct|class|enum|protocol|typealias|actor|macro)\s+(\w+)"
)


def taken_names(text):
    """Returns the frameworks of each taken name."""
    frameworks, framework = {}, None
    for line in text.splitlines():
        line = line.split("#")[0].strip()
        if line.startswith("["):
            framework = line.strip("[]")
        else:
            for name in line.split():
                frameworks.setdefault(name, []).append(framework)
    return frameworks


def public_names(text):
    """Yields the kind, the name and the line of each public top-level declaration."""
    for number, line in enumerate(text.splitlines(), 1):
        if found := DECLARATION.match(line):
            yield found[1], found[2], number


def clashes(text, taken):
    for kind, name, line in public_names(text):
        if name in taken and (kind, name) not in EXCEPTIONS:
            yield line, f"{kind} {name}: {', '.join(taken[name])} has this name, too"


def main():
    taken = taken_names((ROOT / "Tools/names-taken.txt").read_text())
    count, found = 0, 0
    for path in sorted((ROOT / "Sources").glob("**/*.swift")):
        if "ORMMacros" in path.parts or "ORMDeclarations" in path.parts:
            continue
        text = path.read_text()
        count += len(list(public_names(text)))
        for line, words in clashes(text, taken):
            found += 1
            print(f"{path.relative_to(ROOT)}:{line}: {words}")
    if count < 100 or len(taken) < 1000:
        sys.exit(f"only {count} public names and {len(taken)} taken names were read")
    if found:
        sys.exit(1)
    print(f"{count} public names, and no name is taken")


if __name__ == "__main__":
    main()
