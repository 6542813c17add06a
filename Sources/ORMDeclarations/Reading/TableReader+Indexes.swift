import SwiftSyntax

extension TableReader {
  /// Returns the indexes that `#Index` and `#UniqueIndex` in the body and `@Column(index:)`
  /// describe.
  package mutating func indexes(of table: TableModel) -> [IndexModel] {
    var indexes: [IndexModel] = []
    for column in table.columns where column.hasIndex {
      indexes.append(IndexModel(columns: [.name(column.name)]))
    }
    for expansion in body.indexes {
      guard let index = index(expansion) else { continue }
      if index.name == nil, index.terms.isEmpty,
        // Characters: whether there is a name
        indexes.contains(where: { $0.name == nil && $0.columns == index.columns })
      {
        problems.report(
          .duplicateIndex(expansion.indexMacro ?? .index), at: expansion.macroName)
      }
      indexes.append(index)
    }
    return indexes
  }

  private mutating func index(_ expansion: MacroExpansionDeclSyntax) -> IndexModel? {
    let macro = expansion.indexMacro ?? .index
    let arguments = Arguments(of: expansion.arguments, macro)
    arguments.check(
      known: macro == .index ? ["terms", "unique", "where", "name"] : ["where", "name"],
      takesUnlabeled: true, &problems)
    guard checkTable(of: expansion, macro) else { return nil }
    if macro == .index, arguments["terms"] != nil { return index(ofTerms: arguments, expansion) }
    if arguments.unlabeled.isEmpty {
      problems.report(.emptyIndex(macro, declaration.name.text), at: expansion.macroName)
      return nil
    }
    var columns: [IndexModel.Column] = []
    for expression in arguments.unlabeled {
      guard let column = indexedColumn(expression, macro) else { continue }
      if columns.contains(column) {
        let argument = expression.parent?.as(LabeledExprSyntax.self)
        problems.report(
          .repeatedIndexColumn(macro), at: expression,
          fixes: [argument.flatMap(Fix.remove)].compactMap(\.self))
      } else {
        columns.append(column)
      }
    }
    var index = IndexModel(columns: columns)
    read(arguments, into: &index)
    if macro == .unique { index.isUnique = true }
    return columns.isEmpty ? nil : index
  }

  /// Reads an index with SQL terms, from which no name can be derived.
  private mutating func index(
    ofTerms arguments: Arguments, _ expansion: MacroExpansionDeclSyntax
  ) -> IndexModel? {
    var index = IndexModel(columns: [])
    for expression in arguments.variadic("terms") {
      guard let term = arguments.text(of: expression, "terms", &problems) else { return nil }
      if term.utf8.allSatisfy({ $0 <= 0x20 }) {
        problems.report(.emptyIndexTerm(arguments.macro), at: expression)
        return nil
      }
      index.terms.append(term)
    }
    read(arguments, into: &index)
    // If the name is missing, Swift itself reports it.
    return index.name == nil ? nil : index
  }

  private mutating func read(_ arguments: Arguments, into index: inout IndexModel) {
    index.isUnique = arguments.flag("unique", &problems) ?? false
    index.condition = arguments.sql("where", &problems)
    index.name = arguments.string("name", &problems)
    if index.name?.isEmpty ?? false, let expression = arguments["name"] {
      problems.report(
        .emptyName(arguments.macro), at: expression, fixes: arguments.removal(of: "name"))
      index.name = nil
    }
  }

  /// Checks that the index names this table.
  private mutating func checkTable(of expansion: MacroExpansionDeclSyntax, _ macro: MacroName)
    -> Bool
  {
    let name = declaration.name.text
    guard let clause = expansion.genericArgumentClause else {
      problems.report(
        .indexWithoutTable(macro, name), at: expansion.macroName,
        fixes: [.insert("<\(name)>", after: expansion.macroName, "write '<\(name)>'")])
      return false
    }
    let table = clause.arguments.trimmedDescription
    // Characters: Swift's own names
    if [name, surroundings.typeName, "Self"].contains(table) { return true }
    // A generic table is named with its parameters.
    // Characters: Swift's own names
    if let generic = declaration.genericParameterClause, table.hasPrefix("\(name)<"),
      generic.parameters.count > 0
    {
      return true
    }
    problems.report(
      .indexOfOtherTable(macro, table, name), at: clause.arguments,
      fixes: clause.arguments.first.map {
        [.replace($0, with: IdentifierTypeSyntax(name: .identifier(name)), "write '\(name)'")]
      } ?? [])
    return false
  }

  /// Returns the column that a key path of an index refers to.
  private mutating func indexedColumn(
    _ expression: ExprSyntax, _ macro: MacroName
  ) -> IndexModel.Column? {
    guard let path = expression.as(KeyPathExprSyntax.self), let names = path.propertyNames,
      let first = names.first
    else {
      problems.report(.unreadableIndexColumn(macro), at: expression)
      return nil
    }
    let member = members.first {
      $0.property.spokenName.isSameIdentifier(as: first.withoutBackticks)
    }
    switch (member?.member, names.count) {
    case (.column(let column), 1): return .name(column.name)
    case (.embedded, 2...): return .path(names.joined(separator: "."))
    case (.embedded, _):
      problems.report(.indexOfGroup(macro, first), at: expression)
    default:
      let known = members.map(\.property.spokenName)
      let component = path.components.first
      let fixes =
        component.flatMap { component in
          first.nearest(of: known).map { name in
            Fix.replace(
              component, with: KeyPathComponentSyntax(named: name, like: component),
              "write '\(name)'")
          }
        }.map { [$0] } ?? []
      problems.report(
        .unknownIndexColumn(macro, names.joined(separator: "."), known: known), at: expression,
        fixes: fixes)
    }
    return nil
  }
}
