/// A declaration of a file's top level, or a `#if` around several, by its place in the file.
struct SourceItem: Sendable, Hashable, Codable {
  /// Its beginning and its end in the file, in bytes.
  var start: Int
  var end = 0
  var line: Int
  var column: Int
  /// The names of the types that it declares or extends, at any depth.
  var names: Set<String> = []
  /// Whether it may declare a table, or what belongs to one.
  var isOfTables = false
  /// Whether it may contain a list of the program's tables.
  var hasLists = false
  /// What it says; nil as long as nobody asked.
  var facts: ItemFacts?

  init(start: Int, line: Int, column: Int) {
    self.start = start
    self.line = line
    self.column = column
  }

  /// A file as one item, whose parts are not known for sure.
  static func whole(_ items: [SourceItem], count: Int) -> SourceItem {
    var item = SourceItem(start: 0, line: 1, column: 1)
    item.end = count
    item.names = items.reduce(into: []) { $0.formUnion($1.names) }
    // Nobody knows what is in the rest of it.
    item.isOfTables = true
    item.hasLists = items.contains(where: \.hasLists)
    return item
  }
}
