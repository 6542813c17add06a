import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Embeddable`: makes a struct a group of columns.
public enum EmbeddableMacro: ExtensionMacro {
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
    let (group, diagnostics) = EmbeddableReader.read(
      declaration, attribute: node, in: Surroundings(of: type, in: context))
    diagnostics.forEach(context.diagnose)
    guard let group else { return [] }
    let printer = EmbeddablePrinter(group, statesConformance: !protocols.isEmpty)
    return [printer.source].compactMap {
      DeclSyntax(stringLiteral: $0).as(ExtensionDeclSyntax.self)
    }
  }
}

extension Surroundings {
  init(of type: some TypeSyntaxProtocol, in context: some MacroExpansionContext) {
    self.init(typeName: type.trimmedDescription, context: context.lexicalContext) { node in
      guard
        let location = context.location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath),
        let file = location.file.as(StringLiteralExprSyntax.self)?.representedLiteralValue,
        let line = Int(location.line.trimmedDescription)
      else { return nil }
      return SourcePlace(file: file, line: line)
    }
  }
}
