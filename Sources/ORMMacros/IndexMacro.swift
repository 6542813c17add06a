import SwiftSyntax
import SwiftSyntaxMacros

/// `#Index`: describes an index. It is `@Table` that reads it, so it adds nothing itself.
public enum IndexMacro: DeclarationMacro {
  public static func expansion(
    of node: some FreestandingMacroExpansionSyntax,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    []
  }
}
