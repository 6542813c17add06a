import SwiftSyntax

/// A member of the model, with the source that it was read from.
struct ReadMember {
  var member: TableModel.Member
  let property: StoredProperty
  let attribute: AttributeSyntax?
  let arguments: Arguments

  var column: ColumnModel? {
    if case .column(let column) = member { column } else { nil }
  }

  /// Where a complaint about the column's name belongs: the name that is given, or the property.
  var nameNode: Syntax { arguments[nil].map { Syntax($0) } ?? Syntax(property.name) }

  /// Where a complaint about an argument belongs: its label, or the property.
  func node(of label: String) -> Syntax {
    Syntax(arguments.argument(label)?.label ?? property.name)
  }
}
