import SwiftSyntax
import SwiftSyntaxBuilder

/// The values that the properties of a public struct start with, if they are more than a
/// literal:
///
/// ```swift
/// @usableFromInline nonisolated enum InitialValues {
///   @usableFromInline static var genre: Genre { .jazz }
/// }
/// ```
///
/// Other modules evaluate the default arguments of a public initializer, which may therefore name
/// nothing that they don't see, as the value of a property may. So the argument names this, and
/// this has the value.
package struct InitialValues {
  /// The type that holds the values, or nil without any.
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

  /// - Parameter types: What reads the types and values of the properties.
  package init(of declaration: StructDeclSyntax, access: AccessLevel, _ types: TypeReader) {
    // What is `package` is evaluated here.
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

  /// The name for the value of a property in a default argument, or nil if the value can be written
  /// there.
  package func reference(to property: StoredProperty) -> String? {
    let isHere = values.contains { $0.name.isSameIdentifier(as: property.name.text) }
    return isHere ? "\(Self.name).\(property.name.text)" : nil
  }
}

extension ExprSyntax {
  /// Whether the expression is a literal, and of literals: those name nothing.
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
