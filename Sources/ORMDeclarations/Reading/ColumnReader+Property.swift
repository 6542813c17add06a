import SwiftSyntax

extension ColumnReader {
  /// Returns the attribute that makes a property a column; nil if it is not a column, or after a
  /// report.
  ///
  /// A property without an attribute is treated as if it had an empty `@Column`.
  package func attribute(
    of property: StoredProperty, _ problems: inout Problems
  ) -> (name: MacroName, syntax: AttributeSyntax?)? {
    let attributes = property.attributes.all
    if let first = attributes.first, !property.isAlone, first.name != .ignored {
      if property.isFirst { problems.refuse(.severalBindings(first.name), at: first.syntax) }
      return nil
    }
    if attributes.count > 1 {
      let (first, second) = (attributes[0], attributes[1])
      problems.refuse(
        first.name == second.name
          ? .repeatedAttribute(property.spokenName, first.name)
          : .contradictoryAttributes(property.spokenName, first.name, second.name),
        at: second.syntax, fixes: [.remove(second.syntax, from: property.declaration)])
      return nil
    }
    if property.attributes[.ignored] != nil {
      checkIgnored(property, &problems)
      return nil
    }
    guard checkKind(of: property, &problems) else { return nil }
    return attributes.first.map { ($0.name, $0.syntax) } ?? (.column, nil)
  }

  /// Returns the property's type; nil after a report.
  package func type(of property: StoredProperty, _ problems: inout Problems) -> PropertyType? {
    if let type = property.type {
      return types.read(type, of: property.spokenName, &problems)
    }
    if let value = property.initialValue, let type = types.infer(from: value) { return type }
    let fixes =
      property.initialValue?.apparentType.map {
        [Fix.insert(": \($0.trimmedDescription)", after: property.name, "write ': \($0)'")]
      } ?? []
    problems.refuse(
      .noType(property.spokenName, typed(property)), at: property.name, fixes: fixes)
    return nil
  }

  /// Returns the declaration of a property with its type: `var created: Date =
  /// Date(timeIntervalSince1970: 0)`
  private func typed(_ property: StoredProperty) -> String {
    let type = property.initialValue?.apparentType?.trimmedDescription ?? "Type"
    let value = property.initialValue?.trimmedDescription
    let isShort = value.map { $0.utf8.count <= 50 && !$0.utf8.contains(UInt8(ascii: "\n")) } ?? true
    return "\(property.isLet ? "let" : "var") \(property.name.text): \(type)"
      + (value.map { " = \(isShort ? $0 : "…")" } ?? "")
  }

  private func checkIgnored(
    _ property: StoredProperty, _ problems: inout Problems
  ) {
    if property.initialValue != nil || property.hasImplicitNil { return }
    let last = property.declaration.bindings.last?.lastToken(viewMode: .sourceAccurate)
    let fixes: [Fix]
    if property.isAlone, property.binding.accessorBlock == nil, let last,
      let value = property.type.flatMap(emptyValue)
    {
      fixes = [.insert(" = \(value)", after: last, "write '= \(value)'")]
    } else {
      fixes = []
    }
    problems.refuse(
      .ignoredWithoutDefault(property.spokenName), at: property.name, fixes: fixes)
  }

  /// The obvious default for a type.
  private func emptyValue(of type: TypeSyntax) -> String? {
    if type.wrappedType != nil { return "nil" }
    if type.is(ArrayTypeSyntax.self) { return "[]" }
    if type.is(DictionaryTypeSyntax.self) { return "[:]" }
    switch types.source(of: type) {
    case "Bool": return "false"
    case "String": return "\"\""
    case "Double", "Float": return "0"
    case let name where PropertyType(base: name).isInteger: return "0"
    default: return nil
    }
  }

  /// Whether the property stores a value that a fetch can set.
  private func checkKind(of property: StoredProperty, _ problems: inout Problems) -> Bool {
    let ignore = Fix.insert(
      "@Ignored ",
      before: property.declaration.firstToken(viewMode: .sourceAccurate)
        ?? property.name, "mark it '@Ignored'")
    if let modifier = property.modifier(.lazy) {
      problems.refuse(.lazyVariable(property.spokenName), at: modifier, fixes: [ignore])
      return false
    }
    if let modifier = property.modifier(.weak, .unowned) {
      problems.refuse(
        .referenceStorage(property.spokenName, modifier.name.text), at: modifier, fixes: [ignore])
      return false
    }
    if property.isLet, property.initialValue != nil {
      let specifier = property.declaration.bindingSpecifier
      problems.refuse(
        .constantWithValue(property.spokenName), at: specifier,
        fixes: [.replace(specifier, with: TokenSyntax.keyword(.var), "write 'var'"), ignore])
      return false
    }
    return true
  }
}
