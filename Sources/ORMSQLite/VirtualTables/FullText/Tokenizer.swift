import ORMCore

/// A tokenizer, which splits a text into words; see <https://www.sqlite.org/fts5.html#tokenizers>.
public struct Tokenizer: Sendable, Hashable {
  /// The treatment of diacritics.
  public enum Diacritics: Int, Sendable, Hashable {
    /// They are kept.
    case kept = 0
    /// They are removed, except from letters with several diacritics that are one scalar. This is
    /// FTS5's default.
    case removedFromSimple = 1
    /// They are removed.
    case removed = 2
  }

  /// The name and the arguments, in FTS5's order.
  let words: [String]

  /// Creates a tokenizer that is registered under a name, with its arguments.
  public init(_ name: String, arguments: [String] = []) { words = [name] + arguments }

  /// Words are Unicode letters and numbers, regardless of case.
  ///
  /// - Parameters:
  ///   - removeDiacritics: The treatment of diacritics. The default is FTS5's own,
  ///     ``Diacritics/removedFromSimple``.
  ///   - categories: The Unicode categories of the characters of words, such as `L*`. The default
  ///     is FTS5's own: letters, numbers and private use.
  ///   - tokenCharacters: Further characters that can be part of a word.
  ///   - separators: Characters that are not part of words.
  public static func unicode61(
    removeDiacritics: Diacritics? = nil, categories: [String] = [], tokenCharacters: String = "",
    separators: String = ""
  ) -> Tokenizer {
    Tokenizer(
      "unicode61",
      arguments: option("remove_diacritics", removeDiacritics.map { String($0.rawValue) })
        + option("categories", categories.joined(separator: " "))
        + option("tokenchars", tokenCharacters) + option("separators", separators))
  }

  /// Words are ASCII letters and numbers, regardless of case, and all characters outside of ASCII.
  public static func ascii(tokenCharacters: String = "", separators: String = "") -> Tokenizer {
    Tokenizer(
      "ascii",
      arguments: option("tokenchars", tokenCharacters) + option("separators", separators))
  }

  /// Words are the stems of English words that another tokenizer finds: `corrected` becomes
  /// `correct`.
  public static func porter(_ base: Tokenizer? = nil) -> Tokenizer {
    Tokenizer("porter", arguments: base?.words ?? [])
  }

  /// Words are all sequences of three characters, so that any substring can be found, including
  /// with `like` and `glob`.
  public static func trigram(caseSensitive: Bool = false) -> Tokenizer {
    Tokenizer("trigram", arguments: option("case_sensitive", caseSensitive ? "1" : nil))
  }

  public static func == (left: Tokenizer, right: Tokenizer) -> Bool {
    left.words.haveSameBytes(as: right.words)
  }

  private static func option(_ name: String, _ value: String?) -> [String] {
    guard let value, !value.isEmpty else { return [] }
    return [name, value]
  }

  /// The value of `tokenize`: the name and its arguments, quoted if necessary.
  public var specification: String {
    words.map { word in
      let isPlain = word.utf8.allSatisfy {
        (48...57).contains($0) || (97...122).contains($0 | 0x20) || $0 == UInt8(ascii: "_")
      }
      return isPlain ? word : SQLValue.text(word).literal
    }.joined(separator: " ")
  }
}
