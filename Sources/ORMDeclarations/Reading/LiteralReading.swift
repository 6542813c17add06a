import SwiftSyntax
import SwiftSyntaxBuilder

extension ExprSyntax {
  /// Whether the expression is a constant, which can be a `DEFAULT` in SQL.
  ///
  /// A call may return another value each time, and so may some members that look like constants.
  package var isConstant: Bool {
    switch self.as(ExprSyntaxEnum.self) {
    case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr: true
    case .stringLiteralExpr(let literal): literal.representedLiteralValue != nil
    case .prefixOperatorExpr(let prefixed):
      prefixed.operator.text == "-" && prefixed.expression.isNumber
    case .arrayExpr(let array): array.elements.allSatisfy(\.expression.isConstant)
    case .dictionaryExpr(let dictionary):
      dictionary.content.as(DictionaryElementListSyntax.self)?
        .allSatisfy { $0.key.isConstant && $0.value.isConstant } ?? true
    case .memberAccessExpr(let member):
      member.base == nil && !Self.changing.contains(member.declName.baseName.text)
    default: false
    }
  }

  /// Whether the expression is a literal that the type can't have, which the compiler reports.
  package func contradicts(_ type: PropertyType) -> Bool {
    let isText = self.is(StringLiteralExprSyntax.self)
    let isTruth = self.is(BooleanLiteralExprSyntax.self)
    switch type.name {
    case _ where type.isInteger: return isText || isTruth || self.is(FloatLiteralExprSyntax.self)
    case "Double", "Float", "Decimal": return isText || isTruth
    case "String": return isTruth || isNumber
    case "Bool": return isText || isNumber
    case "Date", "UUID", "URL", "Data": return isText || isTruth || isNumber
    default: return false
    }
  }

  private var isNumber: Bool {
    self.is(IntegerLiteralExprSyntax.self) || self.is(FloatLiteralExprSyntax.self)
  }

  /// Members that look like constants and return different values over time.
  private static let changing: Set = ["now", "today", "current", "autoupdatingCurrent", "random"]

  /// The type of an expression such as `Date()` or `Genre.jazz`, if its syntax shows it.
  package var apparentType: TypeSyntax? {
    if let call = self.as(FunctionCallExprSyntax.self) {
      return call.calledExpression.nameOfType
    }
    return self.as(MemberAccessExprSyntax.self)?.base?.nameOfType
  }

  private var nameOfType: TypeSyntax? {
    guard let name = self.as(DeclReferenceExprSyntax.self)?.baseName.text,
      name.first?.isUppercase ?? false
    else { return nil }
    return TypeSyntax(IdentifierTypeSyntax(name: .identifier(name)))
  }

  /// `Artist` of `Artist.self`
  package var metatypeBase: ExprSyntax? {
    guard let member = self.as(MemberAccessExprSyntax.self),
      member.declName.baseName.tokenKind == .keyword(.self)
    else { return nil }
    return member.base
  }
}

extension ExprSyntax {
  /// The type of a literal without an annotation.
  package var literalType: TypeSyntax? {
    TypeReader(ownName: "").infer(from: self).map {
      TypeSyntax(
        IdentifierTypeSyntax(name: .identifier($0.isOfLiteral ? swift + $0.base : $0.base)))
    }
  }
}
