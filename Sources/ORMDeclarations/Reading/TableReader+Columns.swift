import SwiftDiagnostics
import SwiftSyntax

extension Problems {
  /// Checks a column for arguments that contradict each other or its type.
  package mutating func checkArguments(of member: ReadMember, _ column: ColumnModel) {
    let name = member.property.spokenName
    if column.generated != nil {
      if member.arguments["default"] != nil {
        report(
          .generatedWithDefault(name), at: member.node(of: "default"),
          fixes: member.arguments.removal(of: "default"))
      }
      if column.isReadOnly {
        report(
          .generatedAndReadOnly(name), at: member.node(of: "readOnly"),
          fixes: member.arguments.removal(of: "readOnly"))
      }
    }
    for label in ["onDelete", "onUpdate"] where !column.type.isOptional {
      guard let action = member.arguments[label]?.as(MemberAccessExprSyntax.self),
        // Characters: Swift's own names
        action.declName.baseName.text == "setNull", column.reference != nil
      else { continue }
      let fixes =
        member.property.type.map { type in
          [
            Fix.replace(
              type, with: OptionalTypeSyntax(wrappedType: type.trimmed),
              "write '\(type.trimmed)?'")
          ]
        } ?? []
      report(.setNullOfNonOptional(name), at: action, fixes: fixes)
    }
  }
}

extension TableReader {
  /// Checks a reference to the table itself, which is the only one that the macro sees.
  package mutating func checkReference(of member: ReadMember, _ table: TableModel) {
    guard let expression = member.arguments["references"] else { return }
    let own = [declaration.name.text, surroundings.typeName, "Self"]
    // Characters: Swift's own names
    if let base = expression.metatypeBase, own.contains(base.trimmedDescription) {
      if table.keyColumns.count != 1 {
        problems.report(.referenceToNoKey(declaration.name.text), at: expression)
      }
    } else if let path = expression.as(KeyPathExprSyntax.self), let root = path.root,
      // Characters: Swift's own names
      own.contains(root.trimmedDescription), let names = path.propertyNames,
      let first = names.first, !isColumnOrGroup(first)
    {
      problems.report(.referenceToNothing(first, declaration.name.text), at: expression)
    }
  }

  private func isColumnOrGroup(_ name: String) -> Bool {
    members.contains { $0.property.spokenName.isSameIdentifier(as: name.withoutBackticks) }
  }
}
