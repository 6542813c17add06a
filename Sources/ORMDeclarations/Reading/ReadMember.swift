import SwiftSyntax

/// A member of the model, with the source that it was read from.
package struct ReadMember {
  package var member: TableModel.Member
  package let property: StoredProperty
  package let attribute: AttributeSyntax?
  package let arguments: Arguments

  package var column: ColumnModel? {
    if case .column(let column) = member { column } else { nil }
  }

  /// Whether the property of a selection is a row, or a list.
  var isRowOrList: Bool { column?.isList ?? true }

  /// Whether the property has no column in the table.
  package var isQueryOnly: Bool { column?.isQueryOnly ?? false }

  /// The node to report the column's name at: the given name, or the property.
  package var nameNode: Syntax { arguments[nil].map { Syntax($0) } ?? Syntax(property.name) }

  /// Returns the node to report an argument at: its label, or the property.
  package func node(of label: String) -> Syntax {
    Syntax(arguments.argument(label)?.label ?? property.name)
  }
}
