#!/usr/bin/env python3
"""Checks that the folders of Sources use each other's declarations only downward.

    Tools/arrows.py                  # fails at an upward reference that is not in the allowance
    Tools/arrows.py --matrix         # prints the number of references between each pair of rooms
    Tools/arrows.py --shrink         # removes lines from the allowance that are no longer needed

The rooms are in a file (--rooms), the lowest first, one in each line: a name, then the folders and files that
belong to it. A file belongs to the longest path that matches. A room may use only the rooms in the lines
before its own. The allowance (--allow) lists existing upward references: `file -> file: name`. A line that is
not needed is an error, too; --shrink only removes lines.

It finds uses of types (nested ones by their owner), of free functions and global constants, and of members
that only rooms above declare. It works on text, and misses or misreads:
- a member that rooms above and below declare under the same name, or whose name is common in the standard
  library (`SHARED` below), used through a value whose type is not written;
- initializers and operators, and conformances that only a room above declares;
- a type parameter that hides a type: the name is read as the parameter in the whole declaration;
- the text of macros (`#externalMacro`), and names in generated code.
"""
import argparse
import collections
import pathlib
import re
import sys

TOKEN = re.compile(
  r"(?P<space>[ \t\r]+)|(?P<newline>\n)|(?P<line>//[^\n]*)|(?P<block>/\*)|(?P<string>#*\"\"\"|#*\")"
  r"|(?P<name>`\w+`|[^\W\d]\w*)|(?P<dollar>\$\d+)|(?P<number>\d\w*(?:\.\d\w*)?)"
  r"|(?P<attribute>[@#][^\W\d]\w*)|(?P<arrow>->)|(?P<mark>.)",
  re.S)
TYPES = {"struct", "class", "enum", "actor", "protocol", "typealias", "associatedtype"}
DECLARATIONS = TYPES | {"extension", "func", "var", "let", "init", "subscript", "case", "import", "macro", "deinit"}
KEYWORDS = set(
  "case else in of is as if do try some any default repeat while switch return throw throws guard true false nil package".split())
# Names of members that are common in Swift, even if a room declares them, too.
SHARED = set(
  """abs add remainder rest advanced all allSatisfy any append appending base body bytes capacity checkCancellation clear
  close code codingPath combine compactMap components contains count current data decode delete description detail
  distance drop dropFirst dropLast duration elements encode end endIndex enumerated error execute fetch filter find
  finish first firstIndex flatMap flush forEach from get handle hash hasPrefix hasSuffix header id index indices insert
  inserted into isEmpty isMultiple item joined key keys kind last lastIndex length limit load lock lowercased map max message milliseconds min mode move
  name names next node note now number offset omittingEmptySubsequences order parent parse path pointee position
  prefix print random range rawValue read reduce register release remove removeAll removeFirst removeLast replace
  replacing report reset result reversed root round row rows run save seconds select self self send set shuffled sign signum size
  sleep sort sorted source split sql start startIndex state statement statements step store suffix sum sync table text time title to toggle total
  trim type union unsafe update uppercased utf8 value values wait warning where with withLock write x y yield zip""".split())


class Token:
  __slots__ = ("kind", "text", "line")

  def __init__(self, kind, text, line):
    self.kind, self.text, self.line = kind, text, line


def tokens(source):
  """Returns the tokens of a file without comments and the text of strings, but with interpolated code."""
  found, line, i = [], 1, 0
  strings = []  # (hashes, is multi-line, depth of parentheses) of the strings whose code is being read
  depth = 0
  while i < len(source):
    if strings and strings[-1][2] == depth and source[i] == ")":
      i = text_of_string(source, i + 1, *strings.pop()[:2], strings, depth)
      line = 1 + source.count("\n", 0, i)
      continue
    match = TOKEN.match(source, i)
    kind, text = match.lastgroup, match.group()
    if kind == "block":
      nesting, j = 1, match.end()
      while nesting and j < len(source):
        step = re.compile(r"/\*|\*/").search(source, j)
        if not step: break
        nesting += 1 if step.group() == "/*" else -1
        j = step.end()
      line += source.count("\n", i, j)
      i = j
      continue
    if kind == "string":
      hashes = text.count("#")
      i = text_of_string(source, match.end(), hashes, text.endswith('"""'), strings, depth)
      found.append(Token("literal", '""', line))
      line = 1 + source.count("\n", 0, i)
      continue
    i = match.end()
    if kind == "newline":
      line += 1
    elif kind == "name":
      found.append(Token("name", text.strip("`"), line))
    elif kind == "attribute":
      found.append(Token("attribute", text[1:], line))
    elif kind in ("mark", "arrow"):
      if text == "(": depth += 1
      if text == ")": depth -= 1
      found.append(Token("mark", text, line))
  return found


def check_tokens():
  """Fails if the tokenizer misses a member after a number, as in `$0.member` or `pair.0.member`."""
  text = "rows.map { $0.close(1.5, 0x1F, 1e3) + $12.open + pair.0.left + (0...count).lower + 1.max }"
  names = [token.text for token in tokens(text) if token.kind == "name"]
  expected = ["rows", "map", "close", "open", "pair", "left", "count", "lower", "max"]
  if names != expected: sys.exit(f"Tools/arrows.py reads the names {names}, expected {expected}")


def text_of_string(source, i, hashes, is_long, strings, depth):
  """Returns the place at which the string ends, or at which an interpolation begins, which is added to `strings`."""
  end = ('"""' if is_long else '"') + "#" * hashes
  escape = "\\" + "#" * hashes
  while i < len(source):
    if source.startswith(end, i): return i + len(end)
    if source.startswith(escape, i):
      if source.startswith("(", i + len(escape)):
        strings.append((hashes, is_long, depth))
        return i + len(escape) + 1
      i += len(escape) + 1
    else:
      i += 1
  return i


class Scope:
  def __init__(self, owner, parameters, is_type):
    self.owner, self.parameters, self.is_type = owner, parameters, is_type


class Declaration:
  __slots__ = ("file", "line", "is_private")

  def __init__(self, file, line, is_private):
    self.file, self.line, self.is_private = file, line, is_private


class File:
  """The declarations of a file, and the names that it uses with their scopes, found in one pass over its tokens."""

  def __init__(self, path, source):
    self.path, self.tokens = path, tokens(source)
    self.types, self.globals, self.members = [], [], []  # (name, declaration)
    self.uses = []  # (index of the token, owners, type parameters)
    self.locals = set()
    self.read()

  def read(self):
    stack, pending, header = [], set(), None  # header: (owner, is a type) of the declaration that is being read
    is_private, tokens = False, self.tokens
    i = 0
    while i < len(tokens):
      token = tokens[i]
      owner = next((s.owner for s in reversed(stack) if s.is_type), "")
      in_function = bool(stack) and not stack[-1].is_type
      before = tokens[i - 1].text if i else ""
      if token.kind == "name":
        text = token.text
        if text in ("private", "fileprivate") and not (i + 1 < len(tokens) and tokens[i + 1].text == "("):
          is_private = True
        is_declared = (
          text in DECLARATIONS and before != "." and i + 1 < len(tokens)
          and (tokens[i + 1].kind == "name" or text in ("init", "subscript", "func", "deinit", "case", "let", "var"))
          and not (text == "class" and tokens[i + 1].text in ("func", "var", "let")))
        if is_declared and text == "import":
          i += 2
          while i < len(tokens) and tokens[i].text == ".": i += 2
          continue
        if is_declared and text not in ("case", "let", "var") or is_declared and not in_function:
          pending, header = set(), None
          name, j = tokens[i + 1], i + 2
          if text in TYPES or text == "extension":
            full = f"{owner}.{name.text}" if owner else name.text
            if text == "extension":
              full = name.text
              self.use(i + 1, stack, pending)
              while j + 1 < len(tokens) and tokens[j].text == ".":
                full += "." + tokens[j + 1].text
                j += 2
            elif not in_function:
              self.types.append((full, Declaration(self.path, name.line, is_private)))
            if text not in ("typealias", "associatedtype"): header = (full, True)
          elif text in ("func", "var", "let") and name.kind == "name":
            declaration = Declaration(self.path, name.line, is_private)
            if not stack: self.globals.append((name.text, declaration, text == "func"))
            elif stack[-1].is_type: self.members.append((stack[-1].owner, name.text, declaration))
            header = (owner, False)
          elif text == "case" and stack and stack[-1].is_type:
            k, nesting = i + 1, 0
            while k < len(tokens) and (nesting or tokens[k].line == token.line or tokens[k - 1].text == ","):
              t = tokens[k].text
              nesting += (t in "([") - (t in ")]") if t else 0
              if not nesting and tokens[k].kind == "name" and tokens[k - 1].text in ("case", ","):
                self.members.append((stack[-1].owner, t, Declaration(self.path, tokens[k].line, is_private)))
              if t in "{}": break
              k += 1
            j = i + 1
          else:
            header = (owner, False)
            j = i + 1
          is_private = False
          if text in TYPES or text in ("func", "init", "subscript", "macro"):
            if text in ("func",) and name.kind != "name":
              while j < len(tokens) and tokens[j].text not in ("<", "("): j += 1
            if text in ("init", "subscript") and j < len(tokens) and tokens[j].text in "?!": j += 1
            pending = self.parameters(j)
          i = j
          continue
        if text in ("let", "var", "for", "case", "in") and in_function or text in ("let", "var"):
          k = i + 1
          while k < len(tokens) and tokens[k].text in ("let", "var", "(", "."): k += 1
          if k < len(tokens) and tokens[k].kind == "name": self.locals.add(tokens[k].text)
        if i + 1 < len(tokens) and tokens[i + 1].text == ":": self.locals.add(text)
        self.use(i, stack, pending)
      elif token.kind == "attribute" and token.text[:1].isupper():
        self.use(i, stack, pending)
      elif token.text == "{":
        if header and header[1]: stack.append(Scope(header[0], pending, True))
        else: stack.append(Scope(owner, pending, False))
        pending, header = set(), None
      elif token.text == "}":
        if stack: stack.pop()
        pending, header, is_private = set(), None, False
      i += 1

  def parameters(self, i):
    """Returns the names of the type parameters that begin here, if there are any."""
    names, depth = set(), 0
    if i >= len(self.tokens) or self.tokens[i].text != "<": return names
    while i < len(self.tokens):
      text = self.tokens[i].text
      if text == "<": depth += 1
      if text == ">":
        depth -= 1
        if depth == 0: break
      if depth == 1 and self.tokens[i].kind == "name" and text not in ("each", "let"):
        if self.tokens[i - 1].text in ("<", ",", "each", "let"): names.add(text)
      i += 1
    return names

  def use(self, i, stack, pending):
    owners = []
    for scope in reversed(stack):
      if scope.is_type and scope.owner not in owners: owners.append(scope.owner)
    parameters = set(pending)
    for scope in stack: parameters |= scope.parameters
    self.uses.append((i, owners, parameters))


class House:
  def __init__(self, root, rooms):
    self.rooms = rooms  # [(name, [path])], the lowest first
    self.rank = {name: rank for rank, (name, _) in enumerate(rooms)}
    self.places = sorted(((p, name) for name, paths in rooms for p in paths), key=lambda x: -len(x[0]))
    self.files = []
    for path in sorted(root.rglob("*.swift")):
      name = path.relative_to(root).as_posix()
      if self.room(name): self.files.append(File(name, path.read_text(encoding="utf-8")))
    self.types, self.globals, self.members = (collections.defaultdict(list) for _ in range(3))
    for file in self.files:
      for name, declaration in file.types: self.types[name].append(declaration)
      for name, declaration, _ in file.globals: self.globals[name].append(declaration)
      for _, name, declaration in file.members: self.members[name].append(declaration)
    self.functions = {name for file in self.files for name, _, is_function in file.globals if is_function}
    self.simple = {name.rpartition(".")[2] for name in self.types}

  def room(self, file):
    return next((name for place, name in self.places if file == place or file.startswith(place + "/")), None)

  def references(self):
    """Yields each use of a declaration of another room: (file, line, name, declaring file)."""
    for file in self.files:
      for index, owners, parameters in file.uses:
        token = file.tokens[index]
        declaration = self.resolve(file, index, owners, parameters)
        if declaration and self.room(declaration.file) != self.room(file.path):
          yield file.path, token.line, token.text, declaration.file

  def resolve(self, file, index, owners, parameters):
    tokens = file.tokens
    name = tokens[index].text
    before = tokens[index - 1].text if index else ""
    after = tokens[index + 1].text if index + 1 < len(tokens) else ""
    if name in self.simple:
      if before == ".":
        base = self.path_before(tokens, index)
        for prefix in [""] + [owner + "." for owner in owners]:
          found = self.pick(self.types.get(f"{prefix}{base}.{name}"), file) if base else None
          if found: return found
        return None
      if name in parameters: return None
      for owner in owners:
        parts = owner.split(".")
        for count in range(len(parts), 0, -1):
          found = self.pick(self.types.get(".".join(parts[:count]) + "." + name), file)
          if found: return found
      return self.pick(self.types.get(name), file)
    if name in self.globals and before != "." and after != ":" and name not in self.members:
      if name in self.functions and after not in ("(", "<"): return None
      if name not in self.functions and name in file.locals: return None
      return self.pick(self.globals[name], file)
    if name in self.members and name not in SHARED | KEYWORDS and (before == "." or after in ("(", "{")):
      if name in file.locals and before != "." or after == ":": return None
      if name in self.globals: return None
      rank = self.rank[self.room(file.path)]
      visible = [d for d in self.members[name] if not d.is_private or d.file == file.path]
      if visible and all(self.rank[self.room(d.file)] > rank for d in visible): return visible[0]
    return None

  def path_before(self, tokens, index):
    parts, i = [], index - 1
    while i > 0 and tokens[i].text == "." and tokens[i - 1].kind == "name":
      parts.insert(0, tokens[i - 1].text)
      i -= 2
    return ".".join(parts)

  def pick(self, declarations, file):
    if not declarations: return None
    visible = [d for d in declarations if not d.is_private or d.file == file.path]
    same = [d for d in visible if d.file == file.path]
    near = [d for d in visible if self.room(d.file) == self.room(file.path)]
    return (same or near or visible or [None])[0]


def main():
  parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
  parser.add_argument("--sources", default="Sources", type=pathlib.Path)
  parser.add_argument("--rooms", default="Tools/rooms.txt", type=pathlib.Path)
  parser.add_argument("--allow", default="Tools/arrows-allowed.txt", type=pathlib.Path)
  parser.add_argument("--matrix", action="store_true")
  parser.add_argument("--shrink", action="store_true")
  parser.add_argument("--all", action="store_true", help="print each reference, downward ones too")
  options = parser.parse_args()
  check_tokens()
  lines = [line.split("#")[0].split() for line in options.rooms.read_text().splitlines()]
  house = House(options.sources, [(line[0], line[1:]) for line in lines if line])
  counts, upward = collections.Counter(), collections.defaultdict(list)
  for file, line, name, other in house.references():
    here, there = house.room(file), house.room(other)
    counts[here, there] += 1
    if options.all: print(f"{file}\t{line}\t{name}\t{other}")
    if house.rank[here] < house.rank[there]: upward[f"{file} -> {other}: {name}"].append(line)
  if options.matrix:
    names = [name for name, _ in house.rooms]
    print(" " * 22 + "".join(f"{name[-7:]:>8}" for name in names))
    for a in names: print(f"{a[-22:]:22}" + "".join(f"{counts[a, b] or '':>8}" for b in names))
  allowed = []
  if options.allow.exists():
    allowed = [line for line in options.allow.read_text().splitlines() if line and not line.startswith("#")]
  failures = 0
  for key, at in sorted(upward.items()):
    if key in allowed: continue
    failures += 1
    file, _, rest = key.partition(" -> ")
    print(f"{options.sources}/{file}:{at[0]}: uses {rest.partition(': ')[2]} of {rest.partition(': ')[0]}, "
          f"which is above it ({house.room(file)} -> {house.room(rest.partition(': ')[0])})")
  unneeded = [line for line in allowed if line not in upward]
  if options.shrink and unneeded:
    kept = [line for line in options.allow.read_text().splitlines() if line not in unneeded]
    options.allow.write_text("".join(line + "\n" for line in kept))
  elif unneeded:
    failures += len(unneeded)
    for line in unneeded: print(f"{options.allow}: no longer needed, run with --shrink: {line}")
  pairs = {(house.room(k.split(' -> ')[0]), house.room(k.split(' -> ')[1].split(': ')[0])) for k in upward}
  print(f"{len(upward)} upward references between {len(pairs)} pairs of rooms, {len(allowed)} allowed, {failures} failures")
  sys.exit(1 if failures else 0)


if __name__ == "__main__":
  main()
