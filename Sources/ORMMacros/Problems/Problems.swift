import SwiftDiagnostics
import SwiftSyntax

/// The mistakes that were found while a declaration was read.
struct Problems {
  private(set) var diagnostics: [Diagnostic] = []
  /// Whether something stays unknown without which the generated code would not compile.
  ///
  /// Any other mistake leaves a table that can still be printed, so that the rest of the program
  /// does not complain of a type that is no table.
  private(set) var preventsPrinting = false

  /// Reports a mistake that the generated code can do without.
  mutating func report(
    _ problem: Problem, at node: some SyntaxProtocol, notes: [Note] = [], fixes: [Fix] = []
  ) {
    diagnostics.append(
      Diagnostic(
        node: node, message: problem, notes: notes,
        fixIts: fixes.map { fix in
          FixIt(
            message: Remedy(message: fix.message, id: problem.id), changes: fix.changes)
        }))
  }

  /// Reports a mistake that leaves nothing to print.
  mutating func refuse(
    _ problem: Problem, at node: some SyntaxProtocol, notes: [Note] = [], fixes: [Fix] = []
  ) {
    preventsPrinting = true
    report(problem, at: node, notes: notes, fixes: fixes)
  }
}

/// A change that mends a mistake.
struct Fix {
  let message: String
  let changes: [FixIt.Change]

  /// Puts other source in the place of a node, between the comments and spaces that are around it.
  static func replace(
    _ node: some SyntaxProtocol, with source: some SyntaxProtocol, _ message: String
  ) -> Fix {
    let replacement = Syntax(source).with(\.leadingTrivia, node.leadingTrivia)
      .with(\.trailingTrivia, node.trailingTrivia)
    return Fix(
      message: message, changes: [.replace(oldNode: Syntax(node), newNode: replacement)])
  }

  /// Puts source behind a token.
  static func insert(_ source: String, after token: TokenSyntax, _ message: String) -> Fix {
    // A token is a token whatever its text: what is printed is what the user gets.
    let longer = token.with(\.tokenKind, .identifier(token.text + source))
    return Fix(
      message: message, changes: [.replace(oldNode: Syntax(token), newNode: Syntax(longer))])
  }

  /// Puts source in front of a token.
  static func insert(_ source: String, before token: TokenSyntax, _ message: String) -> Fix {
    let longer = token.with(\.tokenKind, .identifier(source + token.text))
    return Fix(
      message: message, changes: [.replace(oldNode: Syntax(token), newNode: Syntax(longer))])
  }
}

extension Fix {
  /// Takes an attribute off a declaration.
  static func remove(_ attribute: AttributeSyntax, from declaration: VariableDeclSyntax) -> Fix {
    let message = "remove '@\(attribute.attributeName.trimmedDescription)'"
    var shorter = declaration
    shorter.attributes = declaration.attributes.filter { $0.id != Syntax(attribute).id }
    // What stood in front of the attribute now stands in front of what was behind it.
    shorter.leadingTrivia = declaration.leadingTrivia
    return Fix(
      message: message,
      changes: [.replace(oldNode: Syntax(declaration), newNode: Syntax(shorter))])
  }
}
