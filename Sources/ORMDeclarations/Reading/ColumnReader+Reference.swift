import SwiftSyntax

extension ColumnReader {
  /// Returns the reference that `references:`, `onDelete:` and `onUpdate:` describe.
  package func reference(_ arguments: Arguments, _ problems: inout Problems) -> ReferenceModel? {
    guard let expression = arguments["references"], !expression.is(NilLiteralExprSyntax.self)
    else {
      for label in ["onDelete", "onUpdate"] {
        if let argument = arguments.argument(label) {
          problems.report(
            .actionWithoutReference(label), at: argument.label ?? .identifier(label),
            fixes: arguments.removal(of: label))
        }
      }
      return nil
    }
    guard let parent = parent(expression, &problems) else { return nil }
    // Characters: Swift's own names
    if let name = expression.parentName, types.hides(name), parent.type != surroundings.typeName {
      problems.refuse(.hiddenParent(name.text), at: name)
      return nil
    }
    return ReferenceModel(
      parent: parent.type, member: parent.member, onDelete: arguments.source("onDelete", types),
      onUpdate: arguments.source("onUpdate", types))
  }

  /// `Artist` and `self` for `Artist.self`; `Artist` and `columns.id` for `\Artist.id`.
  private func parent(
    _ expression: ExprSyntax, _ problems: inout Problems
  ) -> (type: String, member: String)? {
    if let base = expression.metatypeBase { return (types.source(of: base), "self") }
    if let path = expression.as(KeyPathExprSyntax.self), let root = path.root,
      let names = path.propertyNames
    {
      return (types.source(of: root), "columns.\(names.joined(separator: "."))")
    }
    problems.report(.unreadableReference(), at: expression)
    return nil
  }
}

extension ExprSyntax {
  /// The first name of a table that is referred to: `Artist` of `Artist.self` and `\Artist.id`.
  fileprivate var parentName: TokenSyntax? {
    if let path = self.as(KeyPathExprSyntax.self) { return path.root?.firstName }
    var base = metatypeBase
    while let member = base?.as(MemberAccessExprSyntax.self) { base = member.base }
    return base?.as(DeclReferenceExprSyntax.self)?.baseName
  }
}

extension KeyPathExprSyntax {
  /// The names of the properties on the path; nil if it contains anything except properties and
  /// optionals.
  package var propertyNames: [String]? {
    var names: [String] = []
    for component in components {
      if case .optional = component.component { continue }
      guard case .property(let property) = component.component else { return nil }
      names.append(property.declName.baseName.text)
    }
    return names.isEmpty ? nil : names
  }
}
