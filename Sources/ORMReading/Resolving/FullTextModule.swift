import ORMCore

/// The arguments of FTS5 for a constant `FullTextOptions`.
///
/// It is the counterpart of `FullTextOptions` in `ORMSQLite`, which tools can't use without linking
/// SQLite.
struct FullTextModule {
  private var tokenizer: [String] = []
  private var prefixes: [Int] = []
  private var unindexed: [String] = []
  private var content: [(option: String, value: String)] = []
  private var keepsSizes = true
  private var detail = "full"

  /// Creates the defaults of FTS5.
  init() {}

  /// Reads the options from an expression; nil if it is not a constant.
  init?(_ value: SourceValue) {
    guard case .call("init", let type, let arguments) = value,
      [nil, "FullTextOptions", "ORM.FullTextOptions"].contains(type)  // Characters: Swift's names
    else { return nil }
    for argument in arguments {
      guard let label = argument.label, set(label, argument.value) else { return nil }
    }
  }

  private mutating func set(_ label: String, _ value: SourceValue) -> Bool {
    switch (label, value) {
    case ("tokenizer", .none): return true
    case ("tokenizer", _):
      guard let words = Self.words(of: value) else { return false }
      tokenizer = words
    case ("prefixes", .array(let elements)):
      prefixes = elements.compactMap { $0.integer(as: Int.self) }
      return prefixes.count == elements.count
    case ("unindexed", .array(let elements)):
      unindexed = elements.compactMap(\.text)
      return unindexed.count == elements.count
    case ("content", .member("own", of: _)): content = []
    case ("content", .member("none", of: _)): content = [("content", "")]
    case ("content", .call("external", of: _, let arguments)):
      guard arguments.count == 2, let table = arguments[0].value.text,
        let rowID = arguments[1].value.text
      else { return false }
      content = [("content", table), ("content_rowid", rowID)]
    case ("keepsSizes", .truth(let truth)): keepsSizes = truth
    case ("detail", .member(let name, of: _)): detail = name
    default: return false
    }
    return true
  }

  /// Returns the name and the arguments of a tokenizer.
  private static func words(of value: SourceValue) -> [String]? {
    guard case .call(let name, of: _, let arguments) = value else { return nil }
    func argument(_ label: String) -> SourceValue? {
      arguments.first { $0.label.map { sameBytes($0, label) } ?? false }?.value
    }
    /// Returns the word for an option and its value; empty if it is not given.
    func option(_ word: String, _ label: String, _ text: (SourceValue) -> String?) -> [String]? {
      guard let value = argument(label), value != .none else { return [] }
      return text(value).map { $0.isEmpty ? [] : [word, $0] }
    }
    switch name {
    case "init":
      guard let name = arguments.first?.value.text else { return nil }
      guard let list = argument("arguments") else { return [name] }
      guard case .array(let elements) = list else { return nil }
      let texts = elements.compactMap(\.text)
      return texts.count == elements.count ? [name] + texts : nil
    case "porter":
      guard let base = arguments.first?.value, base != .none else { return ["porter"] }
      return words(of: base).map { ["porter"] + $0 }
    case "trigram":
      let sensitive = argument("caseSensitive").map(\.truth) ?? false
      return sensitive.map { $0 ? ["trigram", "case_sensitive", "1"] : ["trigram"] }
    case "ascii", "unicode61":
      let options = [
        option("remove_diacritics", "removeDiacritics", \.diacritics),
        option("categories", "categories", \.words),
        option("tokenchars", "tokenCharacters", \.text),
        option("separators", "separators", \.text),
      ]
      let known = options.compactMap(\.self)
      return known.count == options.count ? [name] + known.joined() : nil
    default: return nil
    }
  }

  /// Sets the table that contains the texts.
  mutating func read(from sync: FullTextSync) {
    content = [("content", sync.table), ("content_rowid", sync.rowID)]
  }

  /// Returns the module with its arguments: `fts5(…)`.
  func sql(of columns: [String]) throws(Unknown) -> String {
    let names = Set(columns.map(SQLKey.init))
    if let unknown = unindexed.first(where: { !names.contains(SQLKey($0)) }) {
      throw Unknown("there is no column '\(unknown)' to leave out of the index")
    }
    let left = Set(unindexed.map(SQLKey.init))
    var arguments = columns.map {
      $0.quotedIdentifier + (left.contains(SQLKey($0)) ? " UNINDEXED" : "")
    }
    func add(_ option: String, _ value: String) {
      arguments.append("\(option) = \(SQLValue.text(value).literal)")
    }
    if !tokenizer.isEmpty { add("tokenize", specification) }
    if !prefixes.isEmpty { add("prefix", prefixes.map(String.init).joined(separator: " ")) }
    for (option, value) in content { add(option, value) }
    if !keepsSizes { arguments.append("columnsize = 0") }
    if !sameBytes(detail, "full") { arguments.append("detail = \(detail)") }
    return "fts5(\(arguments.joined(separator: ", ")))"
  }

  /// The words of the tokenizer, quoted where necessary.
  private var specification: String {
    tokenizer.map { word in
      let isPlain = word.utf8.allSatisfy { $0 < 128 && $0.isWord && $0 != UInt8(ascii: "$") }
      return isPlain ? word : SQLValue.text(word).literal
    }.joined(separator: " ")
  }
}

extension SourceValue {
  /// The number of a `Tokenizer.Diacritics`.
  fileprivate var diacritics: String? {
    switch self {
    case .member("kept", of: _): "0"
    case .member("removedFromSimple", of: _): "1"
    case .member("removed", of: _): "2"
    default: nil
    }
  }

  /// The texts, joined with blanks.
  fileprivate var words: String? {
    guard case .array(let elements) = self else { return nil }
    let texts = elements.compactMap(\.text)
    return texts.count == elements.count ? texts.joined(separator: " ") : nil
  }
}

/// The arguments of the R*Tree module, derived from the `Box` of a table.
struct RTreeModule {
  private let dimensions: Int
  private let isOfIntegers: Bool

  /// - Parameter box: The type that is written, such as `Box2D<Float>`.
  /// - Throws: ``Unknown`` if it is not one of the library's.
  init(_ box: String) throws(Unknown) {
    let name = TypeName(box)
    let boxes = ["Box1D", "Box2D", "Box3D", "Box4D", "Box5D"]
    guard let last = name.names.last, let place = boxes.firstIndex(where: { sameBytes($0, last) }),
      let coordinate = name.arguments.first,
      ["Float", "Int32"].contains(coordinate)  // Characters: Swift's own names
    else { throw Unknown("its box '\(box)' is not a box type of this library") }
    dimensions = place + 1
    isOfIntegers = sameBytes(coordinate, "Int32")
  }

  /// Returns the module with its arguments: `rtree(…)`.
  func sql(of columns: [ColumnSchema], key: [String]) throws(Unknown) -> String {
    let keys = Set(key.map(SQLKey.init))
    let others = columns.filter { !keys.contains(SQLKey($0.name)) }
    let coordinates = others.prefix(2 * dimensions)
    let areRight = coordinates.allSatisfy { column in
      let isNarrow = column.type == .int16 || column.type == .int32
      return !column.isNullable
        && (isOfIntegers ? isNarrow : sameBytes(column.type.description, "REAL"))
    }
    guard coordinates.count == 2 * dimensions, areRight else {
      throw Unknown("its properties are not the coordinates of its box")
    }
    let names =
      columns.filter { keys.contains(SQLKey($0.name)) }.map(\.name.quotedIdentifier)
      + coordinates.map(\.name.quotedIdentifier)
      + others.dropFirst(coordinates.count).map { "+\($0.name.quotedIdentifier) \($0.type)" }
    return "\(isOfIntegers ? "rtree_i32" : "rtree")(\(names.joined(separator: ", ")))"
  }
}
