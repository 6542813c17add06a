import ORM

/// The values of a column that generated rows choose from.
struct ColumnValues {
  let column: Schema.Column
  let isNullable: Bool
  /// Whether no two rows may have the same value.
  let isUnique: Bool
  /// Values that differ, if the column has enough of them.
  private var series: [SQLValue] = []
  /// Edge cases, and values that a `CHECK` suggests.
  private var edges: [SQLValue] = []

  /// The number of values that the column can have; 0 if it is not limited to a few.
  private(set) var caseCount = 0

  init(of column: Schema.Column, in table: Schema.Table, _ schema: Schema) {
    self.column = column
    let isInKey = table.primaryKey?.columns.contains { $0.isNamed(column.name) } ?? false
    isNullable = column.notNull == nil && !isInKey
    let uniques =
      table.keys.map(\.columns)
      + schema.indexes(of: table.name).filter(\.isUnique).map(\.columns)
    isUnique = uniques.contains { $0.count == 1 && $0[0].isNamed(column.name) }
  }

  /// Evaluates the values that the schema suggests, and leaves out those that a `CHECK` of the
  /// column alone refuses.
  mutating func evaluate(
    of table: Schema.Table, count: Int, _ rows: (String) throws -> [[SQLValue]]
  ) throws {
    var samples = SampleValues(of: column, isStrict: table.isStrict, count: count)
    if samples.isComplete { caseCount = samples.series.count }
    let checks = table.checks.filter { check in
      SQLTokens(check.expression).contains { $0.isName(column.name) }
    }
    for check in checks { samples.add(literalsOf: check.expression) }
    let own = checks.filter { check in
      !SQLTokens(check.expression).contains { token in
        !token.isName(column.name) && table.columns.contains { token.isName($0.name) }
      }
    }
    func values(_ expressions: [String], _ checks: [Schema.Check]) throws -> [SQLValue] {
      var values: [SQLValue] = []
      for expression in expressions {
        guard let value = try rows("SELECT \(expression)").first?.first, value != .null,
          !values.contains(value), checks.allSatisfy({ isAccepted(value, by: $0) })
        else { continue }
        values.append(value)
      }
      return values
    }
    func isAccepted(_ value: SQLValue, by check: Schema.Check) -> Bool {
      let row = "(SELECT \(value.literal) AS \(column.name.quotedIdentifier))"
      let sql = "SELECT (\(check.expression)\n) IS NOT FALSE FROM \(row)"
      // Another form of the expression is left to the insert.
      return (try? rows("\(sql) AS \(table.name.quotedIdentifier)"))?.first?.first
        != .integer(0)
    }
    series = try values(samples.series, own)
    edges = try values(samples.edges, own).filter { !series.contains($0) }
    if series.isEmpty { (series, edges) = (edges, []) }
    // The insert then reports the `CHECK` that refuses all of them.
    if series.isEmpty { series = try values(samples.series, []) }
  }

  /// Returns a value for a row.
  ///
  /// - Parameter isFirst: Whether no value for the row has been refused yet. The first rows then
  ///   have usual values, as few values as possible, and the values of the first row again.
  func value(
    ofRow row: Int, isFirst: Bool, _ random: inout RowGenerator.Numbers
  ) -> SQLValue {
    if series.isEmpty { return .null }
    guard isFirst else {
      let place = Int(random.next(below: series.count + edges.count + (isNullable ? 1 : 0)))
      if place < series.count { return series[place] }
      return place < series.count + edges.count ? edges[place - series.count] : .null
    }
    if isUnique { return row == 1 && isNullable ? .null : series[row % series.count] }
    switch row {
    case 0, 2: return series[0]
    case 1: return isNullable ? .null : edges.first ?? series[1 % series.count]
    case 3: return edges.last ?? series[1 % series.count]
    default: return series[row % series.count]
    }
  }
}

extension Schema.IndexedColumn {
  func isNamed(_ name: String) -> Bool { column?.isSameName(as: name) ?? false }
}

extension SQLToken {
  /// Whether the token can be the column's name.
  fileprivate func isName(_ name: String) -> Bool {
    (kind == .word || kind == .quotedName) && unquoted.isSameName(as: name)
  }
}
