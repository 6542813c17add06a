import ORMCore

extension Column where Root: FullTextTable {
  /// Whether the column's text matches the pattern.
  ///
  /// ```swift
  /// Note.where { $0.title.match("sqlite") }     // … WHERE "title" MATCH $1
  /// ```
  public func match(_ pattern: MatchPattern) -> SQLExpression<Bool> {
    SQLExpression(.binary(node, .match, .value(.text(pattern.query))), canBeNull: false)
  }

  /// Returns the weight of matches in the column, for ``TableColumns/bm25(_:)``.
  public func weight(_ weight: Double) -> ColumnWeight<Root> {
    ColumnWeight(column: name, weight: weight)
  }
}

extension Column where Root: FullTextTable, Representation: TextRepresentation {
  /// Returns the text, with markers around each match.
  ///
  /// ```swift
  /// Note.where { $0.match("sqlite") }.select { $0.title.highlight("<b>", "</b>") }
  /// // SELECT highlight("note", 0, $1, $2) FROM "note" WHERE "note" MATCH $3
  /// ```
  ///
  /// - Parameters:
  ///   - start: The text before each match.
  ///   - end: The text after each match.
  public func highlight(_ start: String, _ end: String) -> SQLExpression<Representation> {
    SQLExpression(
      .function(
        "highlight",
        [rowNode, .literal("\(position)"), .value(.text(start)), .value(.text(end))]))
  }

  /// Returns an excerpt of the text around the best match; see
  /// ``TableColumns/snippet(_:_:ellipsis:tokenCount:)``.
  public func snippet(
    _ start: String, _ end: String, ellipsis: String = "…", tokenCount: Int = 16
  ) -> SQLExpression<Representation> {
    SQLExpression(rowNode.snippet(of: position, start, end, ellipsis, tokenCount))
  }

  private var rowNode: SQLNode { source.place.column(Root.tableName) }

  private var position: Int { Root.fullTextColumns.firstIndex(ofName: name) ?? -1 }
}
