import ORMCore

/// The objects of a schema by their names.
struct SchemaLookup {
  let schema: Schema
  private let tables: [SQLName: Schema.Table]
  private let indexes: [SQLName: Schema.Index]
  private let indexesOfTables: [SQLName: [Schema.Index]]
  private let views: [SQLName: Schema.View]
  private let triggers: [SQLName: Schema.Trigger]
  private let virtualTables: [SQLName: Schema.VirtualTable]
  private let unreadable: [SQLName: Schema.Unreadable]

  init(_ schema: Schema) {
    self.schema = schema
    tables = schema.tables.byName(\.name)
    indexes = schema.indexes.byName(\.name)
    indexesOfTables = Dictionary(grouping: schema.indexes) { SQLName($0.table) }
    views = schema.views.byName(\.name)
    triggers = schema.triggers.byName(\.name)
    virtualTables = schema.virtualTables.byName(\.name)
    unreadable = schema.unreadable.byName(\.name)
  }

  func table(_ name: String) -> Schema.Table? { tables[SQLName(name)] }

  func index(_ name: String) -> Schema.Index? { indexes[SQLName(name)] }

  func view(_ name: String) -> Schema.View? { views[SQLName(name)] }

  func trigger(_ name: String) -> Schema.Trigger? { triggers[SQLName(name)] }

  func virtualTable(_ name: String) -> Schema.VirtualTable? { virtualTables[SQLName(name)] }

  func indexes(of table: String) -> [Schema.Index] { indexesOfTables[SQLName(table)] ?? [] }

  /// Returns the change for an object that does not exist or can't be parsed.
  func absence(of kind: Schema.Change.Kind, _ name: String, _ sql: String) -> Schema.Change {
    if let object = unreadable[SQLName(name)] {
      return Schema.Change(.unreadable, kind, of: name, found: object.reason, wanted: sql)
    }
    return Schema.Change(.added, kind, of: name, wanted: sql)
  }
}

extension Array {
  /// The objects by name; of several with one name, the first.
  func byName(_ name: (Element) -> String) -> [SQLName: Element] {
    Dictionary(map { (SQLName(name($0)), $0) }) { first, _ in first }
  }
}
