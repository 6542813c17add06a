/// A problem in an imported file, and its place.
package struct ImportProblem: Error, Sendable {
  /// The file as it was named.
  package let file: String
  /// The number of the line, from 1; 0 if the problem is not in a line.
  package let line: Int
  /// The column in the line, in Unicode scalars, from 1.
  package let column: Int
  package let words: String
  /// Whether reading can't continue after the problem.
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
