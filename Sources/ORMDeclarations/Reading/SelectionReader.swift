import SwiftDiagnostics
import SwiftSyntax

/// Reads a struct with `@Selection` into a model, and says what is wrong with it.
package enum SelectionReader {
  /// The struct, or nil if the mistakes leave nothing to print.
  package static func read(
    _ declaration: StructDeclSyntax, attribute: AttributeSyntax, in surroundings: Surroundings
  ) -> (selection: StructModel?, diagnostics: [Diagnostic]) {
    let name = declaration.name.text
    return StructReader.read(
      declaration, attribute: attribute, in: surroundings, as: .selection,
      beside: [MacroName.table, .embeddable].map { ($0, .selectionAndMore(name, $0)) },
      // A view says its name itself.
      free: ["tableName", "selectSQL"]
    ) { member, problems in problems.checkCanBeSelected(member) }
  }
}

extension Problems {
  /// Checks that a property is a value that a query selects, and says nothing of a table's column.
  fileprivate mutating func checkCanBeSelected(_ member: ReadMember) {
    guard let column = member.column else {
      if member.arguments["prefix"] != nil {
        refuse(.notInSelection("prefix"), at: member.node(of: "prefix"))
      }
      return
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
