import ORMCore

extension Schema.VirtualTable {
  var isFullText: Bool {
    ["fts3", "fts4", "fts5"].contains { module.isSameName(as: $0) }
  }

  /// The table that a full-text index is about, if it has no copy of the texts.
  package var contentTable: String? {
    guard isFullText, let content = option("content"), !content.isEmpty else { return nil }
    return content
  }

  /// Whether a full-text index keeps what it indexes nowhere.
  var isContentless: Bool { isFullText && option("content")?.isEmpty == true }

  /// Whether its rows are made from those of another table.
  var hasNoRowsOfItsOwn: Bool { contentTable != nil }

  /// The columns: the arguments that are no options.
  var columnNames: [String] {
    arguments.compactMap { argument in
      let tokens = SQLTokens(argument).filter { !$0.isBlank }
      guard let first = tokens.first, first.canBeName,
        !(tokens.count > 1 && tokens[1].isSymbol("="))
      else { return nil }
      return first.unquoted
    }
  }

  /// Whether a full-text index finds its columns in the table that it is about. One of another
  /// program does not if a column has a new name.
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

  /// Fails if the index is not in step with its table. FTS3 and FTS4 always compare.
  var checkSQL: String {
    module.isSameName(as: "fts5")
      ? "\(command), rank) VALUES ('integrity-check', 1)" : "\(command)) VALUES ('integrity-check')"
  }
}
