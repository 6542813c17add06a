import SwiftSyntax

/// The context of a declaration, which determines the name of its extension and its visibility.
package struct Surroundings {
  /// The type's full name, as an extension spells it: `Outer.Album`
  package let extendedName: String
  /// The type's full name with generic arguments, as the code in the extension spells it:
  /// `Outer<T>.Album`
  package var typeName: String
  /// Whether the declaration or a type around it has generic parameters.
  private let isGeneric: Bool
  /// The enclosing declarations, from the inside out.
  package let context: [Syntax]
  /// Finds the line of a node.
  package let place: (Syntax) -> SourcePlace?

  /// - Parameter context: The enclosing declarations, from the inside out.
  package init(
    of declaration: StructDeclSyntax, inside context: [Syntax],
    place: @escaping (Syntax) -> SourcePlace? = { _ in nil }
  ) {
    var names: [(name: String, arguments: String)] = []
    for node in [Syntax(declaration)] + context {
      if let type = node.asProtocol((any NamedDeclSyntax).self) {
        let parameters = node.asProtocol((any WithGenericParametersSyntax).self)?
          .genericParameterClause?.parameters
        let arguments = parameters?.map(\.name.text).joined(separator: ", ")
        names.append((type.name.text, arguments.map { "<\($0)>" } ?? ""))
      } else if let extended = node.as(ExtensionDeclSyntax.self)?.extendedType {
        names.append((extended.trimmedDescription, ""))
      }
    }
    extendedName = names.reversed().map(\.name).joined(separator: ".")
    typeName = names.reversed().map { $0.name + $0.arguments }.joined(separator: ".")
    isGeneric = names.contains { !$0.arguments.isEmpty }
    self.context = context
    self.place = place
  }

  /// Whether the declaration is a member of another type.
  package var isNested: Bool {
    context.contains { $0.asProtocol((any DeclGroupSyntax).self) != nil }
  }

  /// Whether the declaration or an enclosing type may have generic parameters. An enclosing
  /// extension does not show whether its type has some.
  package var mayBeGeneric: Bool {
    isGeneric || context.contains { $0.is(ExtensionDeclSyntax.self) }
  }

  /// Returns the access level of a declaration: its own, or the enclosing extension's, and at most
  /// `fileprivate` if an enclosing type is hidden.
  package func accessLevel(of declaration: StructDeclSyntax) -> AccessLevel {
    let level =
      declaration.modifiers.accessLevel
      ?? context.first?.as(ExtensionDeclSyntax.self)?.modifiers.accessLevel
      ?? .internal
    let isHidden = types.contains { ($0.accessLevel ?? .internal) < .internal }
    return isHidden ? min(level, .fileprivate) : level
  }

  /// The name of an enclosing type that is not visible to an extension of the declaration, because
  /// it is `private` in another type.
  package var hiddenType: String? {
    types.dropLast().first { $0.accessLevel == .private }?.name
  }

  /// The enclosing types, from the inside out.
  private var types: [(name: String, accessLevel: AccessLevel?)] {
    context.compactMap { node in
      guard let type = node.asProtocol((any DeclGroupSyntax).self) else { return nil }
      let name =
        node.asProtocol((any NamedDeclSyntax).self)?.name.text
        ?? node.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
      return (name ?? "", type.modifiers.accessLevel)
    }
  }
}
