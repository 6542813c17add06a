import SwiftSyntax

/// A stored property of a struct, as syntax.
package struct StoredProperty {
  /// The name as it is written, with its backticks.
  package let name: TokenSyntax
  package let declaration: VariableDeclSyntax
  package let binding: PatternBindingSyntax
  package let type: TypeSyntax?
  package let attributes: MacroAttributes

  package var isLet: Bool { declaration.bindingSpecifier.tokenKind == .keyword(.let) }
  package var initialValue: ExprSyntax? { binding.initializer?.value }
  /// Whether the property can be assigned again without side effects: it has no observers and no
  /// wrapper.
  package var isPlainVariable: Bool {
    !isLet && binding.accessorBlock == nil && !attributes.hasOthers
  }
  package var access: AccessLevel { declaration.modifiers.accessLevel ?? .internal }
  /// Whether the initial value is more than a literal, so that it may refer to declarations that
  /// other modules don't see.
  package var hasNamedDefault: Bool { !isLet && !(initialValue?.isSeenEverywhere ?? true) }
  /// Whether the property is nil without an initial value: `var x: T?`, not
  /// `Optional<T>` and not `let`.
  package var hasImplicitNil: Bool {
    guard !isLet, let type else { return false }
    return type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
  }
  /// Whether the property is the first in its declaration.
  package var isFirst: Bool { declaration.bindings.first?.id == binding.id }
  package var isAlone: Bool { declaration.bindings.count == 1 }
  /// The name in messages.
  package var spokenName: String { name.text.withoutBackticks }

  package func modifier(_ keywords: Keyword...) -> DeclModifierSyntax? {
    declaration.modifiers.first { modifier in
      keywords.contains { modifier.name.tokenKind == .keyword($0) }
    }
  }
}

extension VariableDeclSyntax {
  package var isStatic: Bool {
    modifiers.contains { [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind) }
  }
}

extension PatternBindingSyntax {
  /// Whether the property computes its value: it has accessors other than observers.
  package var isComputed: Bool {
    guard let accessorBlock else { return false }
    guard case .accessors(let accessors) = accessorBlock.accessors else { return true }
    return !accessors.allSatisfy(\.isObserver)
  }

  /// Returns the declared type of the binding. A binding with neither a type nor a value has the
  /// type of a later one: both of `var a, b: Int` are integers.
  package func declaredType(among bindings: PatternBindingListSyntax) -> TypeSyntax? {
    if let typeAnnotation { return typeAnnotation.type }
    guard initializer == nil else { return nil }
    for later in bindings.drop(while: { $0.id != id }).dropFirst() {
      if let typeAnnotation = later.typeAnnotation { return typeAnnotation.type }
      if later.initializer != nil { return nil }
    }
    return nil
  }
}

extension AccessorDeclSyntax {
  fileprivate var isObserver: Bool {
    [.keyword(.willSet), .keyword(.didSet)].contains(accessorSpecifier.tokenKind)
  }
}

extension DeclModifierListSyntax {
  /// The explicit access level of reading, not of setting only.
  package var accessLevel: AccessLevel? {
    lazy.filter { $0.detail == nil }.compactMap { AccessLevel(rawValue: $0.name.text) }.first
  }
}
