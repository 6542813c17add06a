import ORMDeclarations
import SwiftDiagnostics
import SwiftSyntax

/// `@Selection`: makes a struct a type that a query's rows are decoded into.
enum SelectionMacro: StructMacro {
  static var name: MacroName { .selection }

  static func read(
    _ declaration: StructDeclSyntax, attribute: AttributeSyntax, in surroundings: Surroundings
  ) -> (StructModel?, [Diagnostic]) {
    SelectionReader.read(declaration, attribute: attribute, in: surroundings)
  }

  static func print(_ selection: StructModel, missing: Set<String>) -> String {
    // Characters: Swift's own names
    selection.isOfRows
      ? NestedSelectionPrinter(
        selection,
        statesConformance: missing.contains("NestedSelection")  // Characters: Swift's own names
      ).source
      : SelectionPrinter(selection, missing: missing).source
  }
}
