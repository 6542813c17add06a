import ORMCore
import Synchronization

/// The positions of a schema's objects by name, indexed if they are looked up often.
///
/// Copies of a schema share it until one of them changes. It is not compared.
final class SchemaNames: Sendable {
  /// A list of objects, and the name by which they are looked up.
  enum List {
    case tables, indexes, views, triggers, virtualTables, unreadable
    /// Indexes by their tables.
    case indexesOfTables
    /// Triggers by their tables or views.
    case triggersOfTables
  }

  private struct Places {
    /// The number of lookups since the schema changed.
    var questions = 0
    var known: [List: [SQLName: [Int]]] = [:]
  }

  private let places = Mutex(Places())

  /// The number of lookups that scan all names: a schema that changes between lookups would
  /// otherwise index its names each time.
  private static let fewQuestions = 8

  /// Returns the positions of the objects with a name.
  ///
  /// - Parameter nameOf: Returns the name of an object of the list.
  func places<Object>(
    of name: String, _ list: List, in objects: [Object], _ nameOf: (Object) -> String
  ) -> [Int] {
    places.withLock { places in
      if let known = places.known[list] { return known[SQLName(name)] ?? [] }
      places.questions += 1
      if places.questions <= Self.fewQuestions {
        return objects.indices.filter { nameOf(objects[$0]).isSameName(as: name) }
      }
      let known = Dictionary(grouping: objects.indices) { SQLName(nameOf(objects[$0])) }
      places.known[list] = known
      return known[SQLName(name)] ?? []
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
