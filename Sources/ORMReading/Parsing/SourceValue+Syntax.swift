import ORMDeclarations
import SwiftSyntax
import SwiftSyntaxBuilder

extension SourceValue {
  /// Reads an expression, to the extent that the source alone determines its value.
  init(_ expression: ExprSyntax) {
    self = Self.read(expression) ?? .other(expression.trimmedDescription)
  }

  private static func read(_ expression: ExprSyntax) -> SourceValue? {
    switch expression.as(ExprSyntaxEnum.self) {
    case .integerLiteralExpr(let literal): .integer(literal.literal.text.withoutUnderscores)
    case .floatLiteralExpr(let literal): .real(literal.literal.text.withoutUnderscores)
    case .stringLiteralExpr(let literal): literal.representedLiteralValue.map(SourceValue.text)
    case .booleanLiteralExpr(let literal): .truth(literal.literal.tokenKind == .keyword(.true))
    case .nilLiteralExpr: SourceValue.none
    case .arrayExpr(let array): .array(array.elements.map { SourceValue($0.expression) })
    case .dictionaryExpr(let dictionary): .dictionary(pairs(of: dictionary))
    case .prefixOperatorExpr(let prefixed) where prefixed.operator.text == "-":
      .negative(SourceValue(prefixed.expression))
    case .memberAccessExpr(let member):
      .member(member.declName.baseName.text.withoutBackticks, of: member.base?.trimmedDescription)
    case .functionCallExpr(let call): read(call)
    case .sequenceExpr(let sequence): read(Array(sequence.elements)[...])
    case .tupleExpr(let tuple) where tuple.elements.count == 1:
      tuple.elements.first.map { SourceValue($0.expression) }
    default: nil
    }
  }

  private static func pairs(of dictionary: DictionaryExprSyntax) -> [SourceValue] {
    guard let elements = dictionary.content.as(DictionaryElementListSyntax.self) else { return [] }
    return elements.flatMap { [SourceValue($0.key), SourceValue($0.value)] }
  }

  private static func read(_ call: FunctionCallExprSyntax) -> SourceValue? {
    guard call.trailingClosure == nil, call.additionalTrailingClosures.isEmpty else { return nil }
    let arguments = call.arguments.map {
      SourceArgument(label: $0.label?.text, value: SourceValue($0.expression))
    }
    if let member = call.calledExpression.as(MemberAccessExprSyntax.self) {
      let name = member.declName.baseName.text
      let base = member.base?.trimmedDescription
      // Characters: Swift's own names
      if name.first?.isUppercase ?? false {
        return .call("init", of: base.map { "\($0).\(name)" } ?? name, arguments)
      }
      return .call(name, of: base, arguments)
    }
    guard let type = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text else {
      return nil
    }
    return .call("init", of: type, arguments)
  }

  /// The largest number of operands; handwritten constants have fewer.
  private static let operandLimit = 100

  /// Reads operands separated by one operator: `1 << 0`, `a | b | c`.
  private static func read(_ elements: ArraySlice<ExprSyntax>) -> SourceValue? {
    guard elements.count < 2 * operandLimit, elements.count >= 3, elements.count % 2 == 1,
      let last = elements.last
    else {
      return elements.count == 1 ? elements.first.map { SourceValue($0) } : nil
    }
    let before = elements.index(elements.endIndex, offsetBy: -2)
    guard let sign = elements[before].as(BinaryOperatorExprSyntax.self)?.operator.text,
      let left = read(elements[..<before])
    else { return nil }
    // Operator precedence is not known here, so different operators are not read.
    if case .operation(let other, _, _) = left, other != sign { return nil }
    return .operation(sign, left, SourceValue(last))
  }
}

extension String {
  /// Digits as the standard library reads them.
  fileprivate var withoutUnderscores: String {
    String(decoding: utf8.filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
  }
}
