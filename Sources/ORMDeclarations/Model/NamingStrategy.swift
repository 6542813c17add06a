/// The rule that derives names from Swift's names, set by `@Table(naming:)`.
package enum NamingStrategy: String, CaseIterable {
  case asWritten, pascalCase, snakeCase, screamingSnakeCase

  /// Returns the table's name for a type's name.
  package func tableName(forType type: String) -> String {
    switch self {
    case .asWritten:
      let words = words(in: type)
      guard let first = words.first, let start = type.range(of: first) else { return type }
      return type.replacing(first, with: first.lowercased(), in: start)
    case .pascalCase, .snakeCase, .screamingSnakeCase: return columnName(forProperty: type)
    }
  }

  /// Returns the column's name for a property's name.
  package func columnName(forProperty property: String) -> String {
    switch self {
    case .asWritten: property
    case .pascalCase: pascalCase(property)
    case .snakeCase: snakeCase(property)
    case .screamingSnakeCase: snakeCase(property).uppercased()
    }
  }

  private func pascalCase(_ name: String) -> String {
    name.prefix { $0 == "_" }
      + words(in: name).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  private func snakeCase(_ name: String) -> String {
    // A leading underscore is part of the name, not a separator.
    name.prefix { $0 == "_" } + words(in: name).map { $0.lowercased() }.joined(separator: "_")
  }
}

extension String {
  fileprivate func range(of word: String) -> Range<Index>? {
    indices.first { self[$0...].hasPrefix(word) }
      .map { $0..<index($0, offsetBy: word.count) }
  }

  fileprivate func replacing(
    _ word: String, with replacement: String, in range: Range<Index>
  ) -> String {
    self[..<range.lowerBound] + replacement + self[range.upperBound...]
  }
}

/// Returns the words of a name in camel case; an acronym is one word, and so is its plural.
///
/// ```
/// userIDString   user, ID, String
/// videoIDs       video, IDs
/// HTTPLog        HTTP, Log
/// ```
private func words(in name: String) -> [String] {
  let characters = Array(name)
  var words: [String] = []
  var word = ""
  func isCapital(_ index: Int) -> Bool {
    characters.indices.contains(index) && characters[index].isUppercase
  }
  func isSmall(_ index: Int) -> Bool {
    characters.indices.contains(index) && characters[index].isLowercase
  }
  /// Whether the letter at `index` is the `s` of `IDs`.
  func isPlural(_ index: Int) -> Bool {
    characters.indices.contains(index) && characters[index] == "s" && isCapital(index - 1)
      && isCapital(index - 2) && !isSmall(index + 1)
  }
  func close() {
    if !word.isEmpty { words.append(word) }
    word = ""
  }
  for (index, character) in characters.enumerated() {
    if character == "_" || character == " " {
      close()
      continue
    }
    let startsWord =
      isCapital(index)
      && (!isCapital(index - 1) || (isSmall(index + 1) && !isPlural(index + 1)))
    if startsWord { close() }
    word.append(character)
  }
  close()
  return words
}
