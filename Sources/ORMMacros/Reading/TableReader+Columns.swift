import SwiftDiagnostics
import SwiftSyntax

extension TableReader {
  /// Checks each column for arguments that contradict each other or its type.
  mutating func checkColumns(of table: TableModel) {
    for member in members {
      guard let column = member.column else { continue }
      let name = member.property.spokenName
      if column.generated != nil {
        if member.arguments["default"] != nil {
          problems.report(
            .generatedWithDefault(name), at: member.node(of: "default"))
        }
        if column.isReadOnly {
          problems.report(.generatedAndReadOnly(name), at: member.node(of: "readOnly"))
        }
      }
      for label in ["onDelete", "onUpdate"] where !column.type.isOptional {
        guard let action = member.arguments[label]?.as(MemberAccessExprSyntax.self),
          action.declName.baseName.text == "setNull", column.reference != nil
        else { continue }
        let type = member.property.type
        problems.report(
          .setNullOfNonOptional(name), at: action,
          fixes: type.map {
            [
              .replace(
                $0, with: OptionalTypeSyntax(wrappedType: $0.trimmed), "write '\($0.trimmed)?'")
            ]
          } ?? [])
      }
      checkReference(of: member, table)
    }
  }

  /// Checks a reference to the table itself, which is the only one that the macro sees.
  private mutating func checkReference(of member: ReadMember, _ table: TableModel) {
    guard let expression = member.arguments["references"] else { return }
    let own = [declaration.name.text, surroundings.typeName, "Self"]
    if let base = expression.metatypeBase, own.contains(base.trimmedDescription) {
      if table.keyColumns.count != 1 {
        problems.report(.referenceToNoKey(declaration.name.text), at: expression)
      }
    } else if let path = expression.as(KeyPathExprSyntax.self), let root = path.root,
      own.contains(root.trimmedDescription), let names = path.propertyNames,
      let first = names.first, !isColumnOrGroup(first)
    {
      problems.report(.referenceToNothing(first, declaration.name.text), at: expression)
    }
  }

  private func isColumnOrGroup(_ name: String) -> Bool {
    members.contains { $0.property.spokenName == name.withoutBackticks }
  }
}
