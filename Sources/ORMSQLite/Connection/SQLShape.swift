import ORMCore

/// What the text of the caller's SQL depends on: the SQL without its values; see ``QueryShape``.
final class SQLShape: Sendable {
  private let parts: [SQL.Part]

  /// Nil if the text depends on the values too, and if the SQL has what few have.
  init?(_ sql: SQL) {
    var parts: [SQL.Part] = []
    for part in sql.parts {
      switch part {
      case .text, .identifier: parts.append(part)
      case .node(let node):
        guard node.depth <= QueryShape.greatestDepth, let shape = node.withoutValues else {
          return nil
        }
        parts.append(.node(shape))
      case .list(let values): parts.append(.list(values.withoutListValues))
      case .literal, .subquery, .misplaced: return nil
      }
    }
    self.parts = parts
  }

  /// Whether the SQL is of this shape: then, and else in part, its values are appended in the order
  /// of the statement's parameters.
  func isShape(of sql: SQL, _ values: inout some ArgumentList & ~Copyable) -> Bool {
    guard parts.count == sql.parts.count else { return false }
    for index in parts.indices {
      switch (parts[index], sql.parts[index]) {
      case (.text(let text), .text(let other)), (.identifier(let text), .identifier(let other)):
        guard text.hasSameBytes(as: other) else { return false }
      case (.node(let node), .node(let other)):
        guard node.isShape(of: other, &values) else { return false }
      case (.list(let list), .list(let other)):
        guard list.isListShape(of: other, &values) else { return false }
      default: return false
      }
    }
    return true
  }
}
