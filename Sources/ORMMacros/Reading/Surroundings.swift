import SwiftSyntax

/// Where a declaration stands: what its extension is called, and who can see it.
struct Surroundings {
  /// The type's name from outside of all types: `Outer.Album`
  let typeName: String
  /// The declarations around it, from the inside out.
  let context: [Syntax]
  /// Finds the line that a node stands on.
  var place: (Syntax) -> SourcePlace? = { _ in nil }

  /// Whether the declaration is the member of another type.
  var isNested: Bool {
    context.contains { $0.asProtocol((any DeclGroupSyntax).self) != nil }
  }

  /// The access level of a declaration: its own, or that of the extension it stands in.
  func accessLevel(of declaration: StructDeclSyntax) -> AccessLevel {
    declaration.modifiers.accessLevel
      ?? context.first?.as(ExtensionDeclSyntax.self)?.modifiers.accessLevel
      ?? .internal
  }
}
