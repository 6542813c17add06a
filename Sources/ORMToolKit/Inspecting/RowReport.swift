import ORMCore
import ORMSQLite
import ORMSchema

/// A row, the rows that it references, and the rows that reference it.
package struct RowReport: Sendable {
  /// A column's value in a row.
  package struct Value: Sendable {
    package let column: String
    package let value: SQLValue
    /// The form in which it is shown.
    let form: FormedColumn?

    var shown: String { SafeText.line(value.shown(as: form)) }

    var json: JSONValue {
      if form?.form == .json, case .text(var text) = value {
        let embedded = text.withUTF8 { bytes in
          let bytes = UnsafeRawBufferPointer(bytes)
          return EmbeddedJSON.isOne(bytes, isLine: true) ? Array(bytes) : nil
        }
        if let embedded { return .written(embedded) }
      }
      return JSONValue(value, as: form)
    }
  }

  /// The values of a row in the order of its columns.
  package typealias Values = [Value]

  package struct Parent: Sendable {
    package let columns: [String]
    package let table: String
    /// Nil if the reference is NULL, or the row does not exist.
    package let values: Values?
    package let isBroken: Bool
  }

  package struct Children: Sendable {
    package let table: String
    package let columns: [String]
    package let count: Int
    /// The first rows.
    package let rows: [Values]
  }

  package let table: String
  package let values: Values
  package let parents: [Parent]
  package let children: [Children]

  /// Finds a row.
  ///
  /// - Parameters:
  ///   - key: The values of the primary key, in its order; the rowid for a table without one. A
  ///     BLOB is an SQL literal: `x'0102'`.
  ///   - limit: The maximum number of rows from each table that references the row. The default is
  ///     5.
  ///   - forms: The forms in which values are shown, and the values of the key are read.
  /// - Throws: ``ToolError`` if there is no such table, or no such row.
  package static func read(
    _ file: DatabaseFile, table name: String, key: [String], children limit: Int = 5,
    forms: DeclaredForms = DeclaredForms(as: nil, findsJSON: true)
  ) async throws -> Self {
    let schema = try await file.database.schema()
    guard let table = schema.table(name) else {
      let others = schema.views.map(\.name) + schema.virtualTables.map(\.name)
      if let other = others.first(where: { $0.isSameName(as: name) }) {
        throw ToolError.use("\(other) is not a table with a key: use orm query")
      }
      throw ToolError.use(Suggestion.unknown("table", name, of: schema.tables.map(\.name)))
    }
    return try await file.reading { db in
      let reader = RowReader(db: db, forms: forms)
      let columns = table.primaryKey?.columns.compactMap { $0.column } ?? []
      let wanted = max(1, columns.count)
      // A column may have one of these names.
      let rowids = ["rowid", "_rowid_", "oid"].filter { table.column($0) == nil }
      let names = columns.isEmpty ? Array(rowids.prefix(1)) : columns
      if names.isEmpty {
        throw ToolError.use("\(table.name) has no key: use orm query")
      }
      guard key.count == wanted else {
        let list = columns.isEmpty ? "the rowid" : columns.joined(separator: ", ")
        throw ToolError.use(
          "the key of \(table.name) is \(list): expected "
            + "\(wanted == 1 ? "1 value" : "\(wanted) values"), found \(key.count)")
      }
      let values = zip(names, key).map { column, text in
        reader.value(of: text, column, in: table)
      }
      let quoted = names.map(\.quotedIdentifier)
      guard
        let row = try reader.first(table, where: quoted, are: values, limit: 1).first
      else {
        throw ToolError.use("there is no row \(key.joined(separator: ", ")) in \(table.name)")
      }
      let parents = try table.references.map { try reader.parent($0, of: row, in: schema) }
      var children: [Children] = []
      for other in schema.tables {
        for reference in other.references where reference.table.isSameName(as: table.name) {
          if let found = try reader.children(reference, of: row, table, in: other, limit) {
            children.append(found)
          }
        }
      }
      return RowReport(table: table.name, values: row, parents: parents, children: children)
    }
  }
}

/// Reads the rows of tables in their forms.
private struct RowReader {
  let db: Questions
  let forms: DeclaredForms

  /// Parses a value of a key.
  func value(of text: String, _ column: String, in table: Schema.Table) -> SQLValue {
    var given = text
    let form = forms.forms(of: table)[SQLName(column)]?.form
    let value = form.flatMap { form in given.withUTF8 { form.read(UnsafeRawBufferPointer($0)) } }
    return value ?? SQLValue(argument: text, for: table.column(column)?.type)
  }

  /// The first rows of a table with these values.
  func first(
    _ table: Schema.Table, where columns: [String], are values: [SQLValue], limit: Int
  ) throws -> [RowReport.Values] {
    let conditions = columns.enumerated().map { "\($1) = ?\($0 + 1)" }.joined(separator: " AND ")
    let names = table.columns.map(\.name)
    let sql = """
      SELECT \(names.map(\.quotedIdentifier).joined(separator: ", "))
      FROM main.\(table.name.quotedIdentifier) WHERE \(conditions)
      """
    let forms = forms.forms(of: table)
    return try db.rows(sql, values, limit: limit).map { row in
      zip(names, row).map { name, value in
        RowReport.Value(column: name, value: value, form: forms[SQLName(name)])
      }
    }
  }

  func parent(
    _ reference: Schema.Reference, of row: RowReport.Values, in schema: Schema
  ) throws -> RowReport.Parent {
    func answer(_ values: RowReport.Values?, isBroken: Bool = false) -> RowReport.Parent {
      RowReport.Parent(
        columns: reference.columns, table: reference.table, values: values, isBroken: isBroken)
    }
    let values = reference.columns.map { row.value(of: $0) }
    if values.contains(.null) { return answer(nil) }
    guard let table = schema.table(reference.table) else { return answer(nil, isBroken: true) }
    let columns = reference.parentColumns(table).map(\.quotedIdentifier)
    guard columns.count == values.count else { return answer(nil, isBroken: true) }
    let found = try first(table, where: columns, are: values, limit: 1).first
    return answer(found, isBroken: found == nil)
  }

  func children(
    _ reference: Schema.Reference, of row: RowReport.Values, _ parent: Schema.Table,
    in table: Schema.Table, _ limit: Int
  ) throws -> RowReport.Children? {
    let values = reference.parentColumns(parent).map { row.value(of: $0) }
    let columns = reference.columns.map(\.quotedIdentifier)
    guard !values.contains(.null), values.count == columns.count else { return nil }
    let conditions = columns.enumerated().map { "\($1) = ?\($0 + 1)" }.joined(separator: " AND ")
    let sql = "SELECT count(*) FROM main.\(table.name.quotedIdentifier) WHERE \(conditions)"
    let count = try db.rows(sql, values, limit: 1).first?.first?.number ?? 0
    if count == 0 { return nil }
    return RowReport.Children(
      table: table.name, columns: reference.columns, count: count,
      rows: try first(table, where: columns, are: values, limit: limit))
  }
}

extension Schema.Reference {
  /// The referenced columns: those of the primary key if none are named.
  fileprivate func parentColumns(_ parent: Schema.Table) -> [String] {
    tableColumns.isEmpty ? parent.primaryKey?.columns.compactMap { $0.column } ?? [] : tableColumns
  }
}

extension RowReport.Values {
  fileprivate func value(of column: String) -> SQLValue {
    first { $0.column.isSameName(as: column) }?.value ?? .null
  }
}

// MARK: - As text and as JSON

extension RowReport {
  package func text(_ style: Style) -> String {
    let width = values.reduce(0) { max($0, SafeText.width(SafeText.line($1.column))) }
    var lines = [style.bold(SafeText.line(table))]
    for value in values {
      let name = TextTable.padded(SafeText.line(value.column), width, .left)
      lines.append("  \(style.dim(name))  \(value.shown)")
    }
    for parent in parents where parent.values != nil || parent.isBroken {
      let columns = SafeText.line(parent.columns.joined(separator: ", "))
      let head = "\n\(style.bold("→ " + SafeText.line(parent.table))) by \(columns)"
      lines.append(head)
      lines.append(
        parent.values.map { "  " + Self.summary($0) } ?? style.red("  there is no such row"))
    }
    for list in children {
      let columns = SafeText.line(list.columns.joined(separator: ", "))
      let rows = list.count == 1 ? "1 row" : "\(list.count.grouped) rows"
      lines.append("\n\(style.bold("← " + SafeText.line(list.table))) by \(columns): \(rows)")
      lines += list.rows.map { "  " + Self.summary($0) }
      if list.count > list.rows.count {
        lines.append(style.dim("  … and \((list.count - list.rows.count).grouped) more"))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A row in one line, with long values cut.
  private static func summary(_ values: Values) -> String {
    values.filter { $0.value != .null }.prefix(8).map { value in
      "\(SafeText.line(value.column)) \(SafeText.cut(value.shown, to: 30))"
    }.joined(separator: " · ")
  }

  package var json: JSONValue {
    .object([
      ("table", .text(table)), ("row", Self.json(values)),
      (
        "parents",
        .array(
          parents.map {
            .object([
              ("columns", .texts($0.columns)), ("table", .text($0.table)),
              ("row", $0.values.map(Self.json) ?? .null), ("broken", .bool($0.isBroken)),
            ])
          })
      ),
      (
        "children",
        .array(
          children.map {
            .object([
              ("table", .text($0.table)), ("columns", .texts($0.columns)),
              ("count", .integer($0.count)), ("rows", .array($0.rows.map(Self.json))),
            ])
          })
      ),
    ])
  }

  private static func json(_ values: Values) -> JSONValue {
    .object(values.map { ($0.column, $0.json) })
  }
}
