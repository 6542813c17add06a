/// A JSON array of integers and texts, or of arrays of them.
package struct JSONArray {
  package private(set) var text = "["

  /// Creates the array; returns nil if JSON can't represent a value exactly, or if the values have
  /// different storage classes.
  package init?(_ values: [SQLValue]) {
    let storageClass = values.first?.storageClass
    for (index, value) in values.enumerated() {
      guard value.storageClass == storageClass else { return nil }
      if index > 0 { text += "," }
      guard append(value) else { return nil }
    }
    text += "]"
  }

  /// Creates the array; returns nil if JSON can't represent a value exactly.
  init?(rows: [[SQLNode]]) {
    for (index, row) in rows.enumerated() {
      text += index > 0 ? ",[" : "["
      for (column, node) in row.enumerated() {
        if column > 0 { text += "," }
        guard case .value(let value) = node.kind, append(value) else { return nil }
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
        // Characters: the digits of a number
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
    return true
  }
}
