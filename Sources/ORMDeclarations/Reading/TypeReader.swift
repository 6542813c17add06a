import SwiftSyntax

/// Reads the type of a property.
package struct TypeReader {
  /// The type that `Self` means, in the nested types of the extension too.
  package let ownName: String
  /// The types that have another name in the struct, by that name.
  package var aliases: [String: TypeSyntax] = [:]

  /// The names of the types that the generated code declares in the struct.
  private let hiddenNames: Set<String>

  package init(
    ownName: String, aliases: [String: TypeSyntax] = [:], of macro: MacroName = .table
  ) {
    self.ownName = ownName
    self.aliases = aliases
    hiddenNames =
      switch macro {
      case .selection: Self.generatedNames.subtracting(["Draft", "Key", "Target"])
      case .embeddable: ["ColumnTypes", "Columns", InitialValues.name]
      default: Self.generatedNames
      }
  }

  /// What a generated extension, or a type in it, declares under these names hides any other type
  /// of the name.
  package static let generatedNames: Set = [
    "ColumnTypes", "Columns", "Draft", InitialValues.name, "Key", "OuterScope", "SelectedResult",
    "Target",
  ]

  /// The type, or nil after a report that no column can have it.
  package func read(_ syntax: TypeSyntax, of name: String, _ problems: inout Problems)
    -> PropertyType?
  {
    var type = PropertyType(base: "")
    var inner = unaliased(syntax.withoutParentheses)
    if let wrapped = inner.wrappedType {
      type.isOptional = true
      inner = unaliased(wrapped)
    }
    if let value = inner.lazyValueType {
      if type.isOptional {
        let lazy = "Lazy<\(source(of: value))?>"
        problems.refuse(
          .optionalLazy(name), at: syntax,
          fixes: [
            .replace(
              syntax, with: IdentifierTypeSyntax(name: .identifier(lazy)), "write '\(lazy)'")
          ])
        return nil
      }
      type.isLazy = true
      inner = value
      if let wrapped = inner.wrappedType {
        type.isOptional = true
        inner = wrapped
      }
    }
    if let wrapped = inner.wrappedType {
      problems.refuse(
        .doubleOptional(name), at: syntax,
        fixes: [.replace(syntax, with: OptionalTypeSyntax(wrappedType: wrapped), "write one '?'")])
      return nil
    }
    if let kind = inner.unsupportedKind {
      problems.refuse(.unsupportedType(name, kind), at: syntax)
      return nil
    }
    if let first = inner.firstName, hides(first) {
      problems.refuse(.hiddenType(name, first.text), at: first)
      return nil
    }
    type.base = source(of: inner)
    return type
  }

  /// Whether the name means a type of the generated code there.
  package func hides(_ name: TokenSyntax) -> Bool { hiddenNames.contains(name.text) }

  /// A type that is known under its own name, where the struct gives it another: `Int` of `ID`, for
  /// `typealias ID = Int`.
  ///
  /// What the alias means is seen in the struct only. Elsewhere a key of type `ID` could as well be
  /// a text, which the database does not give.
  private func unaliased(_ syntax: TypeSyntax) -> TypeSyntax {
    var type = syntax
    // An alias of itself has no end; Swift refuses it.
    for _ in aliases {
      guard let name = aliasName(of: type), let aliased = aliases[name] else { break }
      type = aliased.withoutParentheses
    }
    let base = type.wrappedType ?? type
    return PropertyType(base: source(of: base)).isKnown ? type : syntax
  }

  /// `ID` of `ID`, `Self.ID` and `Album.ID`.
  private func aliasName(of type: TypeSyntax) -> String? {
    if let identifier = type.as(IdentifierTypeSyntax.self) {
      return identifier.genericArgumentClause == nil ? identifier.name.text : nil
    }
    guard let member = type.as(MemberTypeSyntax.self), member.genericArgumentClause == nil,
      source(of: member.baseType) == ownName
    else { return nil }
    return member.name.text
  }

  /// The type that a literal has on its own, or `Date()` and its like.
  package func infer(from literal: ExprSyntax) -> PropertyType? {
    switch literal.as(ExprSyntaxEnum.self) {
    case .integerLiteralExpr: return PropertyType(base: "Int", isOfLiteral: true)
    case .floatLiteralExpr: return PropertyType(base: "Double", isOfLiteral: true)
    case .stringLiteralExpr: return PropertyType(base: "String", isOfLiteral: true)
    case .booleanLiteralExpr: return PropertyType(base: "Bool", isOfLiteral: true)
    case .prefixOperatorExpr(let negative) where ["-", "+"].contains(negative.operator.text):
      guard let type = infer(from: negative.expression), ["Int", "Double"].contains(type.base)
      else { return nil }
      return type
    // An initializer with arguments may fail, and its value is optional then.
    case .functionCallExpr(let call)
    where call.arguments.isEmpty && call.trailingClosure == nil:
      let type = PropertyType(base: call.calledExpression.trimmedDescription)
      return type.isKnown ? type : nil
    case .memberAccessExpr(let member)
    where member.base?.trimmedDescription == "Date"
      && ["now", "distantPast", "distantFuture"].contains(member.declName.baseName.text):
      return PropertyType(base: "Date")
    default: return nil
    }
  }

  /// The source of a type, in one spelling: without comments, with `Self` by its name.
  package func source(of type: some SyntaxProtocol) -> String {
    var source = ""
    for token in type.tokens(viewMode: .sourceAccurate) {
      switch token.tokenKind {
      case .keyword(.Self): source += ownName
      case .comma, .colon: source += token.text + " "
      case .keyword(.any), .keyword(.some): source += token.text + " "
      case .arrow, .binaryOperator, .keyword(.throws), .keyword(.async): source += " \(token.text) "
      default: source += token.text
      }
    }
    return source
  }

  /// An expression with `Self` by its name, comments and all.
  package func source(of expression: ExprSyntax) -> String {
    SelfNaming(ownName: ownName).rewrite(expression.trimmed).description
  }
}

/// Writes a type's name for `Self`, which means another type inside of a nested one.
private final class SelfNaming: SyntaxRewriter {
  package let ownName: String

  package init(ownName: String) { self.ownName = ownName }

  override func visit(_ token: TokenSyntax) -> TokenSyntax {
    guard token.tokenKind == .keyword(.Self) else { return token }
    return token.with(\.tokenKind, .identifier(ownName))
  }
}

extension SyntaxProtocol {
  fileprivate func `as`(_ type: ExprSyntaxEnum.Type) -> ExprSyntaxEnum? {
    ExprSyntax(self)?.as(ExprSyntaxEnum.self)
  }
}

extension TypeSyntax {
  /// The type in redundant parentheses.
  fileprivate var withoutParentheses: TypeSyntax {
    guard let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1,
      let element = tuple.elements.first, element.firstName == nil
    else { return self }
    return element.type.withoutParentheses
  }

  /// `T` of `T?`, `T!` and `Optional<T>`.
  package var wrappedType: TypeSyntax? {
    let wrapped =
      self.as(OptionalTypeSyntax.self)?.wrappedType
      ?? self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType
      ?? argument(ofGeneric: "Optional", in: "Swift")
    return wrapped?.withoutParentheses
  }

  /// `T` of `Lazy<T>`.
  package var lazyValueType: TypeSyntax? {
    argument(ofGeneric: "Lazy", in: "ORM")?.withoutParentheses
  }

  private func argument(ofGeneric name: String, in module: String) -> TypeSyntax? {
    let clause: GenericArgumentClauseSyntax?
    if let identifier = self.as(IdentifierTypeSyntax.self), identifier.name.text == name {
      clause = identifier.genericArgumentClause
    } else if let member = self.as(MemberTypeSyntax.self), member.name.text == name,
      member.baseType.trimmedDescription == module
    {
      clause = member.genericArgumentClause
    } else {
      clause = nil
    }
    guard let clause, clause.arguments.count == 1 else { return nil }
    // The argument is a type before swift-syntax 601, and a type or an expression since.
    return clause.arguments.first.flatMap { TypeSyntax(Syntax($0.argument)) }
  }

  /// The first name of the type, if it is a name: `Genre` of `Genre.Kind`.
  package var firstName: TokenSyntax? {
    if let member = self.as(MemberTypeSyntax.self) { return member.baseType.firstName }
    return self.as(IdentifierTypeSyntax.self)?.name
  }

  /// What a type is that no column can have.
  fileprivate var unsupportedKind: String? {
    switch self.as(TypeSyntaxEnum.self) {
    case .identifierType(let type):
      switch type.name.text {
      case "_": "a placeholder"
      case "Any", "AnyObject": "'\(type.name.text)'"
      default: nil
      }
    case .memberType, .arrayType, .dictionaryType: nil
    case .tupleType: "a tuple"
    case .functionType: "a function"
    case .attributedType(let type):
      type.baseType.unsupportedKind ?? "a type with attributes"
    case .someOrAnyType(let type): "'\(type.trimmedDescription)'"
    case .compositionType: "a composition of protocols"
    case .metatypeType: "a metatype"
    default: "of an unknown kind"
    }
  }
}
