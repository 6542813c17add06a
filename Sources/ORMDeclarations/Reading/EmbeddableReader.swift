import SwiftDiagnostics
import SwiftSyntax

/// Reads a struct with `@Embeddable` into a model, and reports its mistakes.
package enum EmbeddableReader {
  /// Returns the group; nil if the mistakes prevent printing.
  package static func read(
    _ declaration: StructDeclSyntax, attribute: AttributeSyntax, in surroundings: Surroundings
  ) -> (group: StructModel?, diagnostics: [Diagnostic]) {
    let name = declaration.name.text
    return StructReader.read(
      declaration, attribute: attribute, in: surroundings, as: .embeddable,
      beside: [(.table, .tableAndEmbeddable(name))]
    ) { member, problems in
      guard let column = member.column else { return }
      problems.checkArguments(of: member, column)
      problems.checkCanBeEmbedded(member, column)
    }
  }
}

extension Problems {
  /// Checks that a column is read and written like any other: only the number of a group's columns
  /// is known outside of it.
  fileprivate mutating func checkCanBeEmbedded(_ member: ReadMember, _ column: ColumnModel) {
    if column.type.isLazy {
      let node = member.property.type.map { Syntax($0) } ?? member.nameNode
      refuse(.notInEmbeddable("Lazy"), at: node)
    }
    for label in [
      "primaryKey", "autoincrement", "generated", "readOnly", "queryOnly", "nullAsDefault",
    ]
    where member.arguments[label] != nil {
      refuse(.notInEmbeddable(label), at: member.node(of: label))
    }
    if column.omitsNil {
      report(.databaseDefaultInEmbeddable(), at: member.node(of: "default"))
    }
  }
}
