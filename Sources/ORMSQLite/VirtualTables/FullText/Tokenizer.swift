import ORMCore

/// What cuts a text into words; see <https://www.sqlite.org/fts5.html#tokenizers>.
public struct Tokenizer: Sendable, Hashable {
  /// What becomes of the marks on letters.
  public enum Diacritics: Int, Sendable, Hashable {
    /// They are kept.
    case kept = 0
    /// They are removed, but from letters that are one scalar with several marks.
    case removedFromSimple = 1
    /// They are removed.
    case removed = 2
  }

  /// The name and the arguments, as FTS5 takes them.
  let words: [String]

  /// A tokenizer that is registered under a name, with its arguments.
  public init(_ name: String, arguments: [String] = []) { words = [name] + arguments }

  /// Words of Unicode letters and numbers, in either case.
  ///
  /// - Parameters:
  ///   - removeDiacritics: What becomes of the marks on letters.
  ///   - categories: The Unicode categories of the characters of words, such as `L*`.
  ///   - tokenCharacters: Other characters of words.
  ///   - separators: Characters that words don't have.
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

  /// Words of ASCII letters and numbers, in either case, and of all that is not ASCII.
  public static func ascii(tokenCharacters: String = "", separators: String = "") -> Tokenizer {
    Tokenizer(
      "ascii",
      arguments: option("tokenchars", tokenCharacters) + option("separators", separators))
  }

  /// The stems of English words that another tokenizer finds: `corrected` is `correct`.
  public static func porter(_ base: Tokenizer? = nil) -> Tokenizer {
    Tokenizer("porter", arguments: base?.words ?? [])
  }

  /// Every three characters in a row, which find any part of a text; also by `like` and `glob`.
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

  /// The value of `tokenize`: the name and its arguments, in quotes if they need some.
  public var specification: String {
    words.map { word in
      let isPlain = word.utf8.allSatisfy {
        (48...57).contains($0) || (97...122).contains($0 | 0x20) || $0 == UInt8(ascii: "_")
      }
      return isPlain ? word : SQLValue.text(word).literal
    }.joined(separator: " ")
  }
}
