import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

// What the macros add to the body of a nested struct: names for the types of its columns.

extension TableMacro: MemberMacro {
  public static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    columnTypes(of: declaration, in: context) { declaration, surroundings in
      TableReader.read(declaration, attribute: node, in: surroundings).table
        .map { ($0.members, $0.access) }
    }
  }
}

extension EmbeddableMacro: MemberMacro {
  public static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    columnTypes(of: declaration, in: context) { declaration, surroundings in
      EmbeddableReader.read(declaration, attribute: node, in: surroundings).group
        .map { ($0.members, $0.access) }
    }
  }
}

/// What is wrong with the struct is reported with its extension, and not once more here.
private func columnTypes(
  of declaration: some DeclGroupSyntax, in context: some MacroExpansionContext,
  read: (StructDeclSyntax, Surroundings) -> (members: [TableModel.Member], access: AccessLevel)?
) -> [DeclSyntax] {
  guard let declaration = declaration.as(StructDeclSyntax.self) else { return [] }
  let surroundings = Surroundings(of: declaration, in: context)
  guard surroundings.isNested, let (members, access) = read(declaration, surroundings),
    let source = ColumnTypes(of: members).declaration(access: access)
  else { return [] }
  return [DeclSyntax(stringLiteral: source)]
}
