import ORMCore

/// How a ``FullTextTable`` cuts its texts into words, and what it keeps of them.
///
/// See <https://www.sqlite.org/fts5.html#fts5_table_creation_and_initialization>.
public struct FullTextOptions: Sendable, Hashable {  // Characters: nothing compares options
  /// Where the texts are.
  @_documentation(visibility: internal)
  public enum Content: Sendable, Hashable {  // Characters: nothing compares options
    /// In the table itself.
    case own
    /// Nowhere: the table finds the numbers of rows, and its columns are read as NULL.
    case none
    /// In the columns of the same names of a table or view, whose rows this column tells apart. Who
    /// writes there writes here; a ``FullTextIndex`` does that by triggers.
    case external(table: String, rowID: String)
  }

  /// What the index keeps of where a word was.
  public enum Detail: String, Sendable, Hashable {
    /// The row, the column and the place, which phrases and `NEAR` need.
    case full
    /// The row and the column: phrases can't be searched for, which a word of a ``MatchPattern``
    /// may be.
    case column
    /// The row: neither phrases nor column filters can be searched for.
    case none
  }

  /// What cuts the texts into words; FTS5's own choice,
  /// ``Tokenizer/unicode61(removeDiacritics:categories:tokenCharacters:separators:)``, if it is
  /// nil.
  public var tokenizer: Tokenizer?
  /// The lengths of beginnings of words that have an index of their own.
  public var prefixes: [Int]
  /// The columns that are kept and not searched.
  public var unindexed: [String]
  /// Where the texts are.
  public var content: Content
  /// Whether the number of words of each text is kept, without which `bm25` reads every text.
  public var keepsSizes: Bool
  /// What the index keeps of where a word was.
  public var detail: Detail

  /// FTS5's own choices, but for those given.
  public init(
    tokenizer: Tokenizer? = nil, prefixes: [Int] = [], unindexed: [String] = [],
    content: Content = .own, keepsSizes: Bool = true, detail: Detail = .full
  ) {
    self.tokenizer = tokenizer
    self.prefixes = prefixes
    self.unindexed = unindexed
    self.content = content
    self.keepsSizes = keepsSizes
    self.detail = detail
  }
}
