import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Selection`: makes a struct something that a query's rows are decoded into.
public enum SelectionMacro: ExtensionMacro, MemberMacro {
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

extension SelectionMacro: StructMacro {
  static var name: MacroName { .selection }

  static func read(
    _ declaration: StructDeclSyntax, attribute: AttributeSyntax, in surroundings: Surroundings
  ) -> (StructModel?, [Diagnostic]) {
    SelectionReader.read(declaration, attribute: attribute, in: surroundings)
  }

  static func print(_ selection: StructModel, missing: Set<String>) -> String {
    SelectionPrinter(selection, statesConformance: !missing.isEmpty).source
  }
}
