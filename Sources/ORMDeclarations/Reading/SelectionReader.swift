import SwiftDiagnostics
import SwiftSyntax

/// Reads a struct with `@Selection` into a model, and says what is wrong with it.
package enum SelectionReader {
  /// The struct, or nil where the mistakes leave nothing to print.
  package static func read(
    _ declaration: StructDeclSyntax, attribute: AttributeSyntax, in surroundings: Surroundings
  ) -> (selection: StructModel?, diagnostics: [Diagnostic]) {
    var problems = Problems()
    let arguments = Arguments(of: attribute, .selection)
    arguments.check(known: ["naming"], takesUnlabeled: false, &problems)
    problems.checkPlace(of: declaration, in: surroundings)
    let attributes = MacroAttributes(declaration.attributes)
    for other in [MacroName.table, .embeddable] {
      if let attribute = attributes[other] {
        problems.refuse(
          .selectionAndMore(declaration.name.text, other), at: attribute)
      }
    }
    // A view says its name itself.
    let body = Body(of: declaration, free: ["tableName", "selectSQL"], &problems)
    let columns = ColumnReader(
      naming: arguments.naming(&problems), owner: .selection, in: surroundings, body)
    let members = body.properties.compactMap { columns.read($0, &problems) }
    problems.checkNames(of: members, in: declaration)
    problems.checkPrivateTypes(of: body)
    members.forEach { problems.checkCanBeSelected($0) }
    var selection = StructModel(
      extendedName: surroundings.extendedName, typeName: surroundings.typeName)
    selection.access = surroundings.accessLevel(of: declaration)
    selection.members = members.map(\.member)
    selection.hasIgnoredVariables = body.hasIgnoredVariables
    selection.hasMemberwiseInitializer = body.hasMemberwiseInitializer
    selection.availability = declaration.availability
    return (problems.preventsPrinting ? nil : selection, problems.diagnostics)
  }
}

extension Problems {
  /// Checks that a property is a value that a query selects, and says nothing of a table's column.
  fileprivate mutating func checkCanBeSelected(_ member: ReadMember) {
    guard let column = member.column else {
      return refuse(.notInSelection("@Embedded"), at: member.nameNode)
    }
    if column.type.isLazy {
      let node = member.property.type.map { Syntax($0) } ?? member.nameNode
      refuse(.notInSelection("Lazy"), at: node)
    }
    for label in ColumnReader.tableArguments where member.arguments[label] != nil {
      refuse(.notInSelection(label), at: member.node(of: label))
    }
  }
}
