import ORMCore

/// The changes of tables, found by the tables' names after the migration.
struct PlannedTables: RandomAccessCollection {
  private let changes: [TableChange]
  private let places: [SQLName: Int]

  init(_ changes: [TableChange]) {
    self.changes = changes
    places = Dictionary(
      changes.indices.map { (SQLName(changes[$0].final.name), $0) },
      uniquingKeysWith: { first, _ in first })
  }

  var startIndex: Int { changes.startIndex }
  var endIndex: Int { changes.endIndex }

  subscript(place: Int) -> TableChange { changes[place] }

  func named(_ name: String) -> TableChange? { places[SQLName(name)].map { changes[$0] } }
}
