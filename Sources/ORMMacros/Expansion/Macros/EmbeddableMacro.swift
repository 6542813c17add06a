import ORMDeclarations
import SwiftDiagnostics
import SwiftSyntax

/// `@Embeddable`: makes a struct a group of columns.
enum EmbeddableMacro: StructMacro {
  static var name: MacroName { .embeddable }

  static func read(
    _ declaration: StructDeclSyntax, attribute: AttributeSyntax, in surroundings: Surroundings
  ) -> (StructModel?, [Diagnostic]) {
    EmbeddableReader.read(declaration, attribute: attribute, in: surroundings)
  }

  static func print(_ group: StructModel, missing: Set<String>) -> String {
    EmbeddablePrinter(
      group,
      statesConformance: missing.contains("Embeddable"),  // Characters: Swift's own names
      printsMirror: missing.contains("CustomReflectable")  // Characters: Swift's own names
    ).source
  }
}
