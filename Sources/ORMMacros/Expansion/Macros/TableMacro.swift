import SwiftSyntax
import SwiftSyntaxMacros

/// `@Table`: makes a struct a table.
open class TableMacro: ExtensionMacro {
  /// The text is printed as it is meant to look; laying it out again would only take time.
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
      problems.reportNotAStruct(declaration, .table)
      problems.diagnostics.forEach(context.diagnose)
      return []
    }
    let surroundings = Surroundings(of: declaration, in: context)
    let (table, diagnostics) = TableReader.read(
      declaration, attribute: node, in: surroundings)
    diagnostics.forEach(context.diagnose)
    guard var table else { return [] }
    if surroundings.isNested { table.members = ColumnTypes(of: table.members).members }
    let missing = Set(protocols.map(\.lastName))
    let stated = Set(["Table", "KeyedTable"]).subtracting(missing)
    let printer = TablePrinter(table, stated: stated)
    return [ExtensionDeclSyntax(verbatim: printer.source)]
  }
}

extension TypeSyntax {
  /// `Table` of `ORM.Table`
  var lastName: String {
    self.as(MemberTypeSyntax.self)?.name.text ?? trimmedDescription
  }
}
