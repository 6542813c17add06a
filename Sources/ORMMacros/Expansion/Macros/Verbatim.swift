import ORMDeclarations
import SwiftSyntax

extension DeclSyntax {
  /// Creates declarations that are printed as this text, which may contain line directives.
  init(verbatim source: String) {
    self.init(MissingDeclSyntax(placeholder: .identifier(source)))
  }
}

extension ExtensionDeclSyntax {
  /// Creates an extension that is printed as this text.
  ///
  /// The compiler parses the text of an expansion. Parsing it here too, for a tree that is printed
  /// at once, took a third of the plugin's time.
  init(verbatim source: String) {
    self.init(
      UnexpectedNodesSyntax([Syntax(TokenSyntax.identifier(source))]),
      extensionKeyword: .keyword(.extension, presence: .missing),
      extendedType: MissingTypeSyntax(placeholder: .identifier("", presence: .missing)),
      memberBlock: MemberBlockSyntax(
        leftBrace: .leftBraceToken(presence: .missing), members: [],
        rightBrace: .rightBraceToken(presence: .missing)))
  }
}
