import ORMDeclarations
import SwiftDiagnostics
import SwiftSyntax

/// Walks the declarations of one build, and collects the facts in each type.
struct DeclarationWalk {
  let spots: SpotFinder
  let flags: BuildFlags
  let flag: (String) -> Bool
  var facts = ItemFacts()
  /// The names of the types around the current declaration.
  private var path: [String] = []
  private var isGeneric = false
  private var isHidden = false

  init(spots: SpotFinder, flags: BuildFlags, flag: @escaping (String) -> Bool) {
    self.spots = spots
    self.flags = flags
    self.flag = flag
  }

  /// The full name of the current type.
  var ownName: String { path.joined(separator: ".") }

  mutating func visit(_ statements: CodeBlockItemListSyntax) {
    for statement in statements {
      if case .decl(let declaration) = statement.item { visit(declaration) }
    }
  }

  private mutating func visit(_ members: MemberBlockItemListSyntax) {
    for member in members { visit(member.decl) }
  }

  private mutating func visit(_ declaration: DeclSyntax) {
    if let condition = declaration.as(IfConfigDeclSyntax.self) {
      switch condition.activeClause(flags, flag)?.elements {
      case .statements(let statements): visit(statements)
      case .decls(let members): visit(members)
      default: break
      }
    } else if let alias = declaration.as(TypeAliasDeclSyntax.self) {
      visit(alias)
    } else if let extended = declaration.as(ExtensionDeclSyntax.self) {
      visit(extended)
    } else if let group = declaration.asProtocol((any DeclGroupSyntax).self),
      let named = declaration.asProtocol((any NamedDeclSyntax).self)
    {
      visit(group, named)
    }
  }

  private mutating func visit(_ alias: TypeAliasDeclSyntax) {
    let name = alias.name.text.withoutBackticks
    var type = TypeFacts(kind: .alias, path: path + [name], spot: spots.spot(of: alias.name))
    note(alias.modifiers, &type)
    type.parameters =
      alias.genericParameterClause?.parameters.map { $0.name.text.withoutBackticks } ?? []
    type.isGeneric = isGeneric || !type.parameters.isEmpty
    type.aliased = TypeReader(ownName: ownName)
      .source(of: alias.initializer.value)
    facts.types.append(type)
  }

  private mutating func visit(_ extended: ExtensionDeclSyntax) {
    let outer = (path, isGeneric, isHidden)
    defer { (path, isGeneric, isHidden) = outer }
    path = extended.extendedType.names
    var type = TypeFacts(
      kind: .extension, path: path, spot: spots.spot(of: extended.extendedType))
    note(extended.modifiers, &type)
    type.inherited = inherited(extended.inheritanceClause)
    isHidden = isHidden || type.isHidden
    collect(extended.memberBlock.members, into: &type)
    facts.types.append(type)
    visit(extended.memberBlock.members)
  }

  private mutating func visit(_ group: any DeclGroupSyntax, _ named: any NamedDeclSyntax) {
    let outer = (path, isGeneric, isHidden)
    defer { (path, isGeneric, isHidden) = outer }
    path.append(named.name.text.withoutBackticks)
    var type = TypeFacts(kind: .type, path: path, spot: spots.spot(of: named.name))
    note(group.modifiers, &type)
    type.parameters =
      group.asProtocol((any WithGenericParametersSyntax).self)?
      .genericParameterClause?.parameters.map { $0.name.text.withoutBackticks } ?? []
    isGeneric = isGeneric || !type.parameters.isEmpty
    isHidden = isHidden || type.isHidden
    type.isGeneric = isGeneric
    type.inherited = inherited(group.inheritanceClause)
    collect(group.memberBlock.members, into: &type)
    read(group, into: &type)
    facts.types.append(type)
    visit(group.memberBlock.members)
  }

  private func note(_ modifiers: DeclModifierListSyntax, _ type: inout TypeFacts) {
    let level = modifiers.accessLevel
    type.isHidden = isHidden || level.map { $0 < .internal } ?? false
    type.isPublic = level.map { $0 > .internal } ?? false
  }

  private func inherited(_ clause: InheritanceClauseSyntax?) -> [String] {
    let types = TypeReader(ownName: ownName)
    return clause?.inheritedTypes.map { inherited in
      // `@unchecked Sendable`, `@retroactive Codable`
      types.source(of: inherited.type.as(AttributedTypeSyntax.self)?.baseType ?? inherited.type)
    } ?? []
  }
}

// MARK: - This package's macros

extension DeclarationWalk {
  /// Reads a struct with one of the package's macros.
  private mutating func read(_ group: any DeclGroupSyntax, into type: inout TypeFacts) {
    reportHiddenAttributes(of: group, type)
    let attributes = MacroAttributes(group.attributes)
    guard
      let name = [MacroName.table, .embeddable, .selection].first(where: {
        attributes[$0] != nil
      }), let attribute = attributes[name]
    else { return }
    guard let declaration = group.as(StructDeclSyntax.self) else {
      var problems = Problems()
      problems.reportNotAStruct(group, name)
      return report(problems.diagnostics, of: type)
    }
    // The parser has added or skipped tokens, so the tree differs from the source.
    if declaration.hasError {
      return report(.syntax("the declaration is incomplete"), of: type)
    }
    let surroundings = Surroundings(of: declaration, inside: declaration.context)
    switch name {
    case .table:
      let (model, diagnostics) = TableReader.read(
        declaration, attribute: attribute, in: surroundings)
      report(diagnostics, of: type)
      guard let model, !diagnostics.contains(where: \.isError) else { return }
      type.table = FactMaker(of: declaration, spots).table(model)
    case .embeddable:
      let (model, diagnostics) = EmbeddableReader.read(
        declaration, attribute: attribute, in: surroundings)
      report(diagnostics, of: type)
      guard let model, !diagnostics.contains(where: \.isError) else { return }
      type.group = FactMaker(of: declaration, spots).group(model, isEmbeddable: true)
    default:
      let (model, diagnostics) = SelectionReader.read(
        declaration, attribute: attribute, in: surroundings)
      report(diagnostics, of: type)
      guard let model, !diagnostics.contains(where: \.isError) else { return }
      type.group = FactMaker(of: declaration, free: ["tableName", "selectSQL"], spots)
        .group(model, isEmbeddable: false)
    }
  }

  /// Reports attributes in `#if`, which are not read: whether the type is a table depends on the
  /// build.
  private mutating func reportHiddenAttributes(of group: any DeclGroupSyntax, _ type: TypeFacts) {
    for element in group.attributes {
      guard case .ifConfigDecl(let condition) = element else { continue }
      let names = condition.tokens(viewMode: .sourceAccurate).map(\.text)
      // Characters: Swift's own names
      if names.contains(where: { ["Table", "Embeddable", "Selection"].contains($0) }) {
        report(.unknown("its macro is in '#if', so it is not read"), of: type)
      }
    }
  }

  private mutating func report(_ diagnostics: [Diagnostic], of type: TypeFacts) {
    // A warning leaves the declaration valid.
    for diagnostic in diagnostics where diagnostic.isError {
      facts.problems.append(
        SpottedProblem(
          kind: .mistake(diagnostic.message), subject: type.path.joined(separator: "."),
          spot: spots.spot(at: diagnostic.position.utf8Offset)))
    }
  }

  private mutating func report(_ kind: ReadingProblem.Kind, of type: TypeFacts) {
    facts.problems.append(
      SpottedProblem(kind: kind, subject: type.path.joined(separator: "."), spot: type.spot))
  }
}

extension StructDeclSyntax {
  /// The declarations around it, from the inside out.
  fileprivate var context: [Syntax] {
    var context: [Syntax] = []
    var outer = parent
    while let node = outer {
      if node.asProtocol((any DeclGroupSyntax).self) != nil || node.is(FunctionDeclSyntax.self) {
        context.append(node)
      }
      outer = node.parent
    }
    return context
  }
}
