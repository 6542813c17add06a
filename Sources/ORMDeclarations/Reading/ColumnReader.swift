import SwiftSyntax

/// Converts stored properties to columns.
package struct ColumnReader {
  package let types: TypeReader
  package let naming: NamingStrategy
  /// The macro that reads the columns: `@Table`, `@Embeddable` or `@Selection`.
  package let owner: MacroName
  package let surroundings: Surroundings

  package init(
    naming: NamingStrategy, owner: MacroName, in surroundings: Surroundings, _ body: Body
  ) {
    types = TypeReader(ownName: surroundings.typeName, aliases: body.aliases, of: owner)
    self.naming = naming
    self.owner = owner
    self.surroundings = surroundings
  }

  /// The arguments of `@Column` that apply only to a table's columns.
  package static let tableArguments = [
    "primaryKey", "autoincrement", "unique", "default", "collate", "check", "index", "generated",
    "readOnly", "queryOnly", "nullAsDefault", "lazy", "redacted", "references", "onDelete",
    "onUpdate", "renamedFrom", "meaning",
  ]

  private static let arguments = Set(tableArguments + ["as"])

  /// Returns the member for a property; nil if it has none, or after a report.
  package func read(_ property: StoredProperty, _ problems: inout Problems) -> ReadMember? {
    guard let attribute = attribute(of: property, &problems) else { return nil }
    guard let type = type(of: property, &problems) else { return nil }
    let access = property.access
    let arguments = Arguments(of: attribute.syntax, attribute.name)
    let value = property.initialValue.flatMap { $0.contradicts(type) ? nil : $0 }
    let swiftDefault = value.map(types.source)
    if attribute.name == .embedded {
      if type.isKnown || type.isCollection || type.isLazy {
        problems.refuse(
          .notEmbeddable(property.spokenName, type.source),
          at: property.type.map { Syntax($0) } ?? Syntax(property.name))
        return nil
      }
      arguments.check(known: ["prefix"], takesUnlabeled: false, &problems)
      let group = EmbeddedModel(
        property: property.name.text, type: type,
        prefix: arguments.string("prefix", &problems) ?? "",
        place: surroundings.place(Syntax(property.name)), access: access,
        isPlainVariable: property.isPlainVariable,
        swiftDefault: swiftDefault,
        hasNamedDefault: property.hasNamedDefault)
      return ReadMember(
        member: .embedded(group), property: property, attribute: attribute.syntax,
        arguments: arguments)
    }
    arguments.check(known: Self.arguments, takesUnlabeled: true, &problems)
    let column = column(
      of: property, type: type, access: access, swiftDefault: swiftDefault, arguments, &problems)
    return ReadMember(
      member: .column(column), property: property, attribute: attribute.syntax,
      arguments: arguments)
  }

  private func column(
    of property: StoredProperty, type: PropertyType, access: AccessLevel, swiftDefault: String?,
    _ arguments: Arguments, _ problems: inout Problems
  ) -> ColumnModel {
    var column = ColumnModel(
      property: property.name.text, name: naming.columnName(forProperty: property.spokenName),
      type: type, baseRepresentation: type.base)
    column.place = surroundings.place(Syntax(property.name))
    column.access = access
    column.swiftDefault = swiftDefault
    column.hasNamedDefault = property.hasNamedDefault
    column.isPlainVariable = property.isPlainVariable
    if let name = arguments.string(nil, &problems) {
      if name.isEmpty {
        problems.report(
          .emptyName(.column), at: arguments[nil].map { Syntax($0) } ?? Syntax(property.name),
          fixes: arguments.removal(of: nil))
      } else {
        column.name = name
      }
    }
    if let representation = representation(of: type, arguments, &problems) {
      column.baseRepresentation = representation
      if let value = column.valueOfRepresentation, type.isKnown, value != type.name {
        problems.refuse(
          .otherRepresentation(property.spokenName, type.base, representation, of: value),
          at: arguments["as"].map { Syntax($0) } ?? Syntax(property.name))
      }
    } else if arguments["as"] == nil {
      checkIsStored(property, type, &problems)
    }
    column.formerNames = arguments.formerNames(of: column.name, &problems)
    column.primaryKey = arguments.flag("primaryKey", &problems)
    column.isAutoincrement = arguments.flag("autoincrement", &problems) ?? false
    column.isUnique = arguments.flag("unique", &problems) ?? false
    column.hasIndex = arguments.flag("index", &problems) ?? false
    column.isReadOnly = arguments.flag("readOnly", &problems) ?? false
    column.readsNullAsDefault = arguments.flag("nullAsDefault", &problems) ?? false
    column.isQueryOnly = arguments.flag("queryOnly", &problems) ?? false
    column.isRedacted = arguments.flag("redacted", &problems) ?? false
    column.collation = arguments.source("collate", types)
    column.generated = arguments.source("generated", types)
    column.check = arguments.sql("check", &problems)
    column.meaning = meaning(arguments, &problems)
    column.reference = reference(arguments, &problems)
    column.columnDefault = columnDefault(of: property, type, arguments, &problems)
    checkDefault(of: column, property, arguments, &problems)
    checkLazy(property, type, arguments, &problems)
    return column
  }

  /// Returns the representation that `as:` names.
  private func representation(
    of type: PropertyType, _ arguments: Arguments, _ problems: inout Problems
  ) -> String? {
    guard let expression = arguments["as"], !expression.is(NilLiteralExprSyntax.self) else {
      return nil
    }
    guard let base = expression.metatypeBase else {
      problems.report(.unreadableRepresentation(), at: expression)
      return nil
    }
    if let wrapped = base.as(OptionalChainingExprSyntax.self) {
      problems.report(
        .optionalRepresentation(), at: base,
        fixes: [.replace(base, with: wrapped.expression, "remove the '?'")])
      return types.source(of: wrapped.expression)
    }
    let name = types.source(of: base)
    return PropertyType(base: name).name == "JSON" ? .json(of: type.base) : name
  }

  /// Returns the text of `meaning:`, and reports an empty one.
  private func meaning(_ arguments: Arguments, _ problems: inout Problems) -> String? {
    guard let text = arguments.string("meaning", &problems) else { return nil }
    if text.allSatisfy(\.isWhitespace), let expression = arguments["meaning"] {
      problems.report(.emptyMeaning(), at: expression, fixes: arguments.removal(of: "meaning"))
      return nil
    }
    return text
  }

  /// Checks that a column can have the type.
  private func checkIsStored(
    _ property: StoredProperty, _ type: PropertyType, _ problems: inout Problems
  ) {
    if let replacement = type.replacement, let syntax = property.type {
      let isOne = !replacement.contains("'")
      let new = replacement + (type.isOptional ? "?" : "")
      problems.refuse(
        .unstoredType(property.spokenName, type.base, replacement: replacement), at: syntax,
        fixes: isOne && !type.isLazy
          ? [
            .replace(
              syntax, with: IdentifierTypeSyntax(name: .identifier(new)), "write '\(new)'")
          ] : [])
    } else if let untyped = type.untyped, let syntax = property.type {
      problems.refuse(.untypedCollection(property.spokenName, untyped), at: syntax)
    } else if type.isCollection, !(owner == .selection && type.isArray && !type.isOptional) {
      reportCollection(property, type, &problems)
    } else if owner == .table, let syntax = property.type,
      let relation = type.relation(of: property.spokenName, in: surroundings.typeName)
    {
      problems.refuse(.relation(property.spokenName, relation), at: syntax)
    }
  }

  /// Reports a collection, which can be a column only with an explicit representation.
  private func reportCollection(
    _ property: StoredProperty, _ type: PropertyType, _ problems: inout Problems
  ) {
    let start = property.declaration.firstToken(viewMode: .sourceAccurate) ?? property.name
    let relation =
      owner == .table
      ? type.relationOfElements(of: property.spokenName, in: surroundings.typeName) : nil
    problems.refuse(
      .collection(property.spokenName, relation: relation),
      at: property.type.map { Syntax($0) } ?? Syntax(property.name),
      fixes: property.attributes.isEmpty && property.isAlone
        ? [.insert("@Column(as: JSON.self) ", before: start, "write '@Column(as: JSON.self)'")] : []
    )
  }

  /// Returns the `DEFAULT`: the argument `default:`, or the property's initial value if it is a
  /// constant.
  private func columnDefault(
    of property: StoredProperty, _ type: PropertyType, _ arguments: Arguments,
    _ problems: inout Problems
  ) -> DefaultModel? {
    if let expression = arguments["default"], !expression.is(NilLiteralExprSyntax.self) {
      let source = types.source(of: expression)
      if expression.isConstant && !expression.is(MemberAccessExprSyntax.self) {
        return .expression(source, omitsNil: false)
      }
      switch expression.nameOfDefault {
      case "database": return .expression(source, omitsNil: true)
      case "sql": return .expression(source, omitsNil: false)
      default:
        problems.report(.unreadableDefault(), at: expression)
        return nil
      }
    }
    guard let value = property.initialValue, value.isConstant, !value.contradicts(type),
      !type.isLazy
    else { return nil }
    return .literal(types.source(of: value))
  }

  private func checkLazy(
    _ property: StoredProperty, _ type: PropertyType, _ arguments: Arguments,
    _ problems: inout Problems
  ) {
    let isSaid = arguments.flag("lazy", &problems)
    if isSaid == true, !type.isLazy, let expression = arguments.argument("lazy") {
      let fixes =
        property.binding.typeAnnotation.map { annotation -> [Fix] in
          let lazy = "Lazy<\(annotation.type.trimmedDescription)>"
          let type = TypeSyntax(IdentifierTypeSyntax(name: .identifier(lazy)))
          return [.replace(annotation.type, with: type, "write '\(lazy)'")]
        } ?? []
      problems.report(.lazyWithoutLazy(property.spokenName), at: expression, fixes: fixes)
    }
    if isSaid == false, type.isLazy, let expression = arguments["lazy"] {
      problems.report(
        .lazyContradiction(property.spokenName), at: expression,
        fixes: arguments.removal(of: "lazy"))
    }
  }
}

extension ExprSyntax {
  /// `database` of `.database`, `ColumnDefault.database` and `.database("…")`.
  fileprivate var nameOfDefault: String? {
    let callee = self.as(FunctionCallExprSyntax.self)?.calledExpression ?? self
    guard let member = callee.as(MemberAccessExprSyntax.self) else { return nil }
    let base = member.base?.trimmedDescription
    guard base == nil || base == "ColumnDefault" || base == "ORM.ColumnDefault" else { return nil }
    return member.declName.baseName.text
  }
}

extension Arguments {
  /// Returns the source of an argument that the generated code passes on.
  package func source(_ label: String, _ types: TypeReader) -> String? {
    guard let expression = self[label], !expression.is(NilLiteralExprSyntax.self) else {
      return nil
    }
    return types.source(of: expression)
  }

  /// Returns the SQL of a string argument, and reports an empty one.
  package func sql(_ label: String, _ problems: inout Problems) -> String? {
    guard let text = string(label, &problems) else { return nil }
    if text.allSatisfy(\.isWhitespace), let expression = self[label] {
      problems.report(.emptySQL(macro, label), at: expression, fixes: removal(of: label))
      return nil
    }
    return text
  }
}
