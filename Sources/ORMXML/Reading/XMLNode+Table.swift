import ORMCore
import ORMSchema

extension XMLNode {
  /// What a `<table>` says.
  func table() throws(XMLSchemaError) -> Schema.Table {
    try checkAttributes(["name", "old_names", "strict", "without_rowid"])
    try checkNoText()
    var table = Schema.Table(
      try requiredName(), columns: [], isStrict: try flag("strict"),
      isWithoutRowID: try flag("without_rowid"), formerNames: try formerNames())
    let columns = children.filter { $0.isNamed("column") }
    let primary = try primaryColumns(columns)
    var lines: [SQLName: Int] = [:]
    for node in columns {
      let isPrimary = primary.count == 1 && primary.contains { $0.place == node.place }
      let column = try node.column(
        into: &table, isPrimary: isPrimary, isInKey: primary.contains { $0.place == node.place })
      let place = node.place(of: "name")
      if let line = lines.updateValue(place.line, forKey: SQLName(column.name)) {
        throw XMLSchemaError(
          .duplicate, at: place, "\(column.name) has the name of the column in line \(line)")
      }
      table.columns.append(column)
    }
    if columns.isEmpty {
      throw XMLSchemaError(.emptyTable, at: place, "the table \(table.name) has no columns")
    }
    if primary.count > 1 {
      let parts = primary.compactMap { $0["name"] }.map { Schema.IndexedColumn($0) }
      table.keys.append(Schema.Key(.primary, parts))
      try checkOneKey(of: table, at: primary[0])
    }
    for node in children where !node.isNamed("column") {
      guard node.isNamed("constraint") else {
        throw node.unexpected(in: self, besides: "column, constraint")
      }
      try node.addConstraint(to: &table)
    }
    return table
  }

  private func primaryColumns(_ columns: [XMLNode]) throws(XMLSchemaError) -> [XMLNode] {
    var primary: [XMLNode] = []
    for column in columns where try column.flag("primary") { primary.append(column) }
    return primary
  }

  /// What a `<column>` says; its keys, checks and references go to the table.
  private func column(
    into table: inout Schema.Table, isPrimary: Bool, isInKey: Bool
  ) throws(XMLSchemaError) -> Schema.Column {
    try checkAttributes([
      "name", "old_names", "type", "keep_type", "primary", "unique", "not_null", "default",
      "quote_default",
    ])
    try checkNoText()
    var column = Schema.Column(
      try requiredName(), type: try type(), notNull: try flag("not_null") ? .init() : nil,
      defaultValue: try defaultValue(), formerNames: try formerNames())
    if isPrimary {
      table.keys.append(
        Schema.Key(.primary, [Schema.IndexedColumn(column.name)], isOnColumn: true))
    } else if try flag("unique"), !isInKey {
      table.keys.append(
        Schema.Key(.unique, [Schema.IndexedColumn(column.name)], isOnColumn: true))
    }
    for node in children {
      guard node.isNamed("constraint") else {
        throw node.unexpected(in: self, besides: "constraint")
      }
      try node.checkAttributes([])
      try node.checkNoChildren()
      do {
        try table.addConstraints(node.text, of: &column)
      } catch {
        throw XMLSchemaError(.invalidSQL, at: node.place, error.reason)
      }
      try checkOneKey(of: table, at: node)
    }
    return column
  }

  /// Adds what a `<constraint>` behind the columns says.
  private func addConstraint(to table: inout Schema.Table) throws(XMLSchemaError) {
    try checkAttributes([])
    try checkNoChildren()
    let (keys, references) = (table.keys.count, table.references.count)
    do {
      try table.addConstraints(text)
    } catch {
      throw XMLSchemaError(.invalidSQL, at: place, error.reason)
    }
    try checkOneKey(of: table, at: self)
    let names =
      table.keys[keys...].flatMap { $0.columns.compactMap(\.column) }
      + table.references[references...].flatMap(\.columns)
    for name in names where table.column(name) == nil {
      throw XMLSchemaError(
        .invalidSQL, at: place, "the table \(table.name) has no column \(name)")
    }
  }

  private func checkOneKey(of table: Schema.Table, at node: XMLNode) throws(XMLSchemaError) {
    if table.keys.count(where: { $0.kind == .primary }) > 1 {
      throw XMLSchemaError(
        .duplicate, at: node.place, "the table \(table.name) has a second primary key")
    }
  }

  // MARK: - Attributes of columns

  /// The type in one form, unless `keep_type` says that it stays.
  private func type() throws(XMLSchemaError) -> String {
    guard let text = self["type"] else {
      throw XMLSchemaError(.missingAttribute, at: place, "<\(name)> has no type")
    }
    if try flag("keep_type") { return text }
    guard let type = Schema.Column.typeOfXML(text) else {
      throw failure(
        .invalidAttribute, at: "type",
        "«\(text)» is no type; constraints are attributes or <constraint> elements")
    }
    return type
  }

  private func defaultValue() throws(XMLSchemaError) -> Schema.Default? {
    let isText = try flag("quote_default")
    guard let text = self["default"] else { return nil }
    if isText { return Schema.Default(text.quotedAsText) }
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
  /// A type as it is in a schema that was read from XML: in upper case, without a length, and
  /// `INTEGER` if it begins with `INT`; nil if it is no type.
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
  /// As a text of SQL.
  fileprivate var quotedAsText: String {
    let quote = UInt8(ascii: "'")
    let bytes = utf8.flatMap { $0 == quote ? [quote, quote] : [$0] }
    return String(decoding: [quote] + bytes + [quote], as: UTF8.self)
  }
}
