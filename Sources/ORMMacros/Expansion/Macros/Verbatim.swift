import ORMDeclarations
import SwiftSyntax

extension DeclSyntax {
  /// Declarations that are printed as this text, which a line directive may stand beside.
  init(verbatim source: String) {
    self.init(MissingDeclSyntax(placeholder: .identifier(source)))
  }
}

extension ExtensionDeclSyntax {
  /// An extension that is printed as this text.
  ///
  /// The compiler takes the text of an expansion and parses it. To parse it here as well, only for
  /// the sake of a tree that is printed at once, took a third of the plugin's time.
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
