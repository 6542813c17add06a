import SwiftSyntax
import SwiftSyntaxMacros

/// `@Embeddable`: makes a struct a group of columns.
open class EmbeddableMacro: ExtensionMacro {
  public static var formatMode: FormatMode { .disabled }

  public static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) -> [ExtensionDeclSyntax] {
    guard let declaration = declaration.as(StructDeclSyntax.self) else {
      var problems = Problems()
      problems.reportNotAStruct(declaration, .embeddable)
      problems.diagnostics.forEach(context.diagnose)
      return []
    }
    let surroundings = Surroundings(of: declaration, in: context)
    let (group, diagnostics) = EmbeddableReader.read(
      declaration, attribute: node, in: surroundings)
    diagnostics.forEach(context.diagnose)
    guard var group else { return [] }
    if surroundings.isNested { group.members = ColumnTypes(of: group.members).members }
    let printer = EmbeddablePrinter(group, statesConformance: !protocols.isEmpty)
    return [ExtensionDeclSyntax(verbatim: printer.source)]
  }
}
