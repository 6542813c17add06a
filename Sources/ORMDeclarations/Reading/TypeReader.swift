import SwiftSyntax

/// Reads the type of a property.
package struct TypeReader {
  /// The type that `Self` refers to, including in the nested types of the extension.
  package let ownName: String
  /// The types that the struct's type aliases name, by the alias.
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

  /// The names of types in a generated extension, which hide other types of these names.
  package static let generatedNames: Set = [
    "ColumnTypes", "Columns", "Draft", InitialValues.name, "Key", "OuterScope", "SelectedResult",
    "Target",
  ]

  /// Returns the type; nil after a report that no column can have it.
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

  /// Whether the name refers to a generated type inside the extension.
  package func hides(_ name: TokenSyntax) -> Bool { hiddenNames.contains(name.text) }

  /// Resolves a type alias in the struct to a known type: `Int` for `ID` with `typealias ID = Int`.
  ///
  /// Only aliases in the struct are visible. A key of type `ID` that is declared elsewhere could as
  /// well be a text, which the database does not generate.
  private func unaliased(_ syntax: TypeSyntax) -> TypeSyntax {
    var type = syntax
    // The lookup of an alias that refers to itself would never end; Swift rejects such an alias.
    for _ in aliases {
      guard let name = aliasName(of: type), let aliased = aliases[name] else { break }
      type = aliased.withoutParentheses
    }
    let base = type.wrappedType ?? type
    return PropertyType(base: source(of: base)).isKnown ? type : syntax
  }

  /// Returns `ID` for `ID`, `Self.ID` and `Album.ID`.
  private func aliasName(of type: TypeSyntax) -> String? {
    if let identifier = type.as(IdentifierTypeSyntax.self) {
      return identifier.genericArgumentClause == nil ? identifier.name.text : nil
    }
    guard let member = type.as(MemberTypeSyntax.self), member.genericArgumentClause == nil,
      source(of: member.baseType) == ownName
    else { return nil }
    return member.name.text
  }

  /// Returns the type of a literal, or of `Date()` and the like.
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
    // An initializer with arguments may be failable, so its value may be optional.
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

  /// Returns the normalized source of a type: without comments, with the type's name for `Self`.
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

  /// Returns the source of an expression with its comments, and with the type's name for `Self`.
  package func source(of expression: ExprSyntax) -> String {
    SelfNaming(ownName: ownName).rewrite(expression.trimmed).description
  }
}

/// Replaces `Self` with the type's name, because it refers to another type inside a nested one.
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
  /// The type without redundant parentheses.
  fileprivate var withoutParentheses: TypeSyntax {
    guard let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1,
      let element = tuple.elements.first, element.firstName == nil
    else { return self }
    return element.type.withoutParentheses
  }

  /// `T` for `T?`, `T!` and `Optional<T>`.
  package var wrappedType: TypeSyntax? {
    let wrapped =
      self.as(OptionalTypeSyntax.self)?.wrappedType
      ?? self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType
      ?? argument(ofGeneric: "Optional", in: "Swift")
    return wrapped?.withoutParentheses
  }

  /// `T` for `Lazy<T>`.
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

  /// The first name of the type, if it is a name: `Genre` for `Genre.Kind`.
  package var firstName: TokenSyntax? {
    if let member = self.as(MemberTypeSyntax.self) { return member.baseType.firstName }
    return self.as(IdentifierTypeSyntax.self)?.name
  }

  /// The kind of a type that no column can have; nil for any other type.
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
