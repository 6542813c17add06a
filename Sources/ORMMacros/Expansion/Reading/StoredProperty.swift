import SwiftSyntax

/// A stored property of a struct, before anything is made of it.
struct StoredProperty {
  /// The name as it is written, with its backticks.
  let name: TokenSyntax
  let declaration: VariableDeclSyntax
  let binding: PatternBindingSyntax
  let type: TypeSyntax?
  let attributes: MacroAttributes

  var isLet: Bool { declaration.bindingSpecifier.tokenKind == .keyword(.let) }
  var initialValue: ExprSyntax? { binding.initializer?.value }
  /// Whether the property can be assigned again with nothing else happening: it has no observers
  /// and no wrapper.
  var isPlainVariable: Bool {
    !isLet && binding.accessorBlock == nil && !attributes.hasOthers
  }
  var access: AccessLevel { declaration.modifiers.accessLevel ?? .internal }
  /// Whether the property starts with more than a literal, which may name what other modules don't see.
  var hasNamedDefault: Bool { !isLet && !(initialValue?.isSeenEverywhere ?? true) }
  /// Whether Swift gives the property nil where nothing is written: `var x: T?`, not
  /// `Optional<T>` and not `let`.
  var hasImplicitNil: Bool {
    guard !isLet, let type else { return false }
    return type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
  }
  /// Whether the property is the first that its declaration declares.
  var isFirst: Bool { declaration.bindings.first?.id == binding.id }
  var isAlone: Bool { declaration.bindings.count == 1 }
  /// The name as messages say it.
  var spokenName: String { name.text.withoutBackticks }

  func modifier(_ keywords: Keyword...) -> DeclModifierSyntax? {
    declaration.modifiers.first { modifier in
      keywords.contains { modifier.name.tokenKind == .keyword($0) }
    }
  }
}

extension VariableDeclSyntax {
  var isStatic: Bool {
    modifiers.contains { [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind) }
  }
}

extension PatternBindingSyntax {
  /// Whether the property computes its value: it has accessors other than observers.
  var isComputed: Bool {
    guard let accessorBlock else { return false }
    guard case .accessors(let accessors) = accessorBlock.accessors else { return true }
    return !accessors.allSatisfy(\.isObserver)
  }

  /// The type that the binding is declared with: its own, or where there is neither a type nor a
  /// value, that of a later binding: both of `var a, b: Int` are numbers.
  func declaredType(among bindings: PatternBindingListSyntax) -> TypeSyntax? {
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
  /// The access level that is written, of reading and not only of setting.
  var accessLevel: AccessLevel? {
    lazy.filter { $0.detail == nil }.compactMap { AccessLevel(rawValue: $0.name.text) }.first
  }
}
