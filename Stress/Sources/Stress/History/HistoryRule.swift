import ORM

/// A rule for a column's values, which is run by the library as SQL or as a closure, and here.
enum ModelRule {
  case constant(SQLValue)
  /// The value of a column of the version before, or another one for NULL.
  case filled(String, SQLValue)
  case key(String, TableModel.Kind)
  case converted(String, from: ColumnModel.Kind, to: ColumnModel.Kind)
  /// The first or the second word.
  case word(String, Int)
  case joined(String, String)

  /// The value by the row of the version before.
  func value(_ row: (String) -> SQLValue) -> SQLValue {
    switch self {
    case .constant(let value): return value
    case .filled(let name, let value): return row(name) == .null ? value : row(name)
    case .key(let name, let kind): return Self.moved(row(name), kind)
    case .converted(let name, _, let kind): return Self.converted(row(name), to: kind)
    case .word(let name, let part):
      guard case .text(let text) = row(name) else { return .null }
      let bytes = Array((text + " ").utf8)
      let space = bytes.firstIndex(of: UInt8(ascii: " ")) ?? bytes.count
      let word = part == 0 ? bytes[..<space] : bytes[(space + 1)...]
      return .text(String(decoding: word, as: UTF8.self))
    case .joined(let first, let second):
      let texts = [row(first), row(second)].map { value -> String? in
        if case .text(let text) = value { text } else { nil }
      }
      if texts[0] == nil && texts[1] == nil { return .null }
      return .text((texts[0] ?? "") + "/" + (texts[1] ?? ""))
    }
  }

  /// The key or reference after all keys of a table were changed.
  private static func moved(_ value: SQLValue, _ kind: TableModel.Kind) -> SQLValue {
    switch value {
    case .integer(let number): .integer(number + 1_000)
    case .text(let text): .text("x" + text)
    default: .null
    }
  }

  private static func converted(_ value: SQLValue, to kind: ColumnModel.Kind) -> SQLValue {
    switch (value, kind) {
    case (.text(let text), .integer): .integer(Int64(text.utf8.count))
    case (.text(let text), .real): .real(Double(text.utf8.count))
    case (.text(let text), .text): .text(text + "!")
    case (.integer(let number), .integer): .integer(number * 3 + 1)
    case (.integer(let number), .real): .real(Double(number) / 4)
    case (.integer(let number), .text): .text("n\(number)")
    case (.real(let number), .integer): .integer(Int64(number * 4))
    case (.real(let number), .real): .real(number / 2)
    case (.real(let number), .text): .text("r\(Int64(number * 4))")
    default: .null
    }
  }

  /// The expression over the row of the version before.
  var sql: String {
    switch self {
    case .constant(let value): return value.literal
    case .filled(let name, let value): return "coalesce(\(name.quotedIdentifier), \(value.literal))"
    case .key(let name, let kind):
      let name = name.quotedIdentifier
      return [.text, .withoutRowID].contains(kind) ? "'x' || \(name)" : "\(name) + 1000"
    case .converted(let name, let old, let new):
      let name = name.quotedIdentifier
      switch (old, new) {
      case (.text, .integer): return "length(\(name))"
      case (.text, .real): return "length(\(name)) * 1.0"
      case (.text, .text): return "\(name) || '!'"
      case (.integer, .integer): return "\(name) * 3 + 1"
      case (.integer, .real): return "\(name) / 4.0"
      case (.integer, .text): return "'n' || \(name)"
      case (.real, .integer): return "CAST(\(name) * 4 AS INTEGER)"
      case (.real, .real): return "\(name) / 2"
      case (.real, .text): return "'r' || CAST(\(name) * 4 AS INTEGER)"
      }
    case .word(let name, let part):
      let text = "\(name.quotedIdentifier) || ' '"
      return part == 0
        ? "substr(\(text), 1, instr(\(text), ' ') - 1)" : "substr(\(text), instr(\(text), ' ') + 1)"
    case .joined(let first, let second):
      let (first, second) = (first.quotedIdentifier, second.quotedIdentifier)
      return "CASE WHEN \(first) IS NOT NULL OR \(second) IS NOT NULL"
        + " THEN coalesce(\(first), '') || '/' || coalesce(\(second), '') END"
    }
  }
}

/// A rule of a version for a column.
struct VersionRule {
  let table: Int
  let column: Int
  let rule: ModelRule
  let isClosure: Bool
  /// Whether it is a rule of `fill`, and not of `converting`.
  let isFill: Bool
}

/// A step of a version, which is run by the library as SQL, and here.
enum ModelStep {
  /// All values of a column are doubled, and 7 is added: running it twice would be seen.
  case double(table: Int, column: Int)
  /// Values that another row with a lower key has are deleted.
  case distinct(table: Int, column: Int)

  /// The values of a column that goes become rows of a new table, to which a new column refers.
  case extract(table: Int, column: Int, Extracted)

  struct Extracted {
    let parent: Int
    let label: Int
    let reference: Int
    /// The name of the column that goes.
    let name: String
  }

  var place: (table: Int, column: Int) {
    switch self {
    case .extract(let table, let column, _): (table, column)
    case .double(let table, let column), .distinct(let table, let column): (table, column)
    }
  }

  /// The statement, by the names of a schema.
  func sql(in schema: HistoryModel) -> String {
    if case .extract(let table, _, let extracted) = self {
      return sql(in: schema, table, extracted)
    }
    guard let table = schema.table(place.table), let column = table.column(place.column) else {
      return ""
    }
    let (name, value) = (table.name.quotedIdentifier, column.name.quotedIdentifier)
    switch self {
    case .double: return "UPDATE \(name) SET \(value) = \(value) * 2 + 7"
    case .distinct:
      let key = table.key.name.quotedIdentifier
      return "UPDATE \(name) SET \(value) = NULL"
        + " WHERE \(key) NOT IN (SELECT min(\(key)) FROM \(name) GROUP BY \(value))"
    case .extract: return ""
    }
  }

  private func sql(in schema: HistoryModel, _ id: Int, _ extracted: Extracted) -> String {
    guard let table = schema.table(id), let parent = schema.table(extracted.parent),
      let label = parent.column(extracted.label)?.name.quotedIdentifier,
      let reference = table.column(extracted.reference)?.name.quotedIdentifier
    else { return "" }
    let (name, old) = (table.name.quotedIdentifier, extracted.name.quotedIdentifier)
    let (labels, key) = (parent.name.quotedIdentifier, parent.key.name.quotedIdentifier)
    return """
      INSERT INTO \(labels) (\(label)) SELECT DISTINCT \(old) FROM \(name)
        WHERE \(old) IS NOT NULL ORDER BY 1;
      UPDATE \(name) SET \(reference) =
        (SELECT \(key) FROM \(labels) WHERE \(label) = \(name).\(old));
      """
  }
}
