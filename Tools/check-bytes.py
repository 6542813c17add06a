#!/usr/bin/env python3
"""Finds code of the library that treats text by Characters, which is wrong for text that SQLite sees.

    Tools/check-bytes.py            # checks the modules of Sources
    Tools/check-bytes.py FILE...    # checks only these files, as one module

To SQLite, names are equal if they differ only in the case of ASCII letters, and texts are equal if their bytes
are. To Swift's String, texts are equal if they look the same: `é` equals `e` followed by a combining accent,
`lowercased()` turns `É` into `é`, and a quote followed by a combining mark is one Character that is not a
quote, so `replacing("'", with: "''")` does not escape it. That was an SQL injection once.

The compiler reports such code: its intermediate language (SIL) names each `==`, each `split` and each Dictionary
with text keys, including those that it synthesizes for an Equatable type. If Characters are intended, a comment
in the line, above it, or at the type's declaration gives the reason:

    if path.hasPrefix("/") {        // Characters: a path

This tool first checks some lines of its own, so that it fails instead of passing silently if a compiler writes
SIL differently.
"""

import glob
import json
import os
import re
import subprocess
import sys
import tempfile

ALLOWANCE = re.compile(r"//.*\bCharacters: \S")

ADVICE = """
Text that becomes SQL, names, keys and stored values are compared by bytes here. Write instead:
  names (of tables, columns, indexes, functions)   a.isSameName(as: b), SQLName(a) as a key,
                                                   names.contains(name: a), names.firstIndex(ofName: a)
  other text                                       a.hasSameBytes(as: b), ExactText(a) as a key,
                                                   texts.haveSameBytes(as: others)
  a part of a text                                 a.starts(withBytes: b), a.contains(bytes: b), a.utf8
  case                                             a.loweredInASCII, a.raisedInASCII
  quotes                                           a.quotedIdentifier, SQLValue.text(a).literal
  a type that is Equatable                         a static == that compares its texts so
Where Characters are meant, say why beside the line, or at the type's declaration: // Characters: a path
"""

TEXT = r"(?:String|Substring|Character)\b(?!\.)"
# Operators and methods that compare, for any type arguments that contain text.
COMPARING = re.compile(
    r"==|!=|~=|\bcontains\(_:\)|\b(?:first|last)Index\(of:\)|\bfirstRange|\branges\(of|\bsplit\("
    r"|\breplacing|\bstarts<?.*\(with:|\belementsEqual(?:<A>)?\(_:\)|\blexicographicallyPrecedes"
    r"|\btrim|\bwholeMatch|\bfirstMatch|\bprefixMatch|\bmatches\(of|\breplacingOccurrences"
    r"|\bcomponents\(separatedBy")
# Calls of sets and dictionaries that compare keys.
KEYED = re.compile(
    r"^(?:Set|Dictionary)\.(?:subscript|init(?:<.*>)?\((?!minimum|arrayLiteral|dictionaryLiteral)|contains|insert|remove|update"
    r"|index|form|union|merg|subtract|intersect|isSubset|isDisjoint|isSuperset)")
# Methods that iterate over the Characters of a text.
STEPPING = re.compile(
    r"\b(?:drop|prefix|suffix|first|last|removeFirst|removeLast|popFirst|popLast|count|index|indices"
    r"|map|filter|reversed|makeIterator|reduce|forEach|enumerated|allSatisfy|firstIndex|lastIndex"
    r"|min|max|sorted|zip|flatMap|compactMap|contains)\b")
# Methods of the text types themselves.
OWN = re.compile(
    r"^(?:static )?(?:String|Substring|Character|StringProtocol)(?:<.*?>)?\."
    r"(?:lowercased|uppercased|capitalized|caseInsensitiveCompare|localized\w+|compare|range\(of"
    r"|replacing\w*|components|trimmingCharacters|contains(?:<A>)?\(_:\)|hasPrefix|hasSuffix|count\.getter"
    r"|subscript\.getter|index\(|== |!= |< |> |~= )"
    r"|^Character\.(?:is(?!ASCII)\w+|lowercased|uppercased)\b")


def is_by_characters(name, types):
    """Whether a call of this function, with these type arguments, uses Characters."""
    if OWN.search(name):
        # A subscript with indices cuts the text at these indices, which were found elsewhere.
        return not name.startswith(("Substring.subscript", "String.subscript"))
    if not re.search(TEXT, types):
        return False
    arguments = types[1:-1]
    if KEYED.search(name):
        return re.match(rf"(?:Array<|Optional<)*{TEXT}", arguments) is not None
    if COMPARING.search(name):
        # Excludes `split` and `contains(_:)` of bytes, and comparisons of keys that are not text.
        return re.search(TEXT, arguments) is not None
    # The type argument of an array is its element: iterating over an array of texts does not iterate over Characters.
    characters = "Character" if re.match(r"(?:Array|ArraySlice|EnumeratedSequence)\.", name) else (
        rf"(?:Array<Character>|ArraySlice<Character>|{TEXT})")
    return re.match(characters, arguments) is not None and (
        re.search(r"\b(?:Sequence|Collection|RandomAccessCollection|Array|ArraySlice)\b", name)
        is not None and STEPPING.search(name.split(".", 1)[-1]) is not None)


def compares_with_nil(line, name, types):
    """Whether the line only compares a text with nil."""
    return (types.startswith("<Optional<") or name.startswith("static Optional")) and (
        re.search(r"[=!]= nil\b", line) is not None and not re.search(r"[=!]= (?!nil\b)", line))


def words(name, types):
    return f"{name.replace(' infix', '')}{' of ' + types if types else ''}"


def found(sil):
    """Returns the calls that use Characters: (file, line, call) and (None, type, call)."""
    calls, names, comment, derived = set(), {}, "", None
    for line in sil:
        if line.startswith("// "):
            match = re.match(r"// static (.+)\.__derived_\w+_equals\(", line)
            derived = match.group(1) if match else derived
        elif line.startswith("} // end sil function"):
            names, derived = {}, None
        elif line.startswith("  // function_ref "):
            comment = line[len("  // function_ref "):].strip()
        elif match := re.match(r"\s+(%\d+) = (?:dynamic_)?function_ref @", line):
            names[match.group(1)] = comment
        elif match := re.match(r"\s+(%\d+) = witness_method .*?#([\w.]+)\.?\"?([^\" :!]*)", line):
            names[match.group(1)] = f"{match.group(2)}.{match.group(3)}".rstrip(".")
        elif match := re.search(
            r"\b(?:begin_apply|try_apply|apply|partial_apply)(?: \[[\w ]+\])* (%\d+)(<.*?>)?\(", line
        ):
            name, types = names.get(match.group(1), ""), match.group(2) or ""
            if not is_by_characters(name, types):
                continue
            what = (name, types)
            place = re.search(r'loc (?:\* )?"([^"<]+)":(\d+)', line)
            if derived:
                calls.add((None, derived, what))
            elif place:
                calls.add((place.group(1), int(place.group(2)), what))
    return calls


def declaration(type_name, files):
    """Returns the place of the declaration of a type with a synthesized ==: (file, line)."""
    parts = [re.sub(r"<.*", "", part) for part in type_name.split(".")]
    best = None
    for path, lines in files.items():
        text = "\n".join(lines)
        for number, line in enumerate(lines, 1):
            if re.search(rf"\b(?:struct|enum|class|actor)\s+{parts[-1]}\b", line):
                outer = all(re.search(rf"\b{part}\b", text) for part in parts[:-1])
                if best is None or outer:
                    best = (path, number)
                if outer:
                    return best
    return best


def is_allowed(lines, number):
    """Whether the line, or a line of the comment above it, says why Characters are intended."""
    if ALLOWANCE.search(lines[number - 1]):
        return True
    above = number - 2
    while above >= 0 and lines[above].lstrip().startswith("//"):
        if ALLOWANCE.search(lines[above]):
            return True
        above -= 1
    return False


# These are compiled together with ORMCore, as one module. An `import` of one of them finds an empty module.
FOLDED = ("ORMSchema", "ORMSQLite", "ORMXML")


def emit_empty_modules(folder):
    empty = os.path.join(folder, "empty.swift")
    open(empty, "w", encoding="utf-8").close()
    for name in FOLDED:
        subprocess.run(
            ["swiftc", "-emit-module", "-parse-as-library", "-module-name", name, empty, "-o",
             os.path.join(folder, f"{name}.swiftmodule")], check=True)


def sil_of(files, module, flags):
    with tempfile.TemporaryDirectory() as folder:
        emit_empty_modules(folder)
        output = os.path.join(folder, "module.sil")
        command = [
            "swiftc", "-emit-silgen", "-whole-module-optimization", "-Xllvm", "-sil-print-debuginfo",
            "-module-name", module, "-package-name", "orm", "-swift-version", "6", "-parse-as-library",
            "-suppress-warnings", "-I", folder,
            *flags, *files, "-o", output]
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode != 0:
            sys.exit(f"{module} does not compile:\n{run.stderr[-4000:]}")
        with open(output, encoding="utf-8", errors="replace") as text:
            return list(text)


def complaints(files, module, flags):
    """Returns the findings about the files: (path, line, message)."""
    texts = {path: open(path, encoding="utf-8").read().split("\n") for path in files}
    result = set()
    for path, line, what in found(sil_of(files, module, flags)):
        if path is None:
            place = declaration(line, texts)
            if place is not None and place[0] in SWIFT_SOURCE:
                continue
            if place is None or not is_allowed(texts[place[0]], place[1]):
                result.add((*(place or (line, 0)), f"the synthesized ==: {words(*what)}"))
            continue
        if path not in texts or path in SWIFT_SOURCE or is_allowed(texts[path], line):
            continue
        if not compares_with_nil(texts[path][line - 1], *what):
            result.add((path, line, words(*what)))
    return sorted(result)


PLANTED = """
func a(_ x: String, _ y: String) -> Bool { x == y } // bad
func b(_ x: String) -> String { x.lowercased() } // bad
func c(_ x: String) -> [Substring] { x.split(separator: "\\"") } // bad
func d(_ x: String) -> String { x.replacing("'", with: "''") } // bad
func e(_ x: [String], _ y: String) -> Bool { x.contains(y) } // bad
func f(_ x: [String], _ y: String) -> Int? { x.firstIndex(of: y) } // bad
func g(_ x: [String], _ y: [String]) -> Bool { x == y } // bad
func h(_ x: Set<String>, _ y: String) -> Bool { x.contains(y) } // bad
func i(_ x: [String: Int], _ y: String) -> Int? { x[y] } // bad
func j(_ x: String?, _ y: String?) -> Bool { x == y } // bad
func k(_ x: String) -> Bool { x.hasPrefix("SELECT") } // bad
func l(_ x: String) -> String { x.uppercased() } // bad
func m(_ x: String) -> Int { x.count } // bad
func n(_ x: String) -> Bool { switch x { case "BINARY": true; default: false } } // bad
func o(_ x: String) -> Substring { x.prefix { $0 != "\\0" } } // bad
struct P: Equatable { var x: String } // bad
struct Q: Hashable { var x: [String]? } // bad
func r(_ x: String, _ y: String) -> Bool { x.utf8.elementsEqual(y.utf8) }
func s(_ x: String) -> Bool { x.hasPrefix("/") } // Characters: a path
struct T: Equatable { var x: Int; var y: [UInt8] }
func u(_ x: [UInt8], _ y: UInt8) -> Int? { x.firstIndex(of: y) }
func v(_ x: [String]) -> String { x.joined(separator: ", ") }
// Characters: shown to a reader
func w(_ x: String) -> Int { x.count }
func x(_ x: String?) -> Bool { x != nil }
func y(_ x: [String]) -> Int { x.count }
"""


def check_itself():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "Planted.swift")
        with open(path, "w", encoding="utf-8") as file:
            file.write(PLANTED)
        said = {line for _, line, _ in complaints([path], "Planted", [])}
    lines = PLANTED.split("\n")
    expected = {number for number, line in enumerate(lines, 1) if line.endswith("// bad")}
    for number in sorted(said ^ expected):
        word = "missed" if number in expected else "wrongly reported"
        print(f"Tools/check-bytes.py has {word} a line of its own test: {lines[number - 1]}", file=sys.stderr)
    if said != expected:
        sys.exit("Tools/check-bytes.py does not find what it should: has the compiler's SIL changed?")


# Files that handle only Swift source: names of types and properties, and attributes. If two of these compare as
# equal, the generated code does not compile, but there is no wrong SQL. A file that handles names of tables and
# columns must not be listed here.
SWIFT_SOURCE = {
    f"Sources/{name}.swift"
    for name in """
        ORMCore/Table/TableNameOfType
        ORMMacros/Plugin/ToolchainPlugin ORMMacros/Expansion/Macros/StructMacro ORMMacros/Expansion/Macros/TableMacro
        ORMDeclarations/Model/ColumnModel ORMMacros/Expansion/Printing/ColumnTypes ORMDeclarations/Model/NamingStrategy
        ORMDeclarations/Model/PropertyType ORMDeclarations/Model/PropertyType+Unstored
        ORMDeclarations/Model/TableModel+Key ORMMacros/Expansion/Printing/MemberwiseInitializer
        ORMMacros/Expansion/Printing/EmbeddablePrinter ORMMacros/Expansion/Printing/MemberPrinting
        ORMMacros/Expansion/Printing/RowReading ORMMacros/Expansion/Printing/SelectionPrinter
        ORMMacros/Expansion/Printing/TablePrinter ORMMacros/Expansion/Printing/TablePrinter+Columns
        ORMDeclarations/Reading/Arguments ORMDeclarations/Reading/BodyReader
        ORMDeclarations/Reading/ColumnReader ORMDeclarations/Reading/ColumnReader+Property
        ORMDeclarations/Reading/EmbeddableReader ORMDeclarations/Reading/LiteralReading
        ORMDeclarations/Reading/MacroAttributes ORMDeclarations/Reading/NearestName
        ORMDeclarations/Reading/SelectionReader ORMDeclarations/Reading/StructReader
        ORMDeclarations/Reading/TypeReader
        """.split()
}


def modules():
    target = json.loads(
        subprocess.run(["swiftc", "-print-target-info"], capture_output=True, check=True).stdout)
    host = os.path.join(target["paths"]["runtimeResourcePath"], "host")
    # In this module, `import ORMCore` imports the module itself, which has no effect.
    yield "ORMCore", ["ORMCore", *FOLDED], [
        argument for module in ("CPlatform", "CSQLite")
        for argument in ("-I", f"Sources/{module}", "-Xcc", f"-fmodule-map-file=Sources/{module}/module.modulemap")]
    if os.path.isdir(os.path.join(host, "SwiftSyntaxMacros.swiftmodule")):
        yield "ORMDeclarations", ["ORMDeclarations", "ORMMacros"], ["-D", "TOOLCHAIN_SWIFT_SYNTAX", "-I", host]
    else:
        print("Sources/ORMDeclarations and Sources/ORMMacros are not checked: this toolchain has no SwiftSyntax modules")


def main():
    check_itself()
    if sys.argv[1:]:
        said = complaints(sys.argv[1:], "Given", [])
    else:
        os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
        said = []
        for module, folders, flags in modules():
            files = sorted(
                file for folder in folders
                for file in glob.glob(f"Sources/{folder}/**/*.swift", recursive=True))
            said += complaints(files, module, flags)
    for path, line, what in said:
        print(f"{path}:{line}: by Characters: {what}", file=sys.stderr)
    if said:
        print(ADVICE, file=sys.stderr)
        sys.exit(1)


main()
