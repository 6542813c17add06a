extension SQLRenderer {
  /// How many values of `IN (…)` are parameters, whatever they are.
  package static let longestListOfParameters = 8

  /// Writes the values of `IN (…)`, of which lists of all lengths should have few texts: each text
  /// is a prepared statement that someone keeps.
  ///
  /// Up to eight values are as many parameters. More of them are one, and the text is the same for
  /// every length: a JSON array where all are INTEGER or all are TEXT that JSON keeps as it is
  /// (<https://www.sqlite.org/json1.html#jeach>), and else a ``ValueList``. The plus makes of a
  /// column, which would be compared as it is, a value that is compared as a parameter is: of the
  /// class that the operand's column has
  /// (<https://www.sqlite.org/datatype3.html#type_conversions_prior_to_comparison>).
  mutating func append(list values: [SQLValue]) {
    if values.count <= Self.longestListOfParameters {
      append(values) { $0.bind($1) }
    } else if dialect.readsListsFromJSON, let array = JSONArray(values) {
      append("SELECT +value FROM json_each(")
      bind(.text(array.text))
      append(")")
    } else if dialect.readsValueLists, !writesLiterals {
      append("SELECT +value FROM \(ValueList.function)(")
      bind(.blob(ValueList(values).bytes))
      append(")")
    } else {
      append(values) { $0.bind($1) }
    }
  }

  /// Writes the rows of `(…) IN (…)`, as ``append(list:)`` writes values: up to eight as
  /// parameters, more as one array of arrays, or as one list.
  ///
  /// - Throws: ``ValueEncodingError``
  mutating func append(rows: [[SQLNode]]) throws {
    if rows.count > Self.longestListOfParameters, let width = rows.first?.count {
      if dialect.readsListsFromJSON, let array = JSONArray(rows: rows) {
        append("SELECT ")
        append(Array(0..<width)) { $0.append("value ->> \($1)") }
        append(" FROM json_each(")
        bind(.text(array.text))
        append(")")
        return
      }
      if dialect.readsValueLists, !writesLiterals, let list = ValueList(rows: rows, width: width) {
        append("SELECT ")
        append(Array(0..<width)) { $0.append($1 == 0 ? "+value" : "+value\($1)") }
        append(" FROM \(ValueList.function)(")
        bind(.blob(list.bytes))
        append(")")
        return
      }
    }
    append("VALUES ")
    try append(rows) { try $0.append(.row($1)) }
  }
}
