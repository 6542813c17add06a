import ORMCore

/// The structure of raw SQL without its values: a statement-cache key; see ``QueryShape``.
final class SQLShape: Sendable {
  private let sql: SQL

  /// Nil if the text depends on the values, or the SQL is of a kind that is not cached.
  init?(_ sql: SQL) {
    guard let shape = sql.withoutValues else { return nil }
    self.sql = shape
  }

  /// See ``QueryShape/takeValues(of:asking:into:)``.
  func takeValues(of sql: SQL, into values: inout some ArgumentList & ~Copyable) -> Bool {
    self.sql.takeValues(of: sql, into: &values)
  }
}

extension SQL: Shapeable {
  var withoutValues: SQL? { parts.withoutValues.map { .with(parts: $0) } }

  func takeValues(of other: SQL, into values: inout some ArgumentList & ~Copyable) -> Bool {
    parts.takeValues(of: other.parts, into: &values)
  }
}

extension SQL.Part: Shapeable {
  var withoutValues: Self? {
    switch self {
    case .text, .identifier: self
    case .node(let node):
      node.depth <= QueryShape.greatestDepth ? node.withoutValues.map { .node($0) } : nil
    case .list(let values): .list(values.withoutListValues)
    case .literal, .subquery, .misplaced: nil
    }
  }

  func takeValues(of other: Self, into values: inout some ArgumentList & ~Copyable) -> Bool {
    switch self {
    case .text(let text):
      if case .text(let other) = other { return text.hasSameBytes(as: other) }
    case .identifier(let name):
      if case .identifier(let other) = other { return name.hasSameBytes(as: other) }
    case .node(let node):
      if case .node(let other) = other { return node.takeValues(of: other, into: &values) }
    case .list(let list):
      if case .list(let other) = other { return list.takeListValues(of: other, into: &values) }
    case .literal, .subquery, .misplaced: break
    }
    return false
  }
}
