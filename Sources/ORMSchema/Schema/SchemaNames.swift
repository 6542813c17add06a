import ORMCore
import Synchronization

/// The positions of a schema's objects by name, indexed if they are looked up often.
///
/// Copies of a schema share it until one of them changes. It is not compared.
final class SchemaNames: Sendable {
  private struct Places {
    /// The number of lookups since the schema changed.
    var questions = 0
    var tables: [SQLName: Int]?
    var indexes: [SQLName: [Int]]?
    var triggers: [SQLName: [Int]]?
  }

  private let places = Mutex(Places())

  /// The number of lookups that scan all names: a schema that changes between lookups would
  /// otherwise index its names each time.
  private static let fewQuestions = 8

  /// Returns the position of a table; nil if no table has the name.
  func table(_ name: String, in tables: [Schema.Table]) -> Int? {
    places.withLock { places in
      if places.tables == nil {
        places.questions += 1
        if places.questions <= Self.fewQuestions {
          return tables.indices.first { tables[$0].name.isSameName(as: name) }
        }
        var found: [SQLName: Int] = [:]
        for place in tables.indices.reversed() { found[SQLName(tables[place].name)] = place }
        places.tables = found
      }
      return places.tables?[SQLName(name)]
    }
  }

  /// Returns the positions of a table's indexes.
  func indexes(of table: String, in indexes: [Schema.Index]) -> [Int] {
    places(of: table, indexes.count, \.indexes) { indexes[$0].table }
  }

  /// Returns the positions of the triggers of a table or a view.
  func triggers(of table: String, in triggers: [Schema.Trigger]) -> [Int] {
    places(of: table, triggers.count, \.triggers) { triggers[$0].table }
  }

  private func places(
    of table: String, _ count: Int, _ known: WritableKeyPath<Places, [SQLName: [Int]]?>,
    _ tableName: (Int) -> String
  ) -> [Int] {
    places.withLock { places in
      if places[keyPath: known] == nil {
        places.questions += 1
        if places.questions <= Self.fewQuestions {
          return (0..<count).filter { tableName($0).isSameName(as: table) }
        }
        places[keyPath: known] = Dictionary(grouping: 0..<count) { SQLName(tableName($0)) }
      }
      return places[keyPath: known]?[SQLName(table)] ?? []
    }
  }
}

/// The names of a schema, which are not part of its value.
struct NamesOfSchema: Sendable, Hashable {
  private(set) var places = SchemaNames()

  /// Discards the positions.
  mutating func forget() { places = SchemaNames() }

  static func == (left: Self, right: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
