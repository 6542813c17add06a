import ORMDeclarations
import SwiftSyntax
import SwiftSyntaxMacros

extension Surroundings {
  /// The surroundings of a declaration that the compiler hands to a macro.
  init(of declaration: StructDeclSyntax, in context: some MacroExpansionContext) {
    self.init(of: declaration, inside: context.lexicalContext) { node in
      guard
        let location = context.location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath),
        let file = location.file.as(StringLiteralExprSyntax.self)?.representedLiteralValue,
        let line = Int(location.line.trimmedDescription)
      else { return nil }
      return SourcePlace(file: file, line: line)
    }
  }
}
