import ORMCore
import ORMSchema

/// Assigns the parts of a table to attributes, constraints of columns, and constraints of the
/// table.
struct TableParts {
  private let table: Schema.Table
  /// The composite primary key, if attributes express it.
  private let commonKey: Schema.Key?

  init(_ table: Schema.Table) {
    self.table = table
    let first = table.keys.first { !$0.isOnColumn }
    let columns = table.columns.map(\.name)
    let isPlain =
      first.map { key in
        let places = key.columns.compactMap { $0.column.flatMap(columns.firstIndex(ofName:)) }
        let names = zip(key.columns, places).allSatisfy { $0.text.hasSameBytes(as: columns[$1]) }
        return key.kind == .primary && key.columns.count > 1 && key.isPlain && names
          && places.count == key.columns.count && places == places.sorted()
          && Set(places).count == places.count
      } ?? false
    commonKey = isPlain ? first : nil
  }

  /// The table constraints.
  var constraints: [String] {
    table.keys.filter { !$0.isOnColumn && $0 != commonKey }.map(\.tableSQL)
      + table.references.filter { !$0.isOnColumn }.map(\.tableSQL)
      + table.checks.filter { $0.column == nil }.map(\.sql)
  }

  /// Returns the attributes of a column, and the constraints in it.
  func column(
    _ column: Schema.Column
  ) -> (attributes: [(String, String)], constraints: [String]) {
    var attributes = [("name", column.name)]
    if !column.formerNames.isEmpty {
      attributes.append(("old_names", column.formerNames.inOldNames))
    }
    attributes.append(("type", column.type))
    if let representation = column.representation {
      attributes.append(("representation", representation.name))
      if let cases = representation.casesText { attributes.append(("cases", cases)) }
      if let meaning = representation.meaning { attributes.append(("meaning", meaning)) }
    }
    let typeInXML = Schema.Column.typeOfXML(column.type)
    if typeInXML?.hasSameBytes(as: column.type) != true { attributes.append(("keep_type", "1")) }
    var constraints: [String] = []

    let keys = table.keys.filter { $0.isOnColumn && $0.isOf(column) }
    let isInCommonKey = commonKey?.columns.contains { $0.text.isSameName(as: column.name) } == true
    if isInCommonKey { attributes.append(("primary", "1")) }
    for (place, key) in keys.enumerated() {
      if place == 0 && !isInCommonKey && key.isPlain && !key.isDescending {
        attributes.append((key.kind == .primary ? "primary" : "unique", "1"))
      } else {
        constraints.append(key.columnSQL)
      }
    }
    if let notNull = column.notNull {
      if notNull.name == nil && notNull.conflict == nil {
        attributes.append(("not_null", "1"))
      } else {
        constraints.append(notNull.sql)
      }
    }
    if let value = column.defaultValue {
      if value.name != nil {
        constraints.append(value.sql)
      } else if let text = value.expression.textOfLiteral {
        attributes += [("default", text), ("quote_default", "1")]
      } else {
        attributes.append(("default", value.words))
      }
    }
    if let collation = column.collation {
      constraints.append("COLLATE \(collation.quotedIdentifier)")
    }
    if let generated = column.generated { constraints.append(generated.sql) }
    constraints += table.checks.filter { $0.column?.isSameName(as: column.name) == true }.map(\.sql)
    constraints += table.references.filter { $0.isOnColumn && $0.isOf(column) }.map(\.columnSQL)
    return (attributes, constraints)
  }
}

extension Schema.Key {
  fileprivate var isPlain: Bool {
    name == nil && conflict == nil && !isAutoincrement
      && columns.allSatisfy { $0.collation == nil && !$0.isExpression }
      && (isOnColumn || columns.allSatisfy { !$0.isDescending })
  }

  fileprivate var isDescending: Bool { columns.first?.isDescending == true }
}

extension String {
  /// The text of a string literal; nil for any other SQL.
  fileprivate var textOfLiteral: String? {
    let tokens = Array(SQLTokens(self))
    return tokens.count == 1 && tokens[0].kind == .string ? tokens[0].unquoted : nil
  }
}
