#!/usr/bin/env python3
"""Writes the joins and their types, one per number of tables; the overloads of a query's selection and of
an insert's `select`, one per number of results; and the operators of an update.

    Tools/generate-overloads.py
    Tools/generate-overloads.py --check     # fails if a file differs from the generated one

Overloads instead of parameter packs: with packs, Swift 6.3 takes seconds to check three joins.
"""
import pathlib
import subprocess
import sys
import tempfile
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "Sources/ORMCore/Generated"
TABLES = 6
RESULTS = 10

# Hides a declaration from the documentation: the compiler needs it, but not the reader.
HIDDEN = "@_documentation(visibility: internal)"
NOTE = "// Written by Tools/generate-overloads.py.\n"


def names(prefix, count):
    return [f"{prefix}{i}" for i in range(1, count + 1)]


def tuple_of(parts):
    return parts[0] if len(parts) == 1 else f"({', '.join(parts)})"


def results_of(scopes):
    parts = [f"{scope}.SelectedResult" for scope in scopes]
    return result_of(parts)


def result_of(parts):
    return parts[0] if len(parts) == 1 else f"Results{len(parts)}<{', '.join(parts)}>"


SQL = {kind: f"{kind.upper()} JOIN" for kind in ("left", "right", "full", "cross")}
SQL["inner"] = "JOIN"


def comment(text):
    return "\n".join(textwrap.wrap(text, 96, initial_indent="/// ", subsequent_indent="/// "))


# The parameter for the joined source. Tables and other sources have different labels: with one label, the type
# checker (6.3.1) looks for a closure's mistake in both kinds of each join of a chain, which takes minutes.
TABLE = "_ table: T.Type"
SOURCE = "source: TableExpression<T>"

# The condition of a join has a result builder, like other conditions. The type checker then looks into the closure
# after it has chosen the join, not before: that took 10 s if the source was misspelt or had no label.

# The joins: name, kind, whether the tables before it and the joined one become optional, and the resulting rows.
JOINS = [
    ("join", "inner", False, False, "the pairs of rows that meet the condition"),
    ("leftJoin", "left", False, True,
     "the pairs of rows that meet the condition, and the rows of the left side without a match"),
    ("rightJoin", "right", True, False,
     "the pairs of rows that meet the condition, and the rows of the right side without a match"),
    ("fullJoin", "full", True, True,
     "the pairs of rows that meet the condition, and the rows of both sides without a match"),
    ("crossJoin", "cross", False, False, "every pair of rows"),
]

# The joins to rows that come from each row itself: name, kind, whether the joined columns become optional, and the
# resulting rows.
ROW_JOINS = [
    ("join", "inner", False, "each row is paired with each element"),
    ("leftJoin", "left", True,
     "each row is paired with each element, and a row without elements is kept"),
]


def scopes_of(count):
    return names("S", count) if count > 1 else ["Scope"]


def values_of(count):
    return [f"scope.{i}" for i in range(count)] if count > 1 else ["scope"]


def joined_type(parts):
    return f"Join{len(parts)}<{', '.join(parts)}>"


def join(name, kind, left_outer, right_outer, gives, count, source):
    scopes = scopes_of(count)
    values = values_of(count)
    before = [f"{s}.OuterScope" if left_outer else s for s in scopes]
    joined = "T.Columns.OuterScope" if right_outer else "T.Columns"
    lefts = [f"{v}.outer" if left_outer else v for v in values]
    right = "new.outer" if right_outer else "new"
    on, _ = condition_of(scopes, kind)
    given = "{ _ in .always }" if kind == "cross" else f"{{ condition({', '.join(values + ['$0'])}).node }}"
    origin = "source" if source else "TableExpression(table)"
    what = "a query or a common table expression" if source else "a table or a view"
    return f"""\
{comment(f"Joins {what} (`{SQL[kind]}`): {gives}.")}
@inlinable
public consuming func {name}<T: {"Selection" if source else "TableOrView"}>(
  {SOURCE if source else TABLE}, as alias: String? = nil{on}
) -> {joined_type(before + [joined])} {{
  let scope = scope
  var node = (consume self).node
  let new = node.join({origin}, as: alias, .{kind}) {given}
  return .init(consume node, scope: ({', '.join(lefts + [right])}))
}}
"""


def condition_of(scopes, kind):
    """The parameter of a join's condition, and how it is passed on."""
    if kind == "cross":
        return "", ""
    parameters = ", ".join(scopes + ["T.Columns"])
    return f",\n  @ConditionBuilder on condition: ({parameters}) -> SQLExpression<Bool>", ", on: condition"


def row_join(name, kind, outer, gives, count):
    scopes = scopes_of(count)
    values = values_of(count)
    joined = "T.Columns.OuterScope" if outer else "T.Columns"
    new = "new.outer" if outer else "new"
    return f"""\
{comment(f"Joins the elements of each row's JSON, as `each()` returns them (`{SQL[kind]}`): {gives}.")}
@inlinable
public consuming func {name}<T: Selection>(
  as alias: String? = nil, _ rows: ({', '.join(scopes)}) -> TableExpression<T>
) -> {joined_type(scopes + [joined])} {{
  let scope = scope
  var node = (consume self).node
  let new = node.join(rows({', '.join(values)}), as: alias, .{kind}) {{ _ in .always }}
  return .init(consume node, scope: ({', '.join(values + [new])}))
}}
"""


def joins_of(count):
    methods = [join(*kind, count, source) for kind in JOINS for source in (False, True)]
    return methods + [row_join(*kind, count) for kind in ROW_JOINS]


def query_joins():
    return (NOTE + "\nextension SelectQuery where Scope: QueryScope, Result == Scope.SelectedResult {\n"
            + textwrap.indent("\n".join(joins_of(1)), "  ") + "}\n")


def join_query(count):
    parts = names("S", count)
    scope = tuple_of(parts)
    tables = ", ".join(parts)
    given = ", ".join(values_of(count))
    text = NOTE + f"""
/// A join of {NUMBER_WORDS[count].lower()} tables without a selection: each result consists of a whole row of each table.
///
/// It has the clauses of a ``SelectQuery``. Its `select` returns a ``SelectQuery``.
// Its closures have a parameter for each table instead of one tuple, so that the compiler reports
// how many tables there are if a closure uses only `$0`, or too many parameters.
// Each number of tables has its own type with its own joins. If they shared a type, the type
// checker (6.3.1) would try the overloads for every number of tables at each join of a chain while
// it looks for a mistake, which takes minutes.
public struct {joined_type([f"{part}: QueryScope" for part in parts])}: TableQuery {{
  public typealias Scope = {scope}
  public typealias Result = {results_of(parts)}
  public typealias Output = Result.Output

  /// The query as a tree.
  {HIDDEN}
  public let node: SelectNode
  /// The columns of the query's tables.
  {HIDDEN}
  public let scope: Scope

  @inlinable
  init(_ node: consuming SelectNode, scope: consuming Scope) {{
    self.node = node
    self.scope = scope
  }}

  /// The same query with another tree.
  {HIDDEN}
  public func with(tree: SelectNode) -> Self {{ Self(tree, scope: scope) }}

  /// Narrows the query to the rows that also meet the condition.
  @inlinable
  public consuming func `where`(
    @ConditionBuilder _ condition: ({tables}) -> SQLExpression<Bool>
  ) -> Self {{
    let condition = condition({given}).node
    return with {{ $0.narrow(to: condition) }}
  }}

  /// Orders the rows, after the terms that the query already has.
  @inlinable
  public consuming func order(@OrderingBuilder _ terms: ({tables}) -> [OrderingTerm]) -> Self {{
    let terms = terms({given})
    return with {{ $0.appendOrdering(terms) }}
  }}

  /// Combines the rows whose terms have the same values into one row; see
  /// ``SelectQuery/group(_:)``.
  @inlinable
  public consuming func group(@GroupingBuilder _ terms: ({tables}) -> [SQLNode]) -> Self {{
    let terms = terms({given})
    return with {{ $0.appendGrouping(terms) }}
  }}

  /// Narrows the query to the groups that also meet the condition.
  @inlinable
  public consuming func having(
    @ConditionBuilder _ condition: ({tables}) -> SQLExpression<Bool>
  ) -> Self {{
    let condition = condition({given}).node
    return with {{ $0.narrowGroups(to: condition) }}
  }}

  /// Removes duplicates: rows that are the same in all columns.
  @inlinable public consuming func distinct() -> Self {{ with {{ $0.makeDistinct() }} }}

  /// Limits the result to `count` rows, after skipping the first `offset`; replaces an earlier
  /// limit.
  @inlinable
  public consuming func limit(_ count: Int, offset: Int = 0) -> Self {{
    with {{ $0.limit(to: count, offset: offset) }}
  }}

  /// Selects a column, an expression or a whole table, or up to ten of these; see
  /// ``SelectQuery/select(_:)``.
  @inlinable
  public consuming func select<S: Selectable>(
    @SelectionBuilder _ result: ({tables}) -> S
  ) -> SelectQuery<Scope, S.SelectedResult> {{
    let scope = scope
    let results = result({given}).results
    var node = (consume self).node
    node.select(results)
    return SelectQuery(consume node, scope: scope)
  }}

  @inlinable
  consuming func with(_ change: (inout SelectNode) -> Void) -> Self {{
    let scope = scope
    var node = (consume self).node
    change(&node)
    return Self(consume node, scope: scope)
  }}
}}
"""
    if count == TABLES:
        return text
    return text + (f"\nextension Join{count} {{\n"
                   + textwrap.indent("\n".join(joins_of(count)), "  ") + "}\n")


def table_join(name, kind, left_outer, right_outer, gives, source):
    left = "Columns.OuterScope" if left_outer else "Columns"
    right = "T.Columns.OuterScope" if right_outer else "T.Columns"
    on, passed = condition_of(["Columns"], kind)
    given = "source: source" if source else "table"
    what = "a query or a common table expression" if source else "a table or a view"
    return f"""\
{comment(f"Joins {what} (`{SQL[kind]}`): {gives}.")}
@inlinable
public static func {name}<T: {"Selection" if source else "TableOrView"}>(
  {SOURCE if source else TABLE}, as alias: String? = nil{on}
) -> {joined_type([left, right])} {{
  wholeRows.{name}({given}, as: alias{passed})
}}
"""


def table_row_join(name, kind, outer, gives):
    right = "T.Columns.OuterScope" if outer else "T.Columns"
    return f"""\
{comment(f"Joins the elements of each row's JSON, as `each()` returns them (`{SQL[kind]}`): {gives}.")}
@inlinable
public static func {name}<T: Selection>(
  as alias: String? = nil, _ rows: (Columns) -> TableExpression<T>
) -> {joined_type(["Columns", right])} {{
  wholeRows.{name}(as: alias, rows)
}}
"""


def table_methods():
    methods = [table_join(*kind, source) for kind in JOINS for source in (False, True)]
    methods += [table_row_join(*kind) for kind in ROW_JOINS]
    return NOTE + "\nextension TableOrView {\n" + textwrap.indent("\n".join(methods), "  ") + "}\n"


def misplaced_join(name, kind, left_outer, scopes, protocol, parameter, renamed, message, static):
    before = [f"{s}.OuterScope" if left_outer else s for s in scopes]
    columns = "MisplacedColumns<Source>"
    on = "" if kind == "cross" else (
        f",\n  @ConditionBuilder on condition: ({', '.join(scopes + [columns])}) -> SQLExpression<Bool>")
    labels = f"{renamed}:as:" + ("" if kind == "cross" else "on:")
    return f"""\
/// Unavailable: {message}.
@available(*, unavailable, renamed: "{name}({labels})", message: "{message}")
public {"static " if static else ""}func {name}<Source: {protocol}>(
  {parameter}: Source, as alias: String? = nil{on}
) -> {joined_type(before + [columns])} {{
  cannotBeCalled()
}}
"""


UNLABELLED = (
    "UnlabelledSource", "_ source", "source",
    "to join a query or a common table expression, write 'source:' before it")
LABELLED = ("QueryOrCommonTable", "source table", "_", "a table is joined without a label")


def misplaced_joins(*misplacement):
    """The overloads that accept a source with the wrong label, for their diagnostics; see MisplacedSource.swift."""
    extensions = [
        ("TableOrView", ["Columns"], True),
        ("SelectQuery where Scope: QueryScope, Result == Scope.SelectedResult", ["Scope"], False),
        *((f"Join{count}", scopes_of(count), False) for count in range(2, TABLES)),
    ]
    text = NOTE
    for extended, scopes, static in extensions:
        methods = [
            misplaced_join(name, kind, left_outer, scopes, *misplacement, static)
            for name, kind, left_outer, _, _ in JOINS
        ]
        text += f"\nextension {extended} {{\n" + textwrap.indent("\n".join(methods), "  ") + "}\n"
    return text


def tuple_expression(count):
    parts = names("S", count)
    bound = ", ".join(f"{s}: Selectable" for s in parts)
    values = " + ".join(f"tuple.{i}.results" for i in range(count))
    return f"""\
@inlinable
public static func buildExpression<{bound}>(
  _ tuple: {tuple_of(parts)}
) -> SelectedTuple<{results_of(parts)}> {{
  SelectedTuple({values})
}}
"""


def lines_block(count):
    parts = names("S", count)
    bound = ", ".join(f"{s}: Selectable" for s in parts)
    lines = names("s", count)
    given = ", ".join(f"_ {line}: {s}" for line, s in zip(lines, parts))
    values = " + ".join(f"{line}.results" for line in lines)
    return f"""\
@inlinable
public static func buildBlock<{bound}>(
  {given}
) -> SelectedTuple<{results_of(parts)}> {{
  SelectedTuple({values})
}}
"""


def selection_builder():
    methods = [tuple_expression(count) for count in range(2, RESULTS + 1)]
    methods += [lines_block(count) for count in range(2, RESULTS + 1)]
    return NOTE + """
/// Builds a selection from the lines of a `select` or `returning` closure. Each of up to %d lines
/// is a column, an expression or a whole table. A tuple on one line means the same.
///
/// ```swift
/// Album.select { $0.title }                   // SELECT "title" FROM "album"
/// Album.select { ($0.title, $0.plays + 1) }   // SELECT "title", "plays" + $1 FROM "album"
/// Album.select {                              // SELECT "title", "plays" + $1 FROM "album"
///   $0.title
///   $0.plays + 1
/// }
/// ```
///
/// Each line is type-checked alone. If there is a mistake in one of four calculations, Swift
/// (6.3.1) reports it within milliseconds if each has its own line, but takes seconds if they are
/// in a tuple.
///
/// With overloads of `select` itself, one per number of results, the type checker (6.3.1) would try
/// all operators of the closure for each wrong number of results, which takes seconds.
%s
@resultBuilder
public enum SelectionBuilder {
  @inlinable public static func buildExpression<S: Selectable>(_ result: S) -> S { result }

  @inlinable public static func buildBlock<S: Selectable>(_ result: S) -> S { result }

  @available(
    *, unavailable,
    message: "select columns, expressions, tables or values; call over() on a window function"
  )
  @_disfavoredOverload
  public static func buildExpression<Other>(
    _ other: Other
  ) -> SelectedTuple<OneValue<Bool>> { SelectedTuple([]) }

""" % (RESULTS, HIDDEN) + textwrap.indent("\n".join(methods), "  ") + """}

/// A selection of several results, in the order of a `select` closure.
""" + HIDDEN + """
public struct SelectedTuple<SelectedResult: SelectResult>: Selectable {
  public let results: [ResultColumn]

  @inlinable
  init(_ results: [ResultColumn]) { self.results = results }
}
"""


def result_tuple(count):
    parts = names("R", count)
    reads = ",\n      ".join(f"{part}.decode(row, advancing: &next)" for part in parts)
    own_parts = ",\n      ".join(f"{part}.part(row, advancing: &next, &keys)" for part in parts)
    lists = ",\n      ".join(f"{part}.lists(&keys, on: db)" for part in parts)
    wholes = ",\n      ".join(
        f"{part}.whole(part.{place}, row, lists.{place})" for place, part in enumerate(parts))
    return f"""\
/// A selection of {NUMBER_WORDS[count].lower()} results, as a tuple.
{HIDDEN}
public enum Results{count}<{", ".join(f"{part}: SelectResult" for part in parts)}>: SelectResult {{
  @inlinable
  public static var columnCount: Int {{ {" + ".join(f"{part}.columnCount" for part in parts)} }}

  @inlinable
  public static func decode<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int
  ) throws -> {tuple_of([f"{part}.Output" for part in parts])} {{
    var next = index
    return try (
      {reads}
    )
  }}

  @inlinable
  public static var hasLists: Bool {{ {" || ".join(f"{part}.hasLists" for part in parts)} }}

  @inlinable
  public static func part<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at index: Int, _ keys: inout ListKeys
  ) throws -> {tuple_of([f"{part}.Part" for part in parts])} {{
    var next = index
    return try (
      {own_parts}
    )
  }}

  @inlinable
  public static func lists<Fetcher: RowFetching>(
    _ keys: inout ListKeys, on db: isolated Fetcher
  ) throws -> {tuple_of([f"{part}.Lists" for part in parts])} {{
    try (
      {lists}
    )
  }}

  @inlinable
  public static func whole(
    _ part: {tuple_of([f"{part}.Part" for part in parts])}, _ row: Int,
    _ lists: {tuple_of([f"{part}.Lists" for part in parts])}
  ) -> {tuple_of([f"{part}.Output" for part in parts])} {{
    (
      {wholes}
    )
  }}
}}

extension Results{count}: ResultWithoutLists where {", ".join(f"{part}: ResultWithoutLists" for part in parts)} {{}}

extension Results{count}: ColumnResults where {", ".join(f"{part}: ColumnResult" for part in parts)} {{
  public typealias Representations = {tuple_of([f"{part}.Representation" for part in parts])}
}}
"""


NUMBER_WORDS = "- - Two Three Four Five Six Seven Eight Nine Ten".split(" ")


def result_tuples():
    return NOTE + """
// A type per number of results instead of one with a parameter pack: Swift 6.3 does not specialize
// a loop over a pack, so each value of each row would be read through witness tables.

""" + "\n".join(result_tuple(count) for count in range(2, RESULTS + 1))


def insert_select(count):
    parts = names("R", count)
    generics = ", ".join(f"{r}: ColumnRepresentation" for r in parts)
    columns = tuple_of([f"Column<Self, {r}>" for r in parts])
    values = [f"OneValue<{r}>" for r in parts]
    result = result_of(values)
    given = ["all"] if count == 1 else [f"all.{i}" for i in range(count)]
    column_names = ", ".join(f"{column}.ownName" for column in given)
    checked = ", ".join(f"{column}.asSet" for column in given)
    what = ("a column. The query must select one value of the column's type" if count == 1
            else f"{count} columns. The query must select values of the columns' types")
    return f"""\
{comment(f"An insert of a query's rows into {what}.")}{chr(10) + HIDDEN if count > 2 else ""}
public static func insert<{generics}, Query: ComposableSelect>(
  or resolution: ConflictResolution? = nil,
  _ columns: (Columns) -> {columns}, select query: () throws -> Query
) rethrows -> Insert<Self> where Query.Result == {result} {{
  let all = columns(Self.columns)
  return Insert([{column_names}], try query(), checking: [{checked}], or: resolution)
}}
"""


def insert_selects():
    methods = [insert_select(count) for count in range(1, RESULTS + 1)]
    return NOTE + "\nextension DatabaseTable {\n" + textwrap.indent("\n".join(methods), "  ") + "}\n"


SCALES = (0, 2, 3, 4, 6, 8)
NUMBERS = ("Int Int8 Int16 Int32 Int64 UInt UInt8 UInt16 UInt32 UInt64 Double Float Decimal").split()


def operator(symbol, what):
    kind = "AdditiveRepresentation" if symbol in "+-" else "NumericRepresentation"
    generic = f"""\
/// {what} a value: `$0.plays {symbol}= 2` sets `"plays" = "plays" {symbol} $1`.
public func {symbol}= <Representation: {kind}>(
  left: inout SQLExpression<Representation>, right: Representation.Value
) {{
  left = left {symbol} right
}}

/// {what} another column or an expression.
public func {symbol}= <Representation: {kind}>(
  left: inout SQLExpression<Representation>, right: some SQLExpressible<Representation>
) {{
  left = left {symbol} right
}}
"""
    # Amounts have operators only for the predeclared scales; with other scales, use `=`.
    numbers = [(type, type) for type in NUMBERS]
    if symbol in "+-":
        numbers += [(f"MinorUnits<Scale{digits}>", "Decimal") for digits in SCALES]
    concrete = [f"""\
/// {what} {given}.
{HIDDEN}
public func {symbol}= (left: inout SQLExpression<{type}>, right: {right}) {{ left = left {symbol} right }}
""" for type, value in numbers for given, right in (
        ("a value", value), ("an expression", f"SQLExpression<{type}>"))]
    return "\n".join([generic] + concrete)


def operators():
    return NOTE + """
#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Each type for which Swift has an operator has two overloads of its own: once the type checker
// (6.3.1) has found a use for Swift's operator, it does not try the generic ones.

""" + "\n".join(operator(*each) for each in (
        ("+", "Adds"), ("-", "Subtracts"), ("*", "Multiplies by"), ("/", "Divides by")))


FILES = {
    "SelectQuery+Joins.swift": query_joins(),
    **{f"Join{count}.swift": join_query(count) for count in range(2, TABLES + 1)},
    "TableOrView+Queries.swift": table_methods(),
    "UnlabelledSource+Joins.swift": misplaced_joins(*UNLABELLED),
    "QueryOrCommonTable+Joins.swift": misplaced_joins(*LABELLED),
    "Results.swift": result_tuples(),
    "SelectionBuilder.swift": selection_builder(),
    "DatabaseTable+InsertSelect.swift": insert_selects(),
    "Updates+Operators.swift": operators(),
}


def write(folder):
    """Writes all files, formatted, into the folder."""
    for name, text in FILES.items():
        (folder / name).write_text(text)
    subprocess.run(["swift", "format", "--in-place", *(folder / name for name in FILES)], check=True)


if sys.argv[1:] == ["--check"]:
    # In the repository, so that the formatter finds its settings.
    with tempfile.TemporaryDirectory(dir=ROOT, prefix=".build-overloads-") as folder:
        folder = pathlib.Path(folder)
        write(folder)
        edited = [n for n in FILES if (folder / n).read_bytes() != (FOLDER / n).read_bytes()]
    for name in edited:
        print(f"{(FOLDER / name).relative_to(ROOT)}: is not what Tools/generate-overloads.py writes: edit the tool and run it")
    sys.exit(1 if edited else 0)
write(FOLDER)
