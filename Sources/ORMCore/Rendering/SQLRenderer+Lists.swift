extension SQLRenderer {
  /// The number of values up to which each value of `IN (…)` is a parameter.
  package static let longestListOfParameters = 8

  /// Writes the values of `IN (…)`. Lists of different lengths share the same SQL where possible,
  /// because each SQL text is a statement in the cache.
  ///
  /// Up to eight values are parameters. A longer list is one parameter, and the SQL is the same for
  /// every length: a JSON array if all values are INTEGER, or all are TEXT that JSON represents
  /// exactly (<https://www.sqlite.org/json1.html#jeach>); otherwise a ``ValueList``. The plus turns
  /// the list's column into an expression without affinity, so that its values are compared like
  /// parameters, with the affinity of the operand's column
  /// (<https://www.sqlite.org/datatype3.html#type_conversions_prior_to_comparison>).
  mutating func append(list values: [SQLValue]) {
    if values.count <= Self.longestListOfParameters {
      append(values) { $0.bind($1) }
    } else if dialect.longList == .parameters {
      append(values) { $0.bind($1) }
    } else if let array = JSONArray(values) {
      append("SELECT +value FROM json_each(")
      bind(.text(array.text))
      append(")")
    } else if !writesLiterals {
      append("SELECT +value FROM \(ValueList.function)(")
      bind(.blob(ValueList(values).bytes))
      append(")")
    } else {
      append(values) { $0.bind($1) }
    }
  }

  /// Writes the rows of `(…) IN (…)`, like ``append(list:)``: up to eight as parameters, more as
  /// one array of arrays, or as one list.
  ///
  /// - Throws: ``ValueEncodingError``
  mutating func append(rows: [[SQLNode]]) throws {
    if rows.count > Self.longestListOfParameters, dialect.longList == .json,
      let width = rows.first?.count
    {
      if let array = JSONArray(rows: rows) {
        append("SELECT ")
        append(Array(0..<width)) { $0.append("value ->> \($1)") }
        append(" FROM json_each(")
        bind(.text(array.text))
        append(")")
        return
      }
      if !writesLiterals, let list = ValueList(rows: rows, width: width) {
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
