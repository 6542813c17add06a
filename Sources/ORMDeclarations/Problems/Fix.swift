import SwiftDiagnostics
import SwiftSyntax

/// A source change that fixes a mistake.
package struct Fix {
  package let message: String
  package var changes: [FixIt.Change]

  /// Replaces a node, keeping the comments and spaces around it.
  package static func replace(
    _ node: some SyntaxProtocol, with source: some SyntaxProtocol, _ message: String
  ) -> Fix {
    let replacement = Syntax(source).with(\.leadingTrivia, node.leadingTrivia)
      .with(\.trailingTrivia, node.trailingTrivia)
    return Fix(
      message: message, changes: [.replace(oldNode: Syntax(node), newNode: replacement)])
  }

  /// Inserts source after a token.
  package static func insert(_ source: String, after token: TokenSyntax, _ message: String) -> Fix {
    // A token may have any text; only the printed source matters.
    let longer = token.with(\.tokenKind, .identifier(token.text + source))
    return Fix(
      message: message, changes: [.replace(oldNode: Syntax(token), newNode: Syntax(longer))])
  }

  /// Inserts source before a token.
  package static func insert(_ source: String, before token: TokenSyntax, _ message: String) -> Fix
  {
    let longer = token.with(\.tokenKind, .identifier(source + token.text))
    return Fix(
      message: message, changes: [.replace(oldNode: Syntax(token), newNode: Syntax(longer))])
  }
}

extension Fix {
  /// Removes an attribute from a declaration.
  package static func remove(_ attribute: AttributeSyntax, from declaration: VariableDeclSyntax)
    -> Fix
  {
    let message = "remove '@\(attribute.attributeName.trimmedDescription)'"
    var shorter = declaration
    shorter.attributes = AttributeListSyntax(
      declaration.attributes.filter { $0.id != Syntax(attribute).id }.map(\.self))
    // The trivia before the attribute now precedes the token after it.
    shorter.leadingTrivia = declaration.leadingTrivia
    return Fix(
      message: message,
      changes: [.replace(oldNode: Syntax(declaration), newNode: Syntax(shorter))])
  }

  /// Removes an argument from its list.
  package static func remove(_ argument: LabeledExprSyntax) -> Fix? {
    guard let list = argument.parent?.as(LabeledExprListSyntax.self) else { return nil }
    var rest = list.filter { $0.id != argument.id }.map(\.self)
    if list.last?.id == argument.id, let last = rest.indices.last {
      rest[last] = rest[last].with(\.trailingComma, nil).with(\.trailingTrivia, [])
    }
    let name = argument.label?.text ?? argument.expression.trimmedDescription
    return Fix(
      message: "remove '\(name)'",
      changes: [.replace(oldNode: Syntax(list), newNode: Syntax(LabeledExprListSyntax(rest)))])
  }
}
