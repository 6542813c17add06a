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
    if column.readsNullAsDefault, let argument = member.arguments.argument("nullAsDefault") {
      let fixes = member.arguments.removal(of: "nullAsDefault")
      if column.type.isOptional || column.type.isLazy {
        report(.nullAsDefaultOfOptional(name), at: argument, fixes: fixes)
      } else if column.swiftDefault == nil {
        report(.nullAsDefaultWithoutDefault(name), at: argument)
      } else if column.primaryKey == true {
        report(.nullAsDefaultOfKey(name), at: argument, fixes: fixes)
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
  /// Returns the query-only properties, and checks that each can be set, has a default, and has no
  /// arguments for a column.
  package mutating func queryOnly(_ members: [ReadMember]) -> [ColumnModel] {
    for member in members {
      let (property, name) = (member.property, member.property.spokenName)
      if property.isLet {
        problems.refuse(.queryOnlyConstant(name), at: property.declaration.bindingSpecifier)
      } else if property.initialValue == nil, !property.hasImplicitNil {
        problems.refuse(.queryOnlyWithoutDefault(name), at: property.name)
      }
      if member.column?.type.isLazy == true {
        problems.refuse(.queryOnly(name, "Lazy"), at: member.nameNode)
      }
      for label in ColumnReader.tableArguments
      // Characters: Swift's own names
      where label != "queryOnly" && member.arguments[label] != nil {
        problems.report(
          .queryOnly(name, label), at: member.node(of: label),
          fixes: member.arguments.removal(of: label))
      }
    }
    return members.compactMap(\.column)
  }

  /// Checks a reference to the table itself, the only table that the macro sees.
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
