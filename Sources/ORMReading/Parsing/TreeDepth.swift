import SwiftSyntax

/// How deep a tree is. Brackets have the parser's limit, but `a.b.c` and `Int???` have none, and
/// each level of a walk takes some of the stack.
enum TreeDepth {
  static let limit = 4_000

  /// The place of a node that is deeper than the limit; nil if there is none.
  ///
  /// - Parameter bytes: The size of the source, whose levels have two bytes at least.
  static func placeOfDeepNode(in tree: SourceFileSyntax, bytes: Int) -> Int? {
    if bytes < limit { return nil }
    var open = [(node: Syntax(tree), depth: 0)]
    while let (node, depth) = open.popLast() {
      if depth > limit { return node.positionAfterSkippingLeadingTrivia.utf8Offset }
      for child in node.children(viewMode: .sourceAccurate) where !child.is(TokenSyntax.self) {
        open.append((child, depth + 1))
      }
    }
    return nil
  }
}
