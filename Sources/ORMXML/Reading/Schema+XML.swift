public import Foundation
import ORMCore
public import ORMSchema

extension Schema {
  /// Creates a schema from XML data.
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
  /// See the guide "Schemas as XML" for all elements and attributes.
  ///
  /// - Parameter xml: The bytes of a file, at most 10,000,000, in UTF-8, UTF-16 with a byte order
  ///   mark, or ISO-8859-1.
  /// - Throws: ``XMLSchemaError``, with the line, if the text is not a valid schema. Entities are
  ///   not expanded, and nothing outside of the text is read.
  public init(xml: Data) throws(XMLSchemaError) {
    try self.init(root: XMLNode.root(of: XMLText(xml)))
  }

  /// Creates a schema from an XML text.
  ///
  /// - Parameter xml: The text. Its encoding declaration is ignored.
  /// - Throws: The errors of ``Schema/init(xml:)-(Data)``.
  public init(xml: String) throws(XMLSchemaError) {
    try self.init(root: XMLNode.root(of: XMLText(xml)))
  }

  private init(root: XMLNode) throws(XMLSchemaError) {
    guard root.isNamed("database") else {
      throw XMLSchemaError(
        .unexpectedElement, at: root.place,
        "the root element is <\(root.name)>, but it must be <database>")
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

/// The objects read so far, and the lines of their names.
private struct SchemaReading {
  private var tables: [Schema.Table] = []
  private var others = Schema(tables: [])
  /// Tables, indexes and views share a namespace.
  private var names: [SQLName: Int] = [:]
  private var triggers: [SQLName: Int] = [:]

  /// The objects that were read, sorted by name.
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
        .invalidSQL, at: node.place,
        "the table \(object.name) must be a <table>, not a <statement>")
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

  /// Static, because mutating `names` through `self` would copy it each time.
  private static func note(
    _ name: String, at place: Place, in names: inout [SQLName: Int]
  ) throws(XMLSchemaError) {
    if name.isKeptByOthers {
      throw XMLSchemaError(
        .reservedName, at: place, "\(name) is a reserved name of SQLite or of migrations")
    }
    if let line = names.updateValue(place.line, forKey: SQLName(name)) {
      throw XMLSchemaError(
        .duplicate, at: place, "\(name) has the same name as the object in line \(line)")
    }
  }
}

extension String {
  fileprivate var isKeptByOthers: Bool {
    Schema.isOfMigrations(self) || loweredInASCII.starts(withBytes: "sqlite_")
  }
}
