import SwiftDiagnostics
import SwiftSyntax

extension TableReader {
  /// Checks where the struct stands.
  mutating func checkPlace() {
    if let modifier = declaration.modifiers.first(where: {
      $0.name.tokenKind == .keyword(.private)
    }), surroundings.isNested {
      problems.refuse(
        .privateNested(declaration.name.text), at: modifier,
        fixes: [
          .replace(
            modifier.name, with: TokenSyntax.keyword(.fileprivate), "write 'fileprivate'")
        ])
    }
  }

  /// Checks that something is stored, each column under a name of its own.
  mutating func checkMembers() {
    if members.isEmpty, !problems.preventsPrinting {
      problems.refuse(.noColumns(declaration.name.text), at: declaration.name)
    }
    var seen: [String: ReadMember] = [:]
    for member in members {
      guard let column = member.column else { continue }
      // SQLite compares names without regard to the case of ASCII letters.
      let key = column.name.lowercased()
      if let first = seen[key] {
        problems.report(
          .duplicateColumn(column.name), at: member.nameNode,
          notes: [
            Note(
              node: Syntax(first.property.name),
              message: Remark(
                message: "'\(first.property.spokenName)' has it already", id: "duplicateColumn"))
          ])
      } else {
        seen[key] = member
      }
    }
  }

  /// Checks that the generated code can see the types of the columns.
  mutating func checkPrivateTypes() {
    guard !body.privateTypes.isEmpty else { return }
    var reported: Set<String> = []
    for property in body.properties where property.attributes[.ignored] == nil {
      for token in property.type?.tokens(viewMode: .sourceAccurate).map(\.self) ?? [] {
        guard let modifier = body.privateTypes[token.text], reported.insert(token.text).inserted
        else { continue }
        problems.refuse(
          .privateType(token.text), at: modifier,
          fixes: [
            .replace(
              modifier.name, with: TokenSyntax.keyword(.fileprivate), "write 'fileprivate'")
          ])
      }
    }
  }
}
