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

  /// Whether no column stands behind the property.
  package var isQueryOnly: Bool { column?.isQueryOnly ?? false }

  /// Where a complaint about the column's name belongs: the name that is given, or the property.
  package var nameNode: Syntax { arguments[nil].map { Syntax($0) } ?? Syntax(property.name) }

  /// Where a complaint about an argument belongs: its label, or the property.
  package func node(of label: String) -> Syntax {
    Syntax(arguments.argument(label)?.label ?? property.name)
  }
}
