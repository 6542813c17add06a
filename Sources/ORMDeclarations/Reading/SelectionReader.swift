import SwiftDiagnostics
import SwiftSyntax

/// Reads a struct with `@Selection` into a model, and reports its mistakes.
package enum SelectionReader {
  /// Returns the struct; nil if the mistakes prevent printing.
  package static func read(
    _ declaration: StructDeclSyntax, attribute: AttributeSyntax, in surroundings: Surroundings
  ) -> (selection: StructModel?, diagnostics: [Diagnostic]) {
    let name = declaration.name.text
    return StructReader.read(
      declaration, attribute: attribute, in: surroundings, as: .selection,
      beside: [MacroName.table, .embeddable].map { ($0, .selectionAndMore(name, $0)) },
      // A view declares its own name.
      free: ["tableName", "selectSQL"]
    ) { member, problems in problems.checkCanBeSelected(member) }
  }
}

extension Problems {
  /// Checks that a property is a value that a query selects, without arguments for a table's
  /// column.
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
