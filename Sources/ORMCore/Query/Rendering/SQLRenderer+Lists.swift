extension SQLRenderer {
  /// How many values of `IN (…)` are parameters, whatever they are.
  static let longestListOfParameters = 8

  /// Writes the values of `IN (…)`, of which no two lists of similar length should have their own
  /// text: each text is a prepared statement that someone keeps.
  ///
  /// Up to eight values are as many parameters. More of them, if all are INTEGER or all are TEXT,
  /// are one JSON array, which has one text for every length and needs one variable; see
  /// <https://www.sqlite.org/json1.html#jeach>. REAL and BLOB don't survive JSON: they stay
  /// parameters, the last of them repeated until their number is a power of two.
  mutating func append(list values: [SQLValue]) {
    if values.count <= Self.longestListOfParameters {
      append(values) { $0.bind($1) }
    } else if dialect.readsListsFromJSON, let array = JSONArray(values) {
      append("SELECT value FROM json_each(")
      bind(.text(array.text))
      append(")")
    } else {
      append(values.paddedToPowerOfTwo()) { $0.bind($1) }
    }
  }
}

extension SQLRenderer {
  /// Writes the rows of `(…) IN (…)`, as ``append(list:)`` writes values: up to eight as parameters,
  /// more as one JSON array of arrays, where each value survives it.
  ///
  /// - Throws: ``ValueEncodingError``
  mutating func append(rows: [[SQLNode]]) throws {
    if rows.count > Self.longestListOfParameters, dialect.readsListsFromJSON,
      let width = rows.first?.count, let array = JSONArray(rows: rows)
    {
      append("SELECT ")
      append(Array(0..<width)) { $0.append("value ->> \($1)") }
      append(" FROM json_each(")
      bind(.text(array.text))
      append(")")
    } else {
      append("VALUES ")
      let isLong = rows.count > Self.longestListOfParameters
      try append(isLong ? rows.paddedToPowerOfTwo(width: rows[0].count) : rows) {
        try $0.append(.row($1))
      }
    }
  }
}

/// SQLite's default for the most variables in a statement; a longer list is not padded.
private let variableLimit = 32_766

extension Array {
  /// The list with its last element repeated.
  ///
  /// - Parameter width: How many variables an element is.
  fileprivate func paddedToPowerOfTwo(width: Int = 1) -> [Element] {
    var length = 1
    while length < count { length *= 2 }
    guard let last, length * width <= variableLimit else { return self }
    return self + Array(repeating: last, count: length - count)
  }
}

/// A JSON array of integers and texts, or of arrays of them.
struct JSONArray {
  private(set) var text = "["

  /// Nil where a value would not come out of JSON as it went in, or as another class than the others.
  init?(_ values: [SQLValue]) {
    let storageClass = values.first?.storageClass
    for (index, value) in values.enumerated() {
      guard value.storageClass == storageClass else { return nil }
      if index > 0 { text += "," }
      guard append(value) else { return nil }
    }
    text += "]"
  }

  /// Nil where a value would not come out of JSON as it went in.
  init?(rows: [[SQLNode]]) {
    for (index, row) in rows.enumerated() {
      text += index > 0 ? ",[" : "["
      for (column, node) in row.enumerated() {
        if column > 0 { text += "," }
        guard case .value(let value) = node, append(value) else { return nil }
      }
      text += "]"
    }
    text += "]"
  }

  private mutating func append(_ value: SQLValue) -> Bool {
    switch value {
    case .integer(let number): text += String(number)
    case .text(let string): return append(string)
    default: return false
    }
    return true
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
