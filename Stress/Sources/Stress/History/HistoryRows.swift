import ORM

/// The rows of a database, by the identities of tables and columns.
struct HistoryRows {
  /// The rows of each table by their keys. Of a composite key the first column is the key here.
  var tables: [Int: [SQLValue: [Int: SQLValue]]] = [:]
  /// The tables of the rows that the triggers have written into the journal, and how many of each.
  var journal: [Int: Int] = [:]

  /// What becomes of the rows on the way to a version.
  func next(_ version: ModelVersion, after old: HistoryModel) -> HistoryRows {
    var before = self
    for step in version.stepsBefore { before.run(step) }
    var after = HistoryRows(journal: journal)
    for table in version.schema.tables {
      guard let former = old.table(table.id), let rows = before.tables[table.id] else { continue }
      var moved: [SQLValue: [Int: SQLValue]] = [:]
      for (_, row) in rows {
        let named: (String) -> SQLValue = { name in
          former.columns.first { $0.name == name }.flatMap { row[$0.id] } ?? .null
        }
        var new: [Int: SQLValue] = [:]
        for column in table.columns where column.source == nil {
          let rule = version.rules.first { $0.table == table.id && $0.column == column.id }
          new[column.id] =
            rule?.rule.value(named)
            ?? (former.column(column.id) == nil ? column.defaultValue ?? .null : row[column.id])
        }
        moved[new[table.key.id] ?? .null] = new
      }
      after.tables[table.id] = moved
    }
    for step in version.stepsBetween { after.extract(step, from: before, version) }
    for step in version.stepsAfter { after.run(step) }
    return after
  }

  /// Makes rows of the values of a column that goes.
  private mutating func extract(
    _ step: ModelStep, from before: HistoryRows, _ version: ModelVersion
  ) {
    guard case .extract(let table, let column, let extracted) = step,
      let parent = version.schema.table(extracted.parent), let new = version.schema.table(table)
    else { return }
    let rule = version.rules.first { $0.table == table && $0.column == new.key.id }
    let rows = before.tables[table] ?? [:]
    let labels = Set(rows.values.map { $0[column] ?? .null }).subtracting([.null])
      .sorted(by: isOrdered)
    for (place, label) in labels.enumerated() {
      let key = SQLValue.integer(Int64(place + 1))
      var row = Dictionary(
        uniqueKeysWithValues: parent.columns.map { ($0.id, $0.defaultValue ?? .null) })
      (row[parent.key.id], row[extracted.label]) = (key, label)
      tables[parent.id, default: [:]][key] = row
    }
    for (old, row) in rows {
      let key = rule?.rule.value { _ in old } ?? old
      let label = labels.firstIndex(of: row[column] ?? .null)
      tables[table]?[key]?[extracted.reference] = label.map { .integer(Int64($0 + 1)) } ?? .null
    }
  }

  private mutating func run(_ step: ModelStep) {
    let place = step.place
    var rows = tables[place.table] ?? [:]
    var seen: Set<SQLValue> = []
    for key in rows.keys.sorted(by: isOrdered) {
      let value = rows[key]?[place.column] ?? .null
      switch step {
      case .double:
        if case .integer(let number) = value {
          rows[key]?[place.column] = .integer(number * 2 + 7)
        }
      case .distinct:
        if value != .null, !seen.insert(value).inserted { rows[key]?[place.column] = .null }
      case .extract: break
      }
    }
    tables[place.table] = rows
  }
}

/// Whether SQLite sorts a key before another of the same table.
private func isOrdered(_ left: SQLValue, _ right: SQLValue) -> Bool {
  switch (left, right) {
  case (.integer(let left), .integer(let right)): left < right
  case (.text(let left), .text(let right)):
    Array(left.utf8).lexicographicallyPrecedes(Array(right.utf8))
  default: false
  }
}

extension HistoryRows {
  /// The rows as texts, with the names of a schema, in no order.
  func lines(_ schema: HistoryModel) -> [String] {
    var lines: [String] = []
    for table in schema.tables {
      for row in (tables[table.id] ?? [:]).values {
        let values = table.columns.filter { $0.source == nil }.map { column in
          "\(column.name)=\((row[column.id] ?? .null).line)"
        }
        lines.append("\(table.name): \(values.sorted().joined(separator: " "))")
      }
    }
    return lines + journal.map { "\($1) of \($0) in the journal" }
  }

  /// Reads the rows of a database by SQLite's own functions.
  static func lines(_ schema: HistoryModel, of raw: RawSQLite) throws -> [String] {
    var lines: [String] = []
    for table in schema.tables {
      let columns = table.columns.filter { $0.source == nil }
      let names = columns.map(\.name.quotedIdentifier).joined(separator: ", ")
      for row in try raw.rows("SELECT \(names) FROM \(table.name.quotedIdentifier)") {
        let values = zip(columns, row).map { "\($0.name)=\($1.line)" }
        lines.append("\(table.name): \(values.sorted().joined(separator: " "))")
      }
    }
    for row in try raw.rows("SELECT what, count(*) FROM journal GROUP BY what") {
      guard case .integer(let table) = row[0], case .integer(let count) = row[1] else { continue }
      lines.append("\(count) of \(table) in the journal")
    }
    return lines
  }
}

extension SQLValue {
  fileprivate var line: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let value): value.debugDescription
    case .blob(let value): "\(value)"
    }
  }
}

extension RawValue {
  fileprivate var line: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let value): String(decoding: value, as: UTF8.self).debugDescription
    case .blob(let value): "\(value)"
    }
  }
}
