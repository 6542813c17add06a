/// What is wrong in a file that is imported, and where.
package struct ImportProblem: Error, Sendable {
  /// The file as it was named.
  package let file: String
  /// From 1; 0 if it is about no line, as a reference that is checked at the end.
  package let line: Int
  /// The place in the line, in characters of Unicode's tables, from 1.
  package let column: Int
  package let words: String
  /// Whether what follows can't be told from what is wrong.
  package var isLast = false

  package var text: String {
    line == 0 ? "\(file): \(words)" : "\(file):\(line):\(column): \(words)"
  }

  package var json: JSONValue {
    .object([
      ("line", .integer(line)), ("column", .integer(column)), ("message", .text(words)),
    ])
  }
}
