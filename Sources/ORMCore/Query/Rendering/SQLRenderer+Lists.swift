extension SQLRenderer {
  /// Writes the values of `IN (…)`, of which no two lists of similar length should have their own
  /// text: each text is a prepared statement that someone keeps.
  ///
  /// Up to eight values are as many parameters. More of them, if all are INTEGER or all are TEXT,
  /// are one JSON array, which has one text for every length and needs one variable; see
  /// <https://www.sqlite.org/json1.html#jeach>. REAL and BLOB don't survive JSON: they stay
  /// parameters, the last of them repeated until their number is a power of two.
  mutating func append(list values: [SQLValue]) {
    if values.count <= 8 {
      append(values) { $0.bind($1) }
    } else if dialect.readsListsFromJSON, let array = JSONArray(values) {
      append("SELECT value FROM json_each(")
      bind(.text(array.text))
      append(")")
    } else {
      append(values.paddedToPowerOfTwo) { $0.bind($1) }
    }
  }
}

extension [SQLValue] {
  /// SQLite's default for the most variables in a statement; a longer list is not padded.
  private static var variableLimit: Int { 32_766 }

  fileprivate var paddedToPowerOfTwo: [SQLValue] {
    var length = 1
    while length < count { length *= 2 }
    guard let last, length <= Self.variableLimit else { return self }
    return self + Array(repeating: last, count: length - count)
  }
}

/// A JSON array of integers, or of texts.
private struct JSONArray {
  private(set) var text = "["

  /// Nil where a value would not come out of JSON as it went in.
  init?(_ values: [SQLValue]) {
    let storageClass = values.first?.storageClass
    for (index, value) in values.enumerated() {
      guard value.storageClass == storageClass else { return nil }
      if index > 0 { text += "," }
      switch value {
      case .integer(let number): text += String(number)
      case .text(let string): guard append(string) else { return nil }
      default: return nil
      }
    }
    text += "]"
  }

  private mutating func append(_ string: String) -> Bool {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\0": return false
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\u{1}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
    return true
  }
}
