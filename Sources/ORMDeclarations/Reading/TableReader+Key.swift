import SwiftDiagnostics
import SwiftSyntax

extension TableReader {
  /// Checks the primary key.
  package mutating func checkKey(of table: TableModel) {
    let marked = members.filter { $0.column?.primaryKey == true }
    checkContradiction(marked)
    let names = Set(table.keyColumns.map(\.property.identity))
    let key = members.filter { $0.column.map { names.contains($0.property.identity) } ?? false }

    if key.isEmpty, table.isWithoutRowID, let argument = arguments.argument("withoutRowID") {
      problems.report(
        .withoutRowIDWithoutKey(), at: argument.label ?? .identifier(""),
        fixes: arguments.removal(of: "withoutRowID"))
    }
    for member in members {
      guard let column = member.column, column.isAutoincrement else { continue }
      checkAutoincrement(
        member, column, isKey: names.contains(column.property.identity), key, table)
    }
    for member in key {
      guard let column = member.column else { continue }
      checkKeyColumn(member, column, isAlone: key.count == 1, table)
    }
  }

  /// Reports a property `id` next to a marked key, because the declaration must say whether it is
  /// part of the key.
  private mutating func checkContradiction(_ marked: [ReadMember]) {
    guard let first = marked.first,
      // Characters: Swift's own names
      let id = members.first(where: { $0.property.spokenName == "id" }),
      let column = id.column, column.primaryKey == nil
    else { return }
    var fixes: [Fix] = []
    if id.attribute == nil,
      let start = id.property.declaration.firstToken(viewMode: .sourceAccurate)
    {
      fixes = [
        .insert(
          "@Column(primaryKey: false) ", before: start, "write '@Column(primaryKey: false)': no key"
        ),
        .insert(
          "@Column(primaryKey: true) ", before: start,
          "write '@Column(primaryKey: true)': part of the key"),
      ]
    }
    problems.report(
      .contradictingKeys(first.property.spokenName), at: id.property.name,
      notes: [
        Note(
          node: first.node(of: "primaryKey"),
          message: Remark(message: "the key is marked here", id: "contradictingKeys"))
      ], fixes: fixes)
  }

  private mutating func checkAutoincrement(
    _ member: ReadMember, _ column: ColumnModel, isKey: Bool, _ key: [ReadMember],
    _ table: TableModel
  ) {
    let node = member.node(of: "autoincrement")
    let fixes = member.arguments.removal(of: "autoincrement")
    if !isKey {
      problems.report(.autoincrementOutsideKey(member.property.spokenName), at: node, fixes: fixes)
    } else if key.count > 1 {
      problems.report(.autoincrementOfSeveral(), at: node, fixes: fixes)
    } else if table.isWithoutRowID {
      problems.report(.autoincrementWithoutRowID(), at: node, fixes: fixes)
      // Characters: Swift's own names
    } else if column.type.isKnownNonInteger, column.baseRepresentation == column.type.base {
      problems.report(.autoincrementOfType(column.type.base), at: node, fixes: fixes)
    }
  }

  private mutating func checkKeyColumn(
    _ member: ReadMember, _ column: ColumnModel, isAlone: Bool, _ table: TableModel
  ) {
    let name = member.property.spokenName
    if column.type.isLazy {
      let type = member.property.type
      problems.refuse(
        .lazyKey(name), at: type.map { Syntax($0) } ?? member.nameNode,
        fixes: type.flatMap { type in
          type.lazyValueType.map { [.replace(type, with: $0, "write '\($0.trimmedDescription)'")] }
        } ?? [])
    }
    if column.generated != nil {
      problems.refuse(.generatedKey(name), at: member.node(of: "generated"))
    }
    if column.isReadOnly {
      problems.refuse(
        .readOnlyKey(name), at: member.node(of: "readOnly"),
        fixes: member.arguments.removal(of: "readOnly"))
    }
    if column.isRedacted {
      problems.refuse(
        .redactedKey(name), at: member.node(of: "redacted"),
        fixes: member.arguments.removal(of: "redacted"))
    }
    if table.access > max(column.access, .internal), !column.type.isKnown {
      let specifier = member.property.declaration.bindingSpecifier
      let word = table.access.rawValue
      problems.refuse(
        .hiddenKey(name, word), at: member.property.name,
        fixes: member.property.declaration.modifiers.accessLevel == nil
          ? [.insert("\(word) ", before: specifier, "write '\(word)'")] : [])
    }
    guard column.type.isOptional, let type = member.property.type else { return }
    let fixes =
      type.wrappedType.map { [Fix.replace(type, with: $0, "write '\($0.trimmedDescription)'")] }
      ?? []
    if !isAlone {
      problems.refuse(.optionalPartOfKey(name), at: type, fixes: fixes)
    } else if column.omitsNil {
      return
    } else if table.isWithoutRowID {
      problems.refuse(.optionalKeyWithoutRowID(name), at: type, fixes: fixes)
    } else if table.generatedKey == nil {
      problems.refuse(.optionalKey(name, column.type.base), at: type, fixes: fixes)
    }
  }
}
