extension String {
  /// The table name of a type: its name with the first word in lower case. An acronym at the start
  /// is one word, and so is its plural.
  ///
  /// `@Table` uses the same rule.
  var withLoweredFirstLetters: String {
    // The arguments of a generic type are not part of the table's name.
    let name = Array(prefix { $0 != "<" })
    let start = name.firstIndex { $0 != "_" } ?? 0
    let word = name[start...]
    let capitals = word.prefix { $0.isUppercase }
    guard capitals.count > 1 else {
      return String(name[..<start]) + capitals.map { $0.lowercased() }.joined()
        + String(word.dropFirst(capitals.count))
    }
    let rest = word.dropFirst(capitals.count)
    let isPlural = rest.first == "s" && rest.dropFirst().first?.isLowercase != true
    // The last capital begins the next word, unless a plural's `s` or nothing follows it.
    let count = rest.first?.isLowercase == true && !isPlural ? capitals.count - 1 : capitals.count
    return String(name[..<start]) + word.prefix(count).map { $0.lowercased() }.joined()
      + String(word.dropFirst(count))
  }
}
