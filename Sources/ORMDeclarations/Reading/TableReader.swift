import SwiftDiagnostics
import SwiftSyntax

/// Reads a struct with `@Table` into a model, and reports its mistakes.
///
/// It needs only a parsed file, so that tools can use it as well as the compiler.
package struct TableReader {
  package let declaration: StructDeclSyntax
  package let surroundings: Surroundings
  package let arguments: Arguments
  package var problems = Problems()
  /// The members of the table, with their source.
  package var members: [ReadMember] = []
  package var body = Body()

  package init(
    _ declaration: StructDeclSyntax, attribute: AttributeSyntax, in surroundings: Surroundings
  ) {
    self.declaration = declaration
    self.surroundings = surroundings
    arguments = Arguments(of: attribute, .table)
  }

  /// Returns the table; nil if the mistakes prevent printing.
  package static func read(
    _ declaration: StructDeclSyntax, attribute: AttributeSyntax, in surroundings: Surroundings
  ) -> (table: TableModel?, diagnostics: [Diagnostic]) {
    var reader = TableReader(declaration, attribute: attribute, in: surroundings)
    let table = reader.read()
    return (reader.problems.preventsPrinting ? nil : table, reader.problems.diagnostics)
  }

  private mutating func read() -> TableModel {
    arguments.check(
      known: ["renamedFrom", "naming", "strict", "withoutRowID", "constraints"],
      takesUnlabeled: true, &problems)
    problems.checkPlace(of: declaration, in: surroundings)
    let naming = arguments.naming(&problems)
    body = Body(of: declaration, &problems)
    let columns = ColumnReader(naming: naming, owner: .table, in: surroundings, body)
    let all = body.properties.compactMap { columns.read($0, &problems) }
    members = all.filter { !$0.isQueryOnly }
    checkComputed(columns.types)

    var table = TableModel(
      extendedName: surroundings.extendedName, typeName: surroundings.typeName, name: name(naming))
    table.formerNames = arguments.formerNames(of: table.name, &problems)
    table.access = surroundings.accessLevel(of: declaration)
    table.isStrict = arguments.flag("strict", &problems) ?? true
    table.isWithoutRowID = arguments.flag("withoutRowID", &problems) ?? false
    table.constraints = constraints()
    table.members = members.map(\.member)
    table.queryOnly = queryOnly(all.filter(\.isQueryOnly))
    table.hasIgnoredVariables = body.hasIgnoredVariables || !table.queryOnly.isEmpty
    table.hasMemberwiseInitializer = body.hasMemberwiseInitializer
    table.availability = declaration.availability
    table.mayBeGeneric = surroundings.mayBeGeneric
    problems.checkNames(of: all, in: declaration)
    problems.checkPrivateTypes(of: body)
    checkKey(of: table)
    for member in members {
      guard let column = member.column else { continue }
      problems.checkArguments(of: member, column)
      checkReference(of: member, table)
    }
    table.indexes = indexes(of: table)
    return table
  }

  /// Reports relations that are declared in the struct.
  private mutating func checkComputed(_ types: TypeReader) {
    for property in body.computed {
      let type = PropertyType(base: types.source(of: property.type))
      if let relation = type.relation(of: property.name, in: surroundings.typeName) {
        problems.report(.relation(property.name, relation), at: property.type)
      }
    }
  }

  private mutating func name(_ naming: NamingStrategy) -> String {
    let derived = naming.tableName(forType: declaration.name.text.withoutBackticks)
    guard let expression = arguments[nil], let name = arguments.string(nil, &problems) else {
      if derived.isReservedForSQLite { problems.report(.systemName(derived), at: declaration.name) }
      return derived
    }
    if name.isEmpty {
      problems.report(
        .emptyName(.table), at: expression, fixes: arguments.removal(of: nil))
      return derived
    }
    if name.isReservedForSQLite { problems.report(.systemName(name), at: expression) }
    return name
  }

  private mutating func constraints() -> [String] {
    arguments.variadic("constraints").compactMap { expression in
      guard let text = arguments.text(of: expression, "constraints", &problems) else { return nil }
      if text.allSatisfy(\.isWhitespace) {  // Characters: whether there is any text
        problems.report(.emptySQL(.table, "constraints"), at: expression)
        return nil
      }
      return text
    }
  }
}

extension Arguments {
  /// Returns the naming strategy in `naming:`.
  package func naming(_ problems: inout Problems) -> NamingStrategy {
    guard let expression = self["naming"] else { return .asWritten }
    if let member = expression.as(MemberAccessExprSyntax.self),
      // Characters: Swift's own names
      [nil, "NamingStrategy", "ORM.NamingStrategy"].contains(member.base?.trimmedDescription),
      let naming = NamingStrategy(rawValue: member.declName.baseName.text)
    {
      return naming
    }
    problems.report(.unknownNaming(macro), at: expression)
    return .asWritten
  }
}

extension String {
  /// Whether SQLite reserves the name.
  ///
  /// See <https://www.sqlite.org/fileformat2.html#intschema>.
  fileprivate var isReservedForSQLite: Bool {
    loweredInASCII.utf8.starts(with: "sqlite_".utf8)
  }
}

extension StructDeclSyntax {
  /// The `@available` attributes.
  package var availability: [String] {
    attributes.compactMap { element in
      guard case .attribute(let attribute) = element,
        attribute.attributeName.trimmedDescription == "available"  // Characters: Swift's own names
      else { return nil }
      return attribute.trimmedDescription
    }
  }
}
