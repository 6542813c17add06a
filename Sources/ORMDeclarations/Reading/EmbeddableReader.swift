import SwiftDiagnostics
import SwiftSyntax

/// Reads a struct with `@Embeddable` into a model, and says what is wrong with it.
package enum EmbeddableReader {
  /// The group, or nil where the mistakes leave nothing to print.
  package static func read(
    _ declaration: StructDeclSyntax, attribute: AttributeSyntax, in surroundings: Surroundings
  ) -> (group: StructModel?, diagnostics: [Diagnostic]) {
    var problems = Problems()
    let arguments = Arguments(of: attribute, .embeddable)
    arguments.check(known: ["naming"], takesUnlabeled: false, &problems)
    problems.checkPlace(of: declaration, in: surroundings)
    if let table = MacroAttributes(declaration.attributes)[.table] {
      problems.refuse(.tableAndEmbeddable(declaration.name.text), at: table)
    }
    let body = Body(of: declaration, &problems)
    let columns = ColumnReader(
      naming: arguments.naming(&problems), owner: .embeddable, in: surroundings, body)
    let members = body.properties.compactMap { columns.read($0, &problems) }
    problems.checkNames(of: members, in: declaration)
    problems.checkPrivateTypes(of: body)
    for member in members {
      guard let column = member.column else { continue }
      problems.checkArguments(of: member, column)
      problems.checkCanBeEmbedded(member, column)
    }
    var group = StructModel(
      extendedName: surroundings.extendedName, typeName: surroundings.typeName)
    group.access = surroundings.accessLevel(of: declaration)
    group.members = members.map(\.member)
    group.hasIgnoredVariables = body.hasIgnoredVariables
    group.hasMemberwiseInitializer = body.hasMemberwiseInitializer
    group.availability = declaration.availability
    return (problems.preventsPrinting ? nil : group, problems.diagnostics)
  }
}

extension Problems {
  /// Checks that a column is read and written like any other: a group says no more of its columns
  /// than how many they are.
  fileprivate mutating func checkCanBeEmbedded(_ member: ReadMember, _ column: ColumnModel) {
    if column.type.isLazy {
      let node = member.property.type.map { Syntax($0) } ?? member.nameNode
      refuse(.notInEmbeddable("Lazy"), at: node)
    }
    for label in ["primaryKey", "autoincrement", "generated", "readOnly"]
    where member.arguments[label] != nil {
      refuse(.notInEmbeddable(label), at: member.node(of: label))
    }
    if column.omitsNil {
      report(.databaseDefaultInEmbeddable(), at: member.node(of: "default"))
    }
  }
}
