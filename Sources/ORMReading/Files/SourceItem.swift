/// A top-level declaration of a file, or a `#if` around several, by its position.
struct SourceItem: Sendable, Hashable, Codable {
  /// The beginning and the end in the file, in bytes.
  var start: Int
  var end = 0
  var line: Int
  var column: Int
  /// The names of the types that it declares or extends, at any depth.
  var names: Set<String> = []
  /// Whether it may declare a table, or something that belongs to one.
  var isOfTables = false
  /// Whether it may contain a list of the program's tables.
  var hasLists = false
  /// The facts in it; nil until they are read.
  var facts: ItemFacts?

  init(start: Int, line: Int, column: Int) {
    self.start = start
    self.line = line
    self.column = column
  }

  /// Returns a file as one item, because its parts are uncertain.
  static func whole(_ items: [SourceItem], count: Int) -> SourceItem {
    var item = SourceItem(start: 0, line: 1, column: 1)
    item.end = count
    item.names = items.reduce(into: []) { $0.formUnion($1.names) }
    // The rest of the file could contain anything.
    item.isOfTables = true
    item.hasLists = items.contains(where: \.hasLists)
    return item
  }
}
