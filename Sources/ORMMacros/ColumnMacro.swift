import SwiftSyntax
import SwiftSyntaxMacros

/// `@Column`: says more about one column. It is `@Table` that reads it, so it adds nothing itself.
public enum ColumnMacro: PeerMacro {
  public static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    []
  }
}
