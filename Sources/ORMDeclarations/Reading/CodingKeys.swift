import SwiftSyntax

extension Problems {
  /// Warns of names in a struct's `CodingKeys` that differ from its columns' names.
  ///
  /// A column with an explicit name is meant to have it, whatever `CodingKeys` contains.
  mutating func checkCodingKeys(of members: [ReadMember], in declaration: StructDeclSyntax) {
    let keys = declaration.codingKeys
    if keys.isEmpty { return }
    for member in members {
      guard let column = member.column, !column.isQueryOnly, member.arguments[nil] == nil,
        // Characters: Swift's own names
        let key = keys.first(where: { $0.property == member.property.spokenName }),
        !key.name.isSameName(as: column.name)
      else { continue }
      let property = member.property
      let start = property.declaration.firstToken(viewMode: .sourceAccurate) ?? property.name
      let attribute = "@Column(\"\(key.name)\")"
      report(
        .codingKey(property.spokenName, key.name, column: column.name), at: key.node,
        fixes: property.attributes.isEmpty && property.isAlone
          ? [.insert("\(attribute) ", before: start, "write '\(attribute)'")] : [])
    }
  }
}

extension StructDeclSyntax {
  /// The cases of `CodingKeys` with explicit raw values.
  fileprivate var codingKeys: [(property: String, name: String, node: ExprSyntax)] {
    memberBlock.members.flatMap { member -> [(property: String, name: String, node: ExprSyntax)] in
      // Characters: Swift's own names
      guard let keys = member.decl.as(EnumDeclSyntax.self), keys.name.text == "CodingKeys" else {
        return []
      }
      return keys.memberBlock.members.flatMap { member in
        (member.decl.as(EnumCaseDeclSyntax.self)?.elements).map(Array.init) ?? []
      }.compactMap { element in
        guard let value = element.rawValue?.value,
          let name = value.as(StringLiteralExprSyntax.self)?.representedLiteralValue
        else { return nil }
        return (element.name.text.withoutBackticks, name, value)
      }
    }
  }
}
