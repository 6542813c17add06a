import SwiftDiagnostics
import SwiftSyntax

extension Problems {
  /// Checks that the struct is visible to the generated extension.
  package mutating func checkPlace(of declaration: StructDeclSyntax, in surroundings: Surroundings)
  {
    if let modifier = declaration.modifiers.first(where: {
      $0.name.tokenKind == .keyword(.private)
    }), surroundings.isNested {
      refuse(
        .privateNested(declaration.name.text), at: modifier,
        fixes: [
          .replace(
            modifier.name, with: TokenSyntax.keyword(.fileprivate), "write 'fileprivate'")
        ])
    } else if let hidden = surroundings.hiddenType {
      refuse(.nestedInPrivate(declaration.name.text, hidden), at: declaration.name)
    }
  }

  /// Checks that there are columns, and that their names are unique.
  package mutating func checkNames(of members: [ReadMember], in declaration: StructDeclSyntax) {
    if members.isEmpty, !preventsPrinting {
      refuse(.noColumns(declaration.name.text), at: declaration.name)
    }
    var seen: [SQLName: ReadMember] = [:]
    for member in members {
      guard let column = member.column else { continue }
      let key = SQLName(column.name)
      if let first = seen[key] {
        report(
          .duplicateColumn(column.name), at: member.nameNode,
          notes: [
            Note(
              node: Syntax(first.property.name),
              message: Remark(
                message: "'\(first.property.spokenName)' already has this name",
                id: "duplicateColumn"))
          ])
      } else {
        seen[key] = member
      }
    }
    checkCodingKeys(of: members, in: declaration)
  }

  /// Checks that the types of the columns are visible to the generated code.
  package mutating func checkPrivateTypes(of body: Body) {
    guard !body.privateTypes.isEmpty else { return }
    var reported: Set<String> = []
    for property in body.properties where property.attributes[.ignored] == nil {
      for token in property.type?.tokens(viewMode: .sourceAccurate).map(\.self) ?? [] {
        // Characters: Swift's own names
        guard let modifier = body.privateTypes[token.text], reported.insert(token.text).inserted
        else { continue }
        refuse(
          .privateType(token.text), at: modifier,
          fixes: [
            .replace(
              modifier.name, with: TokenSyntax.keyword(.fileprivate), "write 'fileprivate'")
          ])
      }
    }
  }
}
