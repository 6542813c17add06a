import ORMDeclarations
import SwiftDiagnostics
import SwiftSyntax

/// `@Table`: makes a struct a table.
enum TableMacro: StructMacro {
  static var name: MacroName { .table }

  static func read(
    _ declaration: StructDeclSyntax, attribute: AttributeSyntax, in surroundings: Surroundings
  ) -> (TableModel?, [Diagnostic]) {
    TableReader.read(declaration, attribute: attribute, in: surroundings)
  }

  static func print(_ table: TableModel, missing: Set<String>) -> String {
    TablePrinter(table, stated: TablePrinter.listed.subtracting(missing)).source
  }
}
