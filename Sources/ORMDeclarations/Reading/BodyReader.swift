import SwiftSyntax

/// The parts of a struct's body that matter to a table.
package struct Body {
  package var properties: [StoredProperty] = []
  /// The types of computed properties, by the properties' names.
  package var computed: [(name: String, type: TypeSyntax)] = []
  package var indexes: [MacroExpansionDeclSyntax] = []
  /// Whether there is an ignored variable, which a fetch sets to its default again.
  package var hasIgnoredVariables = false
  /// Whether Swift generates a memberwise initializer: the struct declares no initializer, and has
  /// no other macro or property wrapper that could.
  package var hasMemberwiseInitializer = false
  /// The `private` modifiers of the struct's private types, by the types' names.
  package var privateTypes: [String: DeclModifierSyntax] = [:]
  /// The types that the struct's type aliases name, by the alias.
  package var aliases: [String: TypeSyntax] = [:]
}

extension Body {
  /// The names that the macro's generated code uses.
  private static let reservedForValues: Set = [
    "primaryKey", "roundTripsExactly", "omittedColumns", "unloaded",
  ]
  private static let reservedForType: Set = [
    "columns", "tableName", "schema", "selectSQL", "insertSQL", "updateSQL", "upsertSQL",
    "deleteSQL", "findSQL", "primaryKeyColumns", "needsReadBack", "queryOnlyColumns",
  ]
  private static let reservedForNested: Set = [
    "Columns", "Draft", "Key", "ColumnTypes", InitialValues.name,
  ]

  /// - Parameter free: Names of static properties that this macro leaves to the user.
  package init(
    of declaration: StructDeclSyntax, free: Set<String> = [], _ problems: inout Problems
  ) {
    hasMemberwiseInitializer = !MacroAttributes(declaration.attributes).hasOthers
    for member in declaration.memberBlock.members {
      if member.decl.preventsMemberwiseInitializer { hasMemberwiseInitializer = false }
      if let variable = member.decl.as(VariableDeclSyntax.self) {
        read(variable, free: free, &problems)
      } else if let condition = member.decl.as(IfConfigDeclSyntax.self) {
        if condition.declaresStoredProperties {
          problems.refuse(
            .conditionalProperties(),
            at: condition.clauses.first?.poundKeyword ?? .poundIfToken())
        }
      } else if let expansion = member.decl.as(MacroExpansionDeclSyntax.self) {
        if expansion.indexMacro != nil { indexes.append(expansion) }
      } else if let type = member.decl.asProtocol((any NamedDeclSyntax).self),
        !member.decl.is(FunctionDeclSyntax.self)
      {
        if Self.reservedForNested.contains(type.name.text) {
          problems.refuse(.reservedName(type.name.text), at: type.name)
        }
        let modifiers = member.decl.asProtocol((any WithModifiersSyntax).self)?.modifiers
        if let alias = type.as(TypeAliasDeclSyntax.self), alias.genericParameterClause == nil {
          aliases[alias.name.text] = alias.initializer.value
        }
        privateTypes[type.name.text] = modifiers?.first { $0.name.tokenKind == .keyword(.private) }
      }
    }
  }

  private mutating func read(
    _ variable: VariableDeclSyntax, free: Set<String>, _ problems: inout Problems
  ) {
    let attributes = MacroAttributes(variable.attributes)
    for binding in variable.bindings {
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
      let spokenName = name?.text.withoutBackticks ?? "this"
      let reserved =
        variable.isStatic ? Self.reservedForType.subtracting(free) : Self.reservedForValues
      if let name, reserved.contains(spokenName) {
        problems.refuse(
          variable.isStatic ? .reservedName(spokenName) : .reservedProperty(spokenName), at: name)
        continue
      }
      if variable.isStatic || binding.isComputed {
        for (macro, attribute) in attributes.all {
          problems.report(
            variable.isStatic ? .staticProperty(spokenName, macro) : .computed(spokenName, macro),
            at: attribute, fixes: [.remove(attribute, from: variable)])
        }
        if !variable.isStatic, let type = binding.typeAnnotation?.type {
          computed.append((spokenName, type))
        }
        continue
      }
      let isIgnored = attributes[.ignored] != nil
      if isIgnored, variable.bindingSpecifier.tokenKind == .keyword(.var) {
        hasIgnoredVariables = true
      }
      guard let name else {
        if !isIgnored { problems.refuse(.pattern(), at: binding.pattern) }
        continue
      }
      properties.append(
        StoredProperty(
          name: name, declaration: variable, binding: binding,
          type: binding.declaredType(among: variable.bindings), attributes: attributes))
    }
  }
}

extension DeclSyntax {
  /// Whether the member is an initializer or may become one, has a property wrapper, or is a
  /// pattern of several properties, whose defaults Swift does not use.
  fileprivate var preventsMemberwiseInitializer: Bool {
    if let variable = self.as(VariableDeclSyntax.self) {
      let isPattern = !variable.bindings.allSatisfy { $0.pattern.is(IdentifierPatternSyntax.self) }
      return !variable.isStatic && (isPattern || MacroAttributes(variable.attributes).hasOthers)
    }
    if let expansion = self.as(MacroExpansionDeclSyntax.self) { return expansion.indexMacro == nil }
    return self.is(InitializerDeclSyntax.self) || self.is(IfConfigDeclSyntax.self)
  }
}

extension IfConfigDeclSyntax {
  /// Whether a branch declares a property that is stored.
  fileprivate var declaresStoredProperties: Bool {
    clauses.contains { clause in
      guard case .decls(let members) = clause.elements else { return false }
      return members.contains { member in
        if let nested = member.decl.as(IfConfigDeclSyntax.self) {
          return nested.declaresStoredProperties
        }
        guard let variable = member.decl.as(VariableDeclSyntax.self), !variable.isStatic
        else { return false }
        return !variable.bindings.allSatisfy(\.isComputed)
      }
    }
  }
}
