import SwiftSyntax
import SwiftSyntaxBuilder

/// The initial values of a public struct's properties that are more than a literal:
///
/// ```swift
/// @usableFromInline nonisolated enum InitialValues {
///   @usableFromInline static var genre: Genre { .jazz }
/// }
/// ```
///
/// Other modules evaluate the default arguments of a public initializer, so these may refer only to
/// declarations that are visible there, while an initial value may refer to others. So the default
/// argument refers to a property of this type, which contains the value.
package struct InitialValues {
  /// The type that contains the values; nil if there are none.
  package var source: String? {
    if values.isEmpty { return nil }
    return
      (["@usableFromInline nonisolated enum \(Self.name) {"]
      + values.map { "  @usableFromInline static var \($0.name): \($0.type) { \($0.value) }" }
      + ["}"])
      .joined(separator: "\n")
  }

  package static let name = "InitialValues"

  private var values: [(name: String, type: String, value: String)] = []

  /// - Parameter types: Reads the types and values of the properties.
  package init(of declaration: StructDeclSyntax, access: AccessLevel, _ types: TypeReader) {
    // Default arguments of a `package` initializer are evaluated in this package.
    guard access == .public else { return }
    var problems = Problems()
    for property in Body(of: declaration, &problems).properties {
      guard property.access == .public, !property.isLet, property.modifier(.lazy) == nil,
        let value = property.initialValue, !value.isSeenEverywhere,
        let type = property.type ?? value.literalType ?? value.apparentType
      else { continue }
      values.append((property.name.text, type.trimmedDescription, types.source(of: value)))
    }
  }

  /// Returns the reference to a property's value for a default argument; nil if the value can be
  /// written there.
  package func reference(to property: StoredProperty) -> String? {
    let isHere = values.contains { $0.name.isSameIdentifier(as: property.name.text) }
    return isHere ? "\(Self.name).\(property.name.text)" : nil
  }
}

extension ExprSyntax {
  /// Whether the expression consists of literals only, so that it refers to no declaration.
  package var isSeenEverywhere: Bool {
    switch self.as(ExprSyntaxEnum.self) {
    case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .nilLiteralExpr: true
    case .stringLiteralExpr(let literal): literal.representedLiteralValue != nil
    case .prefixOperatorExpr(let prefixed): prefixed.expression.isSeenEverywhere
    case .arrayExpr(let array): array.elements.allSatisfy(\.expression.isSeenEverywhere)
    case .dictionaryExpr(let dictionary):
      dictionary.content.as(DictionaryElementListSyntax.self)?
        .allSatisfy { $0.key.isSeenEverywhere && $0.value.isSeenEverywhere } ?? true
    default: false
    }
  }
}
