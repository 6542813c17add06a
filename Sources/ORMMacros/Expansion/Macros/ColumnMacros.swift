import ORMDeclarations
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Column`: configures a column. `@Table` reads it, so its own expansion is empty.
enum ColumnMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    PropertyPlace.check(node, on: declaration, .column, in: context)
    return []
  }
}

/// `@Ignored`: leaves a property out. `@Table` reads it.
enum IgnoredMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    PropertyPlace.check(node, on: declaration, .ignored, in: context)
    return []
  }
}

/// `@Embedded`: makes a property a group of columns. `@Table` reads it.
enum EmbeddedMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    PropertyPlace.check(node, on: declaration, .embedded, in: context)
    return []
  }
}

/// `#Index` and `#UniqueIndex`: describe an index. `@Table` reads them.
enum IndexMacro: DeclarationMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    if !context.isIn(.table) {
      var problems = Problems()
      problems.report(
        .indexOutsideOfTable(MacroName(rawValue: node.macroName.text) ?? .index), at: node)
      problems.diagnostics.forEach(context.diagnose)
    }
    return []
  }
}

/// Reports attributes of properties that have no effect.
///
/// In a table, `@Table` reads them and reports their mistakes. This reports the attributes that no
/// macro reads.
private enum PropertyPlace {
  static func check(
    _ attribute: AttributeSyntax, on declaration: some DeclSyntaxProtocol, _ macro: MacroName,
    in context: some MacroExpansionContext
  ) {
    var problems = Problems()
    if !declaration.is(VariableDeclSyntax.self) {
      problems.report(.notAProperty(macro), at: attribute)
    } else if !context.isIn(.table, .embeddable, .selection) {
      problems.report(.outsideOfTable(macro), at: attribute)
    }
    problems.diagnostics.forEach(context.diagnose)
  }
}

extension MacroExpansionContext {
  /// Whether the innermost enclosing declaration has one of these attributes.
  fileprivate func isIn(_ macros: MacroName...) -> Bool {
    guard
      let attributes = lexicalContext.first?.asProtocol((any WithAttributesSyntax).self)?.attributes
    else { return false }
    let present = MacroAttributes(attributes)
    return macros.contains { present[$0] != nil }
  }
}
