import ORMCore

extension Schema {
  /// A virtual table, such as a full-text index; see <https://www.sqlite.org/lang_createvtab.html>.
  public struct VirtualTable: Sendable, Hashable {
    /// The name, without quotes.
    public var name: String
    /// The module, such as `fts5`.
    public var module: String
    /// The module's arguments, verbatim: columns and options.
    public var arguments: [String]

    /// Creates a virtual table.
    public init(_ name: String, using module: String, _ arguments: [String] = []) {
      self.name = name
      self.module = module
      self.arguments = arguments
    }

    /// Whether both are equal, byte for byte.
    public static func == (left: Self, right: Self) -> Bool {
      left.name.hasSameBytes(as: right.name) && left.module.hasSameBytes(as: right.module)
        && left.arguments.haveSameBytes(as: right.arguments)
    }
  }
}

extension Schema.VirtualTable {
  /// Returns the value of an argument `name = value`, without quotes; nil if there is none.
  ///
  /// ```swift
  /// // CREATE VIRTUAL TABLE search USING fts5(title, content = 'album')
  /// schema.virtualTables[0].option("content")
  /// // "album"
  /// ```
  public func option(_ name: String) -> String? {
    for argument in arguments {
      let tokens = SQLTokens(argument).filter { !$0.isBlank }
      guard tokens.count > 2, tokens[1].isSymbol("="), tokens[0].unquoted.isSameName(as: name)
      else {
        continue
      }
      return tokens.count == 3
        ? tokens[2].unquoted : String(argument[tokens[2].text.startIndex...])
    }
    return nil
  }

  /// The possible names of the shadow tables that store its data: its name with a suffix that the
  /// module chooses. Nil if the module is unknown.
  ///
  /// See <https://www.sqlite.org/vtab.html#xshadowname>.
  package var shadowNames: [String]? {
    let known = Self.shadowSuffixes.first { $0.module.isSameName(as: module) }
    return known?.suffixes.map { "\(name)_\($0)" }
  }

  private static let shadowSuffixes: [(module: String, suffixes: [String])] = [
    ("fts5", ["data", "idx", "content", "docsize", "config"]),
    ("fts4", ["content", "docsize", "segdir", "segments", "stat"]),
    ("fts3", ["content", "docsize", "segdir", "segments", "stat"]),
    ("rtree", ["node", "parent", "rowid"]),
    ("rtree_i32", ["node", "parent", "rowid"]),
    ("geopoly", ["node", "parent", "rowid"]),
    ("spellfix1", ["vocab"]),
    (
      "vec0",
      ["chunks", "rowids", "info", "auxiliary"]
        + ["vector_chunks", "metadatachunks", "metadatatext"].flatMap { word in
          (0..<16).map { "\(word)\($0 < 10 ? "0" : "")\($0)" }
        }
    ),
  ]
}
