import ORMCore

extension Schema.VirtualTable {
  var isFullText: Bool {
    ["fts3", "fts4", "fts5"].contains { module.isSameName(as: $0) }
  }

  /// The table that a full-text index without its own copy of the texts reads them from.
  package var contentTable: String? {
    guard isFullText, let content = option("content"), !content.isEmpty else { return nil }
    return content
  }

  /// Whether a full-text index is contentless: the texts are stored neither in it nor in a table.
  var isContentless: Bool { isFullText && option("content")?.isEmpty == true }

  /// Whether its rows are derived from another table.
  var hasNoRowsOfItsOwn: Bool { contentTable != nil }

  /// The columns: the arguments that are not options.
  var columnNames: [String] {
    arguments.compactMap { argument in
      let tokens = SQLTokens(argument).filter { !$0.isBlank }
      guard let first = tokens.first, first.canBeName,
        !(tokens.count > 1 && tokens[1].isSymbol("="))
      else { return nil }
      return first.unquoted
    }
  }

  /// Whether a full-text index finds its columns in its content table. Another program's index does
  /// not if a column has a new name.
  func canRead(_ table: Schema.Table) -> Bool {
    let key = option("content_rowid").map { [$0] } ?? []
    return (columnNames + key).allSatisfy { name in
      table.column(name) != nil || ["rowid", "_rowid_", "oid"].contains(name: name)
    }
  }

  private var command: String {
    "INSERT INTO main.\(name.quotedIdentifier) (\(name.quotedIdentifier)"
  }

  var rebuildSQL: String { "\(command)) VALUES ('rebuild')" }

  /// The statement that fails if the index differs from its table. FTS3 and FTS4 always compare.
  var checkSQL: String {
    module.isSameName(as: "fts5")
      ? "\(command), rank) VALUES ('integrity-check', 1)" : "\(command)) VALUES ('integrity-check')"
  }
}
