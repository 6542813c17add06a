public import Foundation
import ORMCore
public import ORMSchema

extension Schema {
  /// Reads a schema that is written as XML.
  ///
  /// ```swift
  /// let schema = try Schema(xml: try Data(contentsOf: url))
  /// try await db.migrate(to: schema)
  /// ```
  ///
  /// ```xml
  /// <database>
  ///   <table name="objects" old_names="things">
  ///     <column name="object_id" type="varchar" primary="1"/>
  ///     <column name="title" type="varchar" default="None" quote_default="1"/>
  ///     <constraint>UNIQUE (title) ON CONFLICT REPLACE</constraint>
  ///   </table>
  /// </database>
  /// ```
  ///
  /// See the guide «Schemas as XML» for all elements and attributes.
  ///
  /// - Parameter xml: The bytes of a file, in UTF-8, UTF-16 with a byte order mark or ISO-8859-1.
  ///   At most 10,000,000 of them are read.
  /// - Throws: ``XMLSchemaError``, with the line, if the text is no such schema. No entities are
  ///   expanded, and nothing outside of the text is read.
  public init(xml: Data) throws(XMLSchemaError) {
    try self.init(root: XMLNode.root(of: XMLText(xml)))
  }

  /// Reads a schema that is written as XML, from a text that is decoded already.
  ///
  /// - Parameter xml: The text; what it says of its encoding means nothing.
  /// - Throws: as ``Schema/init(xml:)-(Data)``.
  public init(xml: String) throws(XMLSchemaError) {
    try self.init(root: XMLNode.root(of: XMLText(xml)))
  }

  private init(root: XMLNode) throws(XMLSchemaError) {
    guard root.isNamed("database") else {
      throw XMLSchemaError(
        .unexpectedElement, at: root.place,
        "the root element is <\(root.name)>, where <database> is expected")
    }
    try root.checkNoText()
    var reader = SchemaReading()
    for child in root.children {
      if child.isNamed("table") {
        try reader.add(table: child)
      } else if child.isNamed("statement") {
        try reader.add(statement: child)
      } else {
        throw child.unexpected(in: root, besides: "table, statement")
      }
    }
    self = reader.schema
  }
}

/// What has been read of a schema, and where its names are.
private struct SchemaReading {
  private var tables: [Schema.Table] = []
  private var others = Schema(tables: [])
  /// Tables, indexes and views share their names.
  private var names: [SQLName: Int] = [:]
  private var triggers: [SQLName: Int] = [:]

  /// All that was read, sorted by name.
  var schema: Schema {
    Schema(
      tables: tables, indexes: others.indexes, views: others.views, triggers: others.triggers,
      virtualTables: others.virtualTables)
  }

  mutating func add(table node: XMLNode) throws(XMLSchemaError) {
    let table = try node.table()
    try Self.note(table.name, at: node.place(of: "name"), in: &names)
    tables.append(table)
  }

  mutating func add(statement node: XMLNode) throws(XMLSchemaError) {
    try node.checkAttributes([])
    try node.checkNoChildren()
    let found = try node.statement()
    for object in found.tables {
      throw XMLSchemaError(
        .invalidSQL, at: node.place, "the table \(object.name) is no <statement> but a <table>")
    }
    for name in found.indexes.map(\.name) + found.views.map(\.name)
      + found.virtualTables.map(\.name)
    {
      try Self.note(name, at: node.place, in: &names)
    }
    for trigger in found.triggers { try Self.note(trigger.name, at: node.place, in: &triggers) }
    others.indexes += found.indexes
    others.views += found.views
    others.triggers += found.triggers
    others.virtualTables += found.virtualTables
  }

  /// Static, as a copy of the names would be made for each one if `self` held them, too.
  private static func note(
    _ name: String, at place: Place, in names: inout [SQLName: Int]
  ) throws(XMLSchemaError) {
    if name.isKeptByOthers {
      throw XMLSchemaError(
        .reservedName, at: place, "\(name) is a name that SQLite or a migration keeps for itself")
    }
    if let line = names.updateValue(place.line, forKey: SQLName(name)) {
      throw XMLSchemaError(
        .duplicate, at: place, "\(name) has the name of something in line \(line)")
    }
  }
}

extension String {
  fileprivate var isKeptByOthers: Bool {
    Schema.isOfMigrations(self) || loweredInASCII.starts(withBytes: "sqlite_")
  }
}
