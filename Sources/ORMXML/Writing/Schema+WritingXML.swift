import ORMCore
public import ORMSchema

extension Schema {
  /// Returns the schema as XML, from which ``Schema/init(xml:)-(String)`` reads the same schema.
  ///
  /// ```swift
  /// print(try Schema(of: Artist.self).xml())
  /// // <?xml version="1.0" encoding="UTF-8"?>
  /// // <database>
  /// //   <table name="artist" strict="1">
  /// //     <column name="id" type="INTEGER" primary="1"/>
  /// //     <column name="name" type="TEXT" not_null="1"/>
  /// //   </table>
  /// // </database>
  /// ```
  ///
  /// Everything that has no attribute of its own is written as a `<constraint>` of the column or of
  /// the table. Indexes, views, triggers and virtual tables are `<statement>`s.
  ///
  /// - Throws: ``XMLWritingError`` if something can't be written: an object that could not be read,
  ///   or a character that XML forbids. The XML is read back and compared with the schema before it
  ///   is returned, so it is always complete.
  public func xml() throws(XMLWritingError) -> String {
    if let object = unreadable.first { throw XMLWritingError("\(object)") }
    var writer = XMLWriter()
    try writer.addElement("database", []) { writer throws(XMLWritingError) in
      for table in tables { try writer.write(table) }
      for sql in virtualTables.map(\.sql) + indexes.map(\.sql) + views.map(\.sql)
        + triggers.map(\.sql)
      {
        try writer.addElement("statement", text: sql)
      }
    }
    try check(writer.text)
    return writer.text
  }

  private func check(_ xml: String) throws(XMLWritingError) {
    let read: Schema
    do {
      read = try Schema(xml: xml)
    } catch {
      throw XMLWritingError("the written XML can't be read back: \(error)")
    }
    if read == self { return }
    // A schema built by hand can have an order that no database has.
    let printed = asPrinted
    if read == printed { return }
    let names = zip(read.tables, printed.tables).first { $0 != $1 }?.1.name
    throw XMLWritingError(
      "\(names.map { "the table \($0)" } ?? "the schema") would not be read back unchanged")
  }

  /// The schema as it is read from its own statements.
  private var asPrinted: Schema {
    var schema = Schema(
      reading: statements.map { Entry(type: "", name: "", table: "", sql: $0) })
    for (place, table) in schema.tables.enumerated() {
      guard let own = self.table(table.name) else { continue }
      schema.tables[place].formerNames = own.formerNames
      for (position, column) in table.columns.enumerated() {
        schema.tables[place].columns[position].formerNames =
          own.column(column.name)?.formerNames ?? []
        schema.tables[place].columns[position].representation =
          own.column(column.name)?.representation
      }
    }
    return schema
  }
}

extension XMLWriter {
  fileprivate mutating func write(_ table: Schema.Table) throws(XMLWritingError) {
    let parts = TableParts(table)
    var attributes = [("name", table.name)]
    if !table.formerNames.isEmpty { attributes.append(("old_names", table.formerNames.inOldNames)) }
    if table.isStrict { attributes.append(("strict", "1")) }
    if table.isWithoutRowID { attributes.append(("without_rowid", "1")) }
    try addElement("table", attributes) { writer throws(XMLWritingError) in
      for column in table.columns {
        let (attributes, constraints) = parts.column(column)
        if constraints.isEmpty {
          try writer.addElement("column", attributes)
        } else {
          try writer.addElement("column", attributes) { writer throws(XMLWritingError) in
            for sql in constraints { try writer.addElement("constraint", text: sql) }
          }
        }
      }
      for sql in parts.constraints { try writer.addElement("constraint", text: sql) }
    }
  }
}

extension [String] {
  /// The names as in `old_names`: quoted unless they are words.
  var inOldNames: String {
    map { name in
      let tokens = SQLTokens(name).map(\.self)
      return tokens.count == 1 && tokens[0].kind == .word ? name : name.quotedIdentifier
    }.joined(separator: " ")
  }
}
