// The functions return whether the part has a key.

extension StatementKeyWriter {
  mutating func write(_ node: SQLNode) -> Bool {
    node.depth <= Self.greatestDepth && writeShallow(node)
  }

  mutating func write(_ nodes: [SQLNode]) -> Bool {
    put(count: nodes.count)
    return nodes.withUnsafeBufferPointer { nodes in
      nodes.indices.allSatisfy { index in nodes.borrow(index) { write($0) } }
    }
  }

  // The parts are read by `switch`, since `if case` and `guard case` copy them.

  private mutating func writeShallow(_ node: SQLNode) -> Bool {
    switch node.kind {
    case .column(let qualifier, let name):
      put(Mark.column)
      put(qualifier)
      put(name)
      return true
    case .value(let value):
      put(Mark.value)
      take(value)
      return true
    case .binary(let left, let symbol, let right):
      put(Mark.binary)
      put(symbol.rawValue)
      return writeShallow(left) && writeShallow(right)
    case .related(let table, let name):
      put(Mark.related)
      put(name)
      write(table)
      return true
    case .placeholder(let index, let query):
      guard let value = PlaceholderValues.value(anywhere: index, in: query) else { return false }
      put(Mark.value)
      take(value)
      return true
    case .always:
      put(Mark.always)
      return true
    case .never:
      put(Mark.never)
      return true
    case .literal(let text):
      put(Mark.literal)
      put(text)
      return true
    case .not(let operand): return write(.not, operand)
    case .bitNot(let operand): return write(.bitNot, operand)
    case .isNotTrue(let operand): return write(.isNotTrue, operand)
    case .isNull(let operand): return write(.isNull, operand)
    case .isNotNull(let operand): return write(.isNotNull, operand)
    case .function(let name, let arguments):
      put(Mark.function)
      put(name)
      return write(arguments)
    case .cast, .collate, .between, .like, .textTest, .inList, .inRows, .row, .choice, .call, .raw:
      return writeOperands(of: node)
    case .subquery(let select):
      put(Mark.subquery)
      return write(select)
    case .exists(let select):
      put(Mark.exists)
      return write(select)
    case .inSelect(let operand, let select):
      put(Mark.inSelect)
      return writeShallow(operand) && write(select)
    case .unencodable, .tooDeep: return false
    }
  }

  /// Writes a node of one of the kinds that are rarer, or have several operands.
  private mutating func writeOperands(of node: SQLNode) -> Bool {
    switch node.kind {
    case .cast(let operand, let type):
      put(Mark.cast)
      put(type.description)
      return writeShallow(operand)
    case .collate(let operand, let collation):
      put(Mark.collate)
      put(collation.rawValue)
      return writeShallow(operand)
    case .between(let operand, let lower, let upper):
      put(Mark.between)
      return writeShallow(operand) && writeShallow(lower) && writeShallow(upper)
    case .like(let operand, let pattern, let escape):
      put(Mark.like)
      put(escape.map { String($0) })
      return writeShallow(operand) && writeShallow(pattern)
    // The SQL depends on whether the text is empty or contains a NUL.
    case .textTest: return writeShallow(node.expanded)
    case .inList(let operand, let values): return writeShallow(operand) && write(list: values)
    case .inRows(let operand, let rows): return writeShallow(operand) && write(rows: rows)
    case .row(let nodes):
      put(Mark.row)
      return write(nodes)
    case .choice(let base, let branches, let otherwise):
      return writeChoice(base, branches, otherwise)
    case .call(let call): return write(call)
    case .raw(let sql):
      put(Mark.raw)
      return write(parts: sql.parts)
    default: return false
    }
  }

  private mutating func write(_ mark: Mark, _ operand: SQLNode) -> Bool {
    put(mark)
    return writeShallow(operand)
  }

  private mutating func writeChoice(
    _ base: SQLNode?, _ branches: [ChoiceBranch], _ otherwise: SQLNode?
  ) -> Bool {
    _ = ChoiceBranch.init(when:then:)
    put(Mark.choice)
    guard write(optional: base) else { return false }
    put(count: branches.count)
    for branch in branches {
      guard writeShallow(branch.when), writeShallow(branch.then) else { return false }
    }
    return write(optional: otherwise)
  }

  private mutating func write(optional node: SQLNode?) -> Bool {
    put(node == nil ? Mark.none : .some)
    return node.map { writeShallow($0) } ?? true
  }

  // MARK: Lists

  /// Writes the values of an `IN (…)`. As in ``SQLRenderer/append(list:)``, all long lists have the
  /// same SQL, with one parameter.
  private mutating func write(list values: [SQLValue]) -> Bool {
    if values.count <= SQLRenderer.longestListOfParameters {
      put(Mark.list)
      put(count: values.count)
      take(values)
    } else if let array = JSONArray(values) {
      put(Mark.longList)
      take(.text(array.text))
    } else {
      put(Mark.mixedList)
      take(.blob(ValueList(values).bytes))
    }
    return true
  }

  private mutating func write(rows: [[SQLNode]]) -> Bool {
    guard rows.count <= SQLRenderer.longestListOfParameters else { return false }
    put(Mark.rows)
    put(count: rows.count)
    return rows.allSatisfy { write($0) }
  }

  // MARK: Functions and windows

  private mutating func write(_ call: FunctionCall) -> Bool {
    _ = FunctionCall.init(name:arguments:isDistinct:ordering:filter:window:)
    put(Mark.call)
    put(call.name)
    put(call.isDistinct)
    guard write(call.arguments), write(call.ordering), writeShallow(call.filter) else {
      return false
    }
    switch call.window {
    case nil:
      put(Mark.none)
      return true
    case .named(let name):
      put(Mark.identifier)
      put(name)
      return true
    case .definition(let window):
      put(Mark.some)
      return write(window)
    }
  }

  mutating func write(_ window: WindowDefinition) -> Bool {
    _ = WindowDefinition.init(base:partition:ordering:frame:)
    put(window.base)
    put(window.frame?.sql)
    return write(window.partition) && write(window.ordering)
  }

  mutating func write(_ terms: [OrderingTerm]) -> Bool {
    _ = OrderingTerm.init(node:isDescending:nulls:canBeNull:)
    put(count: terms.count)
    return terms.allSatisfy { term in
      put(term.isDescending)
      put(term.nulls?.rawValue)
      // Whether the term can be NULL matters to pages only, and does not change the SQL.
      return write(term.node)
    }
  }

  // MARK: Related tables

  mutating func write(_ table: RelatedTable) {
    _ = RelatedTable.init(name:_:)
    put(table.name)
    switch table.way {
    case .reference(let reference):
      _ = RelatedTable.Reference.init(origin:owner:pairs:isCertain:)
      _ = RelatedTable.Pair.init(column:target:collation:)
      put(Mark.reference)
      put(reference.owner)
      put(reference.isCertain)
      put(count: reference.pairs.count)
      for pair in reference.pairs {
        put(pair.column)
        put(pair.target)
        put(pair.collation?.rawValue)
      }
      switch reference.origin {
      case .named(let name):
        put(Mark.table)
        put(name)
      case .related(let origin):
        put(Mark.related)
        write(origin)
      }
    case .rows(let level):
      put(Mark.rows)
      put(count: level)
    case .nowhere: put(Mark.nowhere)
    case .otherRepresentation: put(Mark.otherRepresentation)
    case .limited: put(Mark.limited)
    }
  }

  // MARK: Raw SQL

  /// Writes the key of raw SQL.
  @usableFromInline
  package mutating func write(_ sql: SQL) -> Bool {
    _ = SQL.init(parts:)
    begin()
    put(Mark.sql)
    return write(parts: sql.parts)
  }

  private mutating func write(parts: [SQL.Part]) -> Bool {
    put(count: parts.count)
    for part in parts {
      switch part {
      case .text(let text):
        put(Mark.text)
        put(text)
      case .identifier(let name):
        put(Mark.identifier)
        put(name)
      case .node(let node):
        put(Mark.node)
        guard write(node) else { return false }
      case .list(let values): guard write(list: values) else { return false }
      case .literal, .subquery, .misplaced: return false
      }
    }
    return true
  }
}
