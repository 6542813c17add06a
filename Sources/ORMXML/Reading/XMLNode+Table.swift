import ORMCore
import ORMSchema

extension XMLNode {
  /// Returns the table that a `<table>` describes.
  func table() throws(XMLSchemaError) -> Schema.Table {
    try checkAttributes(["name", "old_names", "strict", "without_rowid"])
    try checkNoText()
    var reading = TableReading(
      Schema.Table(
        try requiredName(), columns: [], isStrict: try flag("strict"),
        isWithoutRowID: try flag("without_rowid"), formerNames: try formerNames()))
    let columns = children.filter { $0.isNamed("column") }
    if columns.isEmpty {
      throw XMLSchemaError(.emptyTable, at: place, "the table \(reading.table.name) has no columns")
    }
    if columns.count > TableReading.columnLimit {
      throw XMLSchemaError(
        .tooLarge, at: place,
        "the table has \(columns.count) columns; the limit is \(TableReading.columnLimit)")
    }
    var primary: [XMLNode] = []
    for column in columns where try column.flag("primary") { primary.append(column) }
    for column in columns { try reading.add(column: column, isOnlyKey: primary.count == 1) }
    if primary.count > 1 {
      let parts = primary.compactMap { $0["name"] }.map { Schema.IndexedColumn($0) }
      reading.table.keys.append(Schema.Key(.primary, parts))
      try reading.checkOneKey(at: primary[0])
    }
    for child in children where !child.isNamed("column") {
      guard child.isNamed("constraint") else {
        throw child.unexpected(in: self, besides: "column, constraint")
      }
      try reading.add(constraint: child)
    }
    return reading.table
  }

  /// Returns the SQL of a `<constraint>`.
  fileprivate func constraint() throws(XMLSchemaError) -> String {
    try checkAttributes([])
    try checkNoChildren()
    return try sql()
  }

  /// Returns the text. Throws if it is too long to be parsed.
  func sql() throws(XMLSchemaError) -> String {
    try checkLength(of: text, at: place)
    return text
  }

  private func checkLength(of sql: String, at place: Place) throws(XMLSchemaError) {
    let limit = 1_000_000
    if sql.utf8.count > limit {
      throw XMLSchemaError(
        .tooLarge, at: place, "the SQL has \(sql.utf8.count) bytes; the limit is \(limit)")
    }
  }
}

/// The parts of a table read so far. Nothing is searched twice, because a file may have many
/// columns and constraints.
private struct TableReading {
  /// The upper limit of columns in any build of SQLite; see
  /// <https://www.sqlite.org/limits.html#max_column>.
  static let columnLimit = 32_767

  var table: Schema.Table
  /// The lines of the columns.
  private var lines: [SQLName: Int] = [:]
  /// The number of keys that were checked to contain at most one primary key.
  private var checkedKeys = 0
  private var hasPrimaryKey = false

  init(_ table: Schema.Table) { self.table = table }

  /// - Parameter isOnlyKey: Whether a column with `primary` is the whole primary key.
  mutating func add(column node: XMLNode, isOnlyKey: Bool) throws(XMLSchemaError) {
    var column = try node.column()
    let place = node.place(of: "name")
    if let line = lines.updateValue(place.line, forKey: SQLName(column.name)) {
      throw XMLSchemaError(
        .duplicate, at: place, "\(column.name) has the same name as the column in line \(line)")
    }
    let part = Schema.IndexedColumn(column.name)
    if try node.flag("primary") {
      if isOnlyKey { table.keys.append(Schema.Key(.primary, [part], isOnColumn: true)) }
    } else if try node.flag("unique") {
      table.keys.append(Schema.Key(.unique, [part], isOnColumn: true))
    }
    for child in node.children {
      guard child.isNamed("constraint") else {
        throw child.unexpected(in: node, besides: "constraint")
      }
      let sql = try child.constraint()
      do {
        try table.addConstraints(sql, of: &column)
      } catch {
        throw XMLSchemaError(.invalidSQL, at: child.place, error.reason)
      }
      try checkOneKey(at: child)
    }
    table.columns.append(column)
  }

  /// Adds the table constraints of a `<constraint>`.
  mutating func add(constraint node: XMLNode) throws(XMLSchemaError) {
    let sql = try node.constraint()
    let (keys, references) = (table.keys.count, table.references.count)
    do {
      try table.addConstraints(sql)
    } catch {
      throw XMLSchemaError(.invalidSQL, at: node.place, error.reason)
    }
    let names =
      table.keys[keys...].flatMap { $0.columns.compactMap(\.column) }
      + table.references[references...].flatMap(\.columns)
    for name in names where lines[SQLName(name)] == nil {
      throw XMLSchemaError(
        .invalidSQL, at: node.place, "the table \(table.name) has no column \(name)")
    }
    try checkOneKey(at: node)
  }

  mutating func checkOneKey(at node: XMLNode) throws(XMLSchemaError) {
    for key in table.keys[checkedKeys...] where key.kind == .primary {
      if hasPrimaryKey {
        throw XMLSchemaError(
          .duplicate, at: node.place, "the table \(table.name) has a second primary key")
      }
      hasPrimaryKey = true
    }
    checkedKeys = table.keys.count
  }
}

extension XMLNode {
  /// Returns the column that a `<column>` describes, without its constraints.
  fileprivate func column() throws(XMLSchemaError) -> Schema.Column {
    try checkAttributes([
      "name", "old_names", "type", "representation", "cases", "meaning", "keep_type", "primary",
      "unique", "not_null", "default", "quote_default",
    ])
    try checkNoText()
    return Schema.Column(
      try requiredName(), type: try type(), notNull: try flag("not_null") ? .init() : nil,
      defaultValue: try defaultValue(), formerNames: try formerNames(),
      representation: try representation())
  }

  /// - Throws: ``XMLSchemaError`` if there is a meaning without the representation that it belongs
  ///   to.
  private func representation() throws(XMLSchemaError) -> RepresentationSchema? {
    let meaning = self["meaning"]
    guard let name = self["representation"] else {
      if meaning == nil { return nil }
      throw XMLSchemaError(
        .missingAttribute, at: place,
        "<\(self.name)> has a meaning but no representation; add one: representation=\"int64\"")
    }
    var representation = RepresentationSchema(name, casesText: self["cases"])
    representation.meaning = meaning
    return representation
  }

  // MARK: - Attributes of columns

  /// Returns the type in a normalized form, unless `keep_type` keeps it unchanged.
  private func type() throws(XMLSchemaError) -> String {
    guard let text = self["type"] else {
      throw XMLSchemaError(.missingAttribute, at: place, "<\(name)> has no type")
    }
    if try flag("keep_type") { return text }
    guard let type = Schema.Column.typeOfXML(text) else {
      throw failure(
        .invalidAttribute, at: "type",
        "'\(text)' is not a type; constraints are attributes or <constraint> elements")
    }
    return type
  }

  private func defaultValue() throws(XMLSchemaError) -> Schema.Default? {
    let isText = try flag("quote_default")
    guard let text = self["default"] else { return nil }
    if isText { return Schema.Default(text.quotedAsText) }
    try checkLength(of: text, at: place(of: "default"))
    do {
      return try Schema.Default(sql: text)
    } catch {
      throw failure(
        .invalidAttribute, at: "default",
        "the default can't be read: \(error.reason); a text needs quote_default=\"1\"")
    }
  }
}

extension Schema.Column {
  /// Returns a type as reading XML normalizes it: in upper case, without a length, and `INTEGER` if
  /// it begins with `INT`; nil if it is not a type.
  static func typeOfXML(_ text: String) -> String? {
    let type = text.trimmedOfXMLSpace.raisedInASCII
    if type.isEmpty { return "" }
    guard isType(type) else { return nil }
    if type.starts(withBytes: "INT") { return "INTEGER" }
    let end = type.utf8.firstIndex(of: UInt8(ascii: "(")) ?? type.endIndex
    return String(type[..<end]).trimmedOfXMLSpace
  }
}

extension String {
  /// The text as an SQL literal.
  fileprivate var quotedAsText: String {
    let quote = UInt8(ascii: "'")
    let bytes = utf8.flatMap { $0 == quote ? [quote, quote] : [$0] }
    return String(decoding: [quote] + bytes + [quote], as: UTF8.self)
  }
}
