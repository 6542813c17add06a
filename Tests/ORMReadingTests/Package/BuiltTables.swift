import ORM
import TypeRecords

/// The tables and views that this program was built with, whatever module or file declares them.
enum BuiltTables {
  /// All of them, each once.
  static let all: [any TableOrView.Type] = {
    var types: [any TableOrView.Type] = []
    var position = 0
    while let metadata = orm_next_conforming("TableOrView", &position) {
      let type = unsafeBitCast(metadata, to: Any.Type.self)
      if let source = type as? any TableOrView.Type { types.append(source) }
    }
    return types
  }()

  /// The tables and views of a module, by their names outside all types: `Outer.Album`.
  ///
  /// Several may have the same name, because a private type is visible in one file only.
  static func of(_ module: String) -> [(name: String, type: any TableOrView.Type)] {
    all.compactMap { type in
      // `ORMTests.(unknown context at $1f2e).Song`
      let parts = String(reflecting: type).split(separator: ".").filter { !$0.hasPrefix("(") }
      guard parts.first.map(String.init) == module else { return nil }
      return (parts.dropFirst().joined(separator: "."), type)
    }
  }
}
