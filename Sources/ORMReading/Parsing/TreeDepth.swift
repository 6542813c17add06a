import SwiftSyntax

/// Measures the depth of a tree. The parser limits brackets, but not `a.b.c` or `Int???`, and each
/// level of a walk uses some of the stack.
enum TreeDepth {
  static let limit = 4_000

  /// Returns the position of a node that is deeper than the limit; nil if there is none.
  ///
  /// - Parameter bytes: The size of the source, in which each level takes at least two bytes.
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
