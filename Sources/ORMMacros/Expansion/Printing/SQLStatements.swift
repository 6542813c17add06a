import ORMDeclarations

/// The SQL of a table whose columns are all known when the code is compiled.
///
/// The parameters are `$1` to `$n` in order: the columns outside the key, then the key.
struct SQLStatements {
  private let table: String
  private let selected: [String]
  private let key: [String]
  /// The written columns outside the key.
  private let outside: [String]

  init(_ model: TableModel) {
    table = model.name.quotedIdentifier
    selected = model.columns.filter { !$0.type.isLazy }.map(\.name.quotedIdentifier)
    let keyColumns = model.keyColumns
    let keyNames = Set(keyColumns.map(\.property.identity))
    key = keyColumns.map(\.name.quotedIdentifier)
    outside =
      model.columns.filter { $0.isWritable && !keyNames.contains($0.property.identity) }.map(
        \.name.quotedIdentifier)
  }

  var select: String { "SELECT \(selected.joined(separator: ", ")) FROM \(table)" }

  var find: String { "\(select) WHERE \(match(from: 1))" }

  var insert: String {
    let columns = outside + key
    if columns.isEmpty { return "INSERT INTO \(table) DEFAULT VALUES" }
    let parameters = columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    return "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(parameters))"
  }

  /// The `UPDATE`; empty if no column is outside the key.
  var update: String {
    if outside.isEmpty { return "" }
    let assignments = outside.enumerated().map { "\($1) = $\($0 + 1)" }.joined(separator: ", ")
    return "UPDATE \(table) SET \(assignments) WHERE \(match(from: outside.count + 1))"
  }

  var upsert: String {
    let conflict = "\(insert) ON CONFLICT (\(key.joined(separator: ", ")))"
    if outside.isEmpty { return "\(conflict) DO NOTHING" }
    let assignments = outside.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    return "\(conflict) DO UPDATE SET \(assignments)"
  }

  var delete: String { "DELETE FROM \(table) WHERE \(match(from: 1))" }

  private func match(from position: Int) -> String {
    key.enumerated().map { "\($1) = $\(position + $0)" }.joined(separator: " AND ")
  }
}
