import ORMCore

extension TableColumns where SelectedResult.Output: FullTextTable {
  /// Whether the row's texts match the pattern.
  ///
  /// ```swift
  /// Note.where { $0.match("sqlite") }       // … WHERE "note" MATCH $1
  /// ```
  ///
  /// FTS5 uses this condition to find rows, so it can't be negated or be part of an `||`. Use
  /// ``MatchPattern/not(_:)`` and ``MatchPattern/or(_:)`` instead.
  public func match(_ pattern: MatchPattern) -> SQLExpression<Bool> {
    SQLExpression(
      .binary(fullTextNode, .match, .value(.text(pattern.query))), canBeNull: false)
  }

  /// The rank of the row's match: lower is better. Without a ``match(_:)`` it is NULL, which can't
  /// be read as a `Double`.
  ///
  /// ```swift
  /// Note.where { $0.match("sqlite") }.order { $0.rank }     // … ORDER BY "rank"
  /// ```
  public var rank: Column<SelectedResult.Output, Double> {
    Column("rank", in: Self.source(of: self))
  }

  /// The number of the row. In a ``FullTextIndex``, it is the key of the row in the table with the
  /// texts.
  public var rowID: Column<SelectedResult.Output, Int> {
    Column("rowid", in: Self.source(of: self))
  }

  /// Returns the rank of the row's match by Okapi BM25: lower is better.
  ///
  /// ```swift
  /// Note.where { $0.match("sqlite") }.order { $0.bm25($0.title.weight(10)) }
  /// // … ORDER BY bm25("note", 10.0)
  /// ```
  ///
  /// - Parameter weights: The weights of some columns; the other columns have the weight 1. If a
  ///   weight is not finite, the query throws ``ValueEncodingError``.
  public func bm25(
    _ weights: ColumnWeight<SelectedResult.Output>...
  ) -> SQLExpression<Double> {
    SQLExpression(
      Self.node(of: weights) { .function("bm25", [fullTextNode] + $0.map(SQLNode.literal)) })
  }

  /// Returns a condition that is true for every row, and sets the columns' weights for ``rank``.
  ///
  /// ```swift
  /// Note.where { $0.match("sqlite") && $0.ranked(by: $0.title.weight(10)) }.order { $0.rank }
  /// // … WHERE "note" MATCH $1 AND "rank" MATCH 'bm25(10.0)' ORDER BY "rank"
  /// ```
  ///
  /// Ordering by `rank` is faster than by ``bm25(_:)`` if many rows match and the query's limit is
  /// low.
  public func ranked(by weights: ColumnWeight<SelectedResult.Output>...) -> SQLExpression<Bool> {
    let rank = Self.rankNode(of: weights) { .text($0) }
    return SQLExpression(.binary(self.rank.node, .match, rank), canBeNull: false)
  }

  /// Returns an excerpt around the best match, from the column that contains it.
  ///
  /// ```swift
  /// Note.where { $0.match("sqlite") }.select { $0.snippet("<b>", "</b>") }
  /// // SELECT snippet("note", -1, $1, $2, $3, $4) FROM "note" WHERE "note" MATCH $5
  /// ```
  ///
  /// - Parameters:
  ///   - start: The text before each match.
  ///   - end: The text after each match.
  ///   - ellipsis: The text in place of omitted words. The default is "…".
  ///   - tokenCount: The maximum number of words, from 1 to 64. The default is 16.
  public func snippet(
    _ start: String, _ end: String, ellipsis: String = "…", tokenCount: Int = 16
  ) -> SQLExpression<String> {
    SQLExpression(fullTextNode.snippet(of: -1, start, end, ellipsis, tokenCount))
  }

  /// The column that represents the whole row, which has the table's name.
  private var fullTextNode: SQLNode {
    Self.source(of: self).place.column(SelectedResult.Output.tableName)
  }
}

/// The weight of matches in a column, for ``TableColumns/bm25(_:)``.
public struct ColumnWeight<T: FullTextTable>: Sendable, Hashable {
  let column: String
  let weight: Double

  public static func == (left: Self, right: Self) -> Bool {
    left.column.isSameName(as: right.column) && left.weight == right.weight
  }

  public func hash(into hasher: inout Hasher) {
    SQLName(column).hash(into: &hasher)
    hasher.combine(weight)
  }
}

extension TableColumns where SelectedResult.Output: FullTextTable {
  /// Builds a node from the columns' weights in their order, up to the last weight that is set. An
  /// invalid weight is an error of the statement.
  private static func node(
    of weights: [ColumnWeight<SelectedResult.Output>], _ make: ([String]) -> SQLNode
  ) -> SQLNode {
    if let weight = weights.first(where: { !$0.weight.isFinite }) {
      return .unencodable(
        ValueEncodingError(
          table: SelectedResult.Output.tableName, column: weight.column, type: "Double",
          reason: .invalid(description: "a weight must be a finite number")))
    }
    let given = Dictionary(weights.map { (SQLName($0.column), $0.weight) }) { $1 }
    let columns = SelectedResult.Output.fullTextColumns
    let count = columns.lastIndex { given[SQLName($0)] != nil }.map { $0 + 1 } ?? 0
    return make(columns.prefix(count).map { (given[SQLName($0)] ?? 1).withoutExponent })
  }

  /// Builds a node from the text of the function for `rank`.
  static func rankNode(
    of weights: [ColumnWeight<SelectedResult.Output>], _ make: (String) -> SQLNode
  ) -> SQLNode {
    node(of: weights) { make("bm25(\($0.joined(separator: ", ")))") }
  }
}

extension Double {
  /// The number without an exponent, which FTS5 does not read.
  fileprivate var withoutExponent: String {
    let text = description
    // Characters: the digits of a number
    guard let end = text.firstIndex(of: "e"), let exponent = Int(text[end...].dropFirst()) else {
      return text
    }
    let sign = self < 0 ? "-" : ""
    let digits = text[..<end].filter(\.isNumber)
    // Characters: the digits of a number
    let zeros = String(repeating: "0", count: max(-exponent - 1, exponent + 1 - digits.count, 0))
    return exponent < 0 ? "\(sign)0.\(zeros)\(digits)" : "\(sign)\(digits)\(zeros).0"
  }
}

extension SQLNode {
  /// - Parameter column: The number of the column, or -1.
  func snippet(
    of column: Int, _ start: String, _ end: String, _ ellipsis: String, _ tokenCount: Int
  ) -> SQLNode {
    .function(
      "snippet",
      [
        self, .literal("\(column)"), .value(.text(start)), .value(.text(end)),
        .value(.text(ellipsis)), .value(.integer(Int64(tokenCount))),
      ])
  }
}
