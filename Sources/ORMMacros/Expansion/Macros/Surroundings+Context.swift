import ORMDeclarations
import SwiftSyntax
import SwiftSyntaxMacros

extension Surroundings {
  /// Creates the surroundings of a declaration that the compiler passes to a macro.
  init(of declaration: StructDeclSyntax, in context: some MacroExpansionContext) {
    self.init(of: declaration, inside: context.lexicalContext) { node in
      guard
        let location = context.location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath),
        let file = location.file.as(StringLiteralExprSyntax.self)?.representedLiteralValue,
        let line = Int(location.line.trimmedDescription)
      else { return nil }
      return SourcePlace(file: file, line: line)
    }
    if hidesOwnName(declaration), let module = context.moduleName(of: declaration) {
      typeName = module + moduleSelector + typeName
    }
  }

  /// Whether generated code or the struct contains another type with the struct's name: in
  /// `extension Draft`, `Draft` is the type of rows without a key.
  private func hidesOwnName(_ declaration: StructDeclSyntax) -> Bool {
    // Characters: Swift's own names
    let name = String(typeName.prefix { $0 != "." && $0 != "<" })
    // Characters: Swift's own names
    if TypeReader.generatedNames.contains(name) || typeParameters.contains(name) { return true }
    // Characters: Swift's own names
    if name.hasPrefix("Part"), Int(name.dropFirst(4)) != nil { return true }
    return declaration.memberBlock.members.contains { member in
      guard let type = member.decl.asProtocol((any NamedDeclSyntax).self),
        !member.decl.is(FunctionDeclSyntax.self)
      else { return false }
      return type.name.text.isSameIdentifier(as: name)
    }
  }
}

/// The names of type parameters and tuples in generated code, which a type of the program can hide.
private let typeParameters: Set<String> = ["Parameters", "Parts", "Root", "Row"]

extension MacroExpansionContext {
  /// The module that the compiler compiles.
  fileprivate func moduleName(of node: some SyntaxProtocol) -> String? {
    let location = location(of: node, at: .afterLeadingTrivia, filePathMode: .fileID)
    let path = location?.file.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    return path.flatMap { String($0.utf8.prefix { $0 != UInt8(ascii: "/") }) }
  }
}
