import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Embeddable`: makes a struct a group of columns.
public enum EmbeddableMacro: ExtensionMacro, MemberMacro {
  public static var formatMode: FormatMode { .disabled }

  public static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) -> [ExtensionDeclSyntax] {
    extensions(node, of: declaration, conformingTo: protocols, in: context)
  }

  public static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    columnTypes(node, of: declaration, in: context)
  }
}

extension EmbeddableMacro: StructMacro {
  static var name: MacroName { .embeddable }

  static func read(
    _ declaration: StructDeclSyntax, attribute: AttributeSyntax, in surroundings: Surroundings
  ) -> (StructModel?, [Diagnostic]) {
    EmbeddableReader.read(declaration, attribute: attribute, in: surroundings)
  }

  static func print(_ group: StructModel, missing: Set<String>) -> String {
    EmbeddablePrinter(group, statesConformance: !missing.isEmpty).source
  }
}
