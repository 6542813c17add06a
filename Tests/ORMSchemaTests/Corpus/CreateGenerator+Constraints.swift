import ORMSchema

/// The constraints after the columns, in any order, with and without names.
extension CreateGenerator {
  mutating func constraints(of table: inout Schema.Table) {
    var kinds = ["unique", "check", "check", "reference"].filter { _ in chance(25) }
    let plain = table.columns.filter { $0.generated == nil }
    if table.primaryKey == nil, table.isWithoutRowID || chance(50) { kinds.append("key") }
    kinds.shuffle(using: &random)
    var isFirst = true
    for kind in kinds {
      // The comma may be left out between two constraints, and then a name is that of both.
      let hasComma = isFirst || chance(80)
      if hasComma { words.append(",") }
      if hasComma && !isFirst { checkName = nil }
      isFirst = false
      let name = constraintName()
      switch kind {
      case "check":
        keyword("CHECK")
        let expression = expression(table.columns)
        parenthesized(expression)
        table.checks.append(Schema.Check(Self.trimmed(expression), name: checkName))
        _ = conflict()
      case "reference":
        keyword("FOREIGN KEY")
        let columns = Array(plain.shuffled(using: &random).prefix(2)).map(\.name)
        names(columns)
        var reference = reference(of: columns)
        reference.name = name
        if chance(40) {
          reference.deferral = pick(Schema.Deferral.allCases)
          keyword(reference.deferral?.rawValue ?? "")
        }
        table.references.append(reference)
      default:
        keyword(kind == "key" ? "PRIMARY KEY" : "UNIQUE")
        let columns = indexedColumns(plain)
        table.keys.append(
          Schema.Key(kind == "key" ? .primary : .unique, columns, name: name, conflict: conflict()))
      }
    }
  }

  private mutating func indexedColumns(_ columns: [Schema.Column]) -> [Schema.IndexedColumn] {
    let chosen = columns.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))
    words.append("(")
    var result: [Schema.IndexedColumn] = []
    for column in chosen {
      if !result.isEmpty { words.append(",") }
      var part = Schema.IndexedColumn(column.name)
      let isWrapped = chance(15)
      if isWrapped { words.append("(") }
      words.append(quoted(column.name))
      if chance(25) {
        part.collation = pick(["NOCASE", "BINARY", "by length"])
        keyword("COLLATE")
        words.append(quoted(part.collation ?? "", likesWord: false))
      }
      if isWrapped { words.append(")") }
      part.isDescending = chance(25)
      if part.isDescending { keyword("DESC") } else if chance(15) { keyword("ASC") }
      result.append(part)
    }
    words.append(")")
    return result
  }
}
