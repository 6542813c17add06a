import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Table`: makes a struct a table.
public enum TableMacro: ExtensionMacro, MemberMacro {
  /// The text is printed as it is meant to look; laying it out again would only take time.
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

extension TableMacro: StructMacro {
  static var name: MacroName { .table }

  static func read(
    _ declaration: StructDeclSyntax, attribute: AttributeSyntax, in surroundings: Surroundings
  ) -> (TableModel?, [Diagnostic]) {
    TableReader.read(declaration, attribute: attribute, in: surroundings)
  }

  static func print(_ table: TableModel, missing: Set<String>) -> String {
    TablePrinter(table, stated: Set(["Table", "KeyedTable"]).subtracting(missing)).source
  }
}
