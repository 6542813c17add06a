import ORMCore

/// The options of a ``FullTextTable``: how its texts are split into words, and what the index
/// stores.
///
/// See <https://www.sqlite.org/fts5.html#fts5_table_creation_and_initialization>.
public struct FullTextOptions: Sendable, Hashable {  // Characters: nothing compares options
  /// The storage of the texts.
  @_documentation(visibility: internal)
  public enum Content: Sendable, Hashable {  // Characters: nothing compares options
    /// The table itself.
    case own
    /// No texts are stored: a search finds only the numbers of rows, and the columns are read as
    /// NULL.
    case none
    /// The columns with the same names in another table or view. `rowID` is its column with the
    /// number of the row. Each write to that table must be repeated in the index; a
    /// ``FullTextIndex`` does so by triggers.
    case external(table: String, rowID: String)
  }

  /// The precision with which the index stores the position of a word.
  public enum Detail: String, Sendable, Hashable {
    /// The row, the column, and the position in the column, which phrases and `NEAR` need.
    case full
    /// The row and the column. Phrases can't be searched for, nor can a word of a ``MatchPattern``
    /// that the tokenizer splits into several, such as `e-mail`.
    case column
    /// The row. Neither phrases nor column filters can be searched for.
    case none
  }

  /// The tokenizer, which splits the texts into words. The default is nil: FTS5's own default,
  /// ``Tokenizer/unicode61(removeDiacritics:categories:tokenCharacters:separators:)``.
  ///
  /// Set it, for example, to find words by their stem, or to find any substring.
  public var tokenizer: Tokenizer?
  /// The lengths, in characters, of the prefixes that are indexed in addition to whole words. The
  /// default is none. Set it if searches by prefix are slow; each length makes the index larger.
  public var prefixes: [Int]
  /// The columns that are stored but not indexed. The default is none. Set it for columns that are
  /// read but never searched.
  public var unindexed: [String]
  /// The storage of the texts. The default is the table itself.
  public var content: Content
  /// Whether the number of words of each text is stored. The default is true. `false` saves space,
  /// but makes `bm25` read every text.
  public var keepsSizes: Bool
  /// The precision with which the index stores the position of a word. The default is
  /// ``Detail/full``; a lower precision makes the index smaller.
  public var detail: Detail

  /// Creates options that are FTS5's defaults, except for those that are passed.
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
