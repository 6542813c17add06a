// A generated column can have any value that its expression computes. So a write of the columns in
// the expression can make the row unreadable: an Int8 column of "a" + "b" can be 200. The statement
// reads the new values of such columns, and fails if a fetch could not read them:
//
//   UPDATE "sum" SET "a" = $1 WHERE "id" = $2
//   RETURNING orm_readable("total", 'sum', 'total', 'Int8')
//
// SQLite evaluates RETURNING for each row before the statement ends, so an error undoes all of it;
// see <https://www.sqlite.org/lang_returning.html>. An insert of a value reads the row back.

extension DatabaseTable {
  /// The checks of generated columns, as results of a write; empty if a fetch can read all of their
  /// values.
  static var generatedChecks: [ResultColumn] {
    let schema = schema
    return schema.columns.compactMap { column in
      guard let generated = column.generated, let type = column.declared.representation else {
        return nil
      }
      // SQLite does not check the type of a column that it does not store.
      let hasType = schema.isStrict && generated.isStored
      return check(of: column.name, as: type, hasType: hasType).map { ResultColumn($0) }
    }
  }

  private static func check<Representation: ColumnRepresentation>(
    of column: String, as type: Representation.Type, hasType: Bool
  ) -> SQLNode? {
    switch Representation.readableValues.kind {
    case .all: return nil
    case .integers(Int64.min...Int64.max) where hasType: return nil
    default:
      return SQLNode.column(qualifier: nil, name: column)
        .checkedByReading(as: type, tableName, column)
    }
  }
}

extension KeyedTable {
  /// The `UPDATE` by key of every column outside the key, with the checks of generated columns.
  static var checkedUpdateSQL: String { updateSQL + generatedCheckClause(after: updateSQL) }
}

extension DatabaseTable {
  /// Returns the `RETURNING` clause with the checks of generated columns, after a space. It is
  /// empty if no column needs a check, or if there is no statement.
  static func generatedCheckClause(after statement: String) -> String {
    let checks = statement.isEmpty ? [] : generatedChecks
    if checks.isEmpty { return "" }
    let texts = checks.compactMap { check in
      var renderer = SQLRenderer()
      return (try? renderer.append(check.node)).map { renderer.statement.sql }
    }
    return " RETURNING \(texts.joined(separator: ", "))"
  }
}
