import ORMDeclarations
import SwiftSyntax

/// Collects the lists of a program's tables: `Schema(of: Artist.self, Album.self)`.
final class SchemaListReader: SyntaxVisitor {
  private let spots: SpotFinder
  private(set) var lists: [SchemaListFacts] = []

  init(_ spots: SpotFinder) {
    self.spots = spots
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard call.arguments.first?.label?.text == "of", call.calledExpression.isSchema else {
      return .visitChildren
    }
    var elements = call.arguments.map(\.expression)
    if elements.count == 1, let array = elements[0].as(ArrayExprSyntax.self) {
      elements = array.elements.map(\.expression)
    }
    var list = SchemaListFacts(
      path: [], name: nil, types: elements.compactMap(\.typeName), isOfHistory: false,
      spot: spots.spot(of: call))
    var isInFunction = false
    var node = Syntax(call).parent
    while let current = node {
      if let argument = current.as(LabeledExprSyntax.self), argument.label?.text == "current" {
        list.isOfHistory = true
      } else if current.is(FunctionDeclSyntax.self) || current.is(ClosureExprSyntax.self) {
        isInFunction = true
      } else if let binding = current.as(PatternBindingSyntax.self), !isInFunction {
        list.name =
          binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text.withoutBackticks
      } else if let extended = current.as(ExtensionDeclSyntax.self) {
        list.path = extended.extendedType.names + list.path
      } else if current.asProtocol((any DeclGroupSyntax).self) != nil,
        let named = current.asProtocol((any NamedDeclSyntax).self)
      {
        list.path.insert(named.name.text.withoutBackticks, at: 0)
      }
      node = current.parent
    }
    lists.append(list)
    return .skipChildren
  }
}

extension ExprSyntax {
  /// Whether it is `Schema` or `ORM.Schema`.
  fileprivate var isSchema: Bool {
    if let member = self.as(MemberAccessExprSyntax.self) {
      return member.declName.baseName.text == "Schema"
        && member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == "ORM"
    }
    return self.as(DeclReferenceExprSyntax.self)?.baseName.text == "Schema"
  }

  /// `Album` of `Album.self`.
  fileprivate var typeName: String? {
    guard let member = self.as(MemberAccessExprSyntax.self),
      member.declName.baseName.text == "self"
    else { return nil }
    return member.base?.trimmedDescription
  }
}

extension TypeSyntax {
  /// `Outer`, `Album` of `Outer.Album`.
  var names: [String] {
    if let member = self.as(MemberTypeSyntax.self) {
      return member.baseType.names + [member.name.text.withoutBackticks]
    }
    let name = self.as(IdentifierTypeSyntax.self)?.name.text ?? trimmedDescription
    return [name.withoutBackticks]
  }
}
