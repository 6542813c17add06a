import ORMDeclarations
import SwiftSyntax

/// Prints a memberwise initializer that other modules see, which Swift never generates:
///
/// ```swift
/// public nonisolated init(id: Int? = nil, title: String, genre: Genre = InitialValues.genre) {
///   self.id = id
///   self.title = title
///   self.genre = genre
/// }
/// ```
///
/// It replaces Swift's, and has the same parameters: all stored properties in declared order,
/// except constants with a value. Properties that other modules don't see keep their initial values
/// there, and a second initializer takes them, as Swift's did.
struct MemberwiseInitializer {
  /// The initializers, one or two.
  private(set) var sources: [String] = []

  private struct Parameter {
    let name: String
    let type: String
    let value: String?
    /// The default argument if only this module evaluates it.
    let ownValue: String?
    let access: AccessLevel
  }

  /// Creates no initializer if the struct declares one, or has a property without a value that
  /// other modules don't see.
  init(of declaration: StructDeclSyntax, model: some MemberModel, _ initial: InitialValues) {
    guard model.access > .internal, model.hasMemberwiseInitializer else { return }
    var problems = Problems()
    let body = Body(of: declaration, &problems)
    var parameters: [Parameter] = []
    for property in body.properties where property.modifier(.lazy) == nil {
      if property.isLet && property.initialValue != nil { continue }
      guard property.modifier(.weak, .unowned) == nil else { return }
      // An ignored property may have a type that only the compiler infers; it keeps its initial
      // value.
      guard let type = property.writtenType(in: body) else { continue }
      let value =
        property.initialValue?.trimmedDescription ?? (property.hasImplicitNil ? "nil" : nil)
      parameters.append(
        Parameter(
          name: property.name.text, type: type, value: initial.reference(to: property) ?? value,
          ownValue: value, access: property.access))
    }
    let seen = parameters.filter { $0.access >= model.access }
    let hidden = parameters.filter { $0.access < model.access }
    guard !seen.isEmpty, hidden.allSatisfy({ $0.value != nil }) else { return }
    sources = [print(seen.map { ($0, $0.value) }, model.access)]
    if let level = hidden.map(\.access).min() {
      sources.append(print(parameters.map { ($0, $0.ownValue) }, max(level, .fileprivate)))
    }
  }

  private func print(_ parameters: [(Parameter, value: String?)], _ level: AccessLevel) -> String {
    let list = parameters.map { parameter, value in
      "\(parameter.name.parameter): \(parameter.type)\(value.map { " = \($0)" } ?? "")"
    }
    // Without `nonisolated`, the extension could not call it in a module that is isolated to the
    // main actor by default.
    return
      (["\(level.memberPrefix)nonisolated init(\(list.joined(separator: ", "))) {"]
      + parameters.map { parameter, _ in
        "  self.\(parameter.name) = \(parameter.name.variable(unlike: []))"
      } + ["}"])
      .joined(separator: "\n")
  }
}

extension StoredProperty {
  /// Returns the type of a parameter for the property, if the syntax shows it.
  fileprivate func writtenType(in body: Body) -> String? {
    guard let type = type ?? initialValue?.literalType ?? initialValue?.apparentType else {
      return nil
    }
    let isClosure = type.isFunction || body.aliases[type.trimmedDescription]?.isFunction ?? false
    return (isClosure ? "@escaping " : "") + type.trimmedDescription
  }
}

extension TypeSyntax {
  /// Whether a parameter of the type would need `@escaping`.
  fileprivate var isFunction: Bool {
    if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.isFunction }
    if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1 {
      return tuple.elements.first?.type.isFunction ?? false
    }
    return self.is(FunctionTypeSyntax.self)
  }
}
