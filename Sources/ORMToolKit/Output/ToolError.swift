/// An error of a command.
package struct ToolError: Error, CustomStringConvertible {
  package enum Kind: Sendable {
    /// Wrong usage: an argument is invalid, or names something that does not exist.
    case use
    /// Invalid data in a file, or an error of the system.
    case data
  }

  package let kind: Kind
  package let description: String

  package static func use(_ words: String) -> Self { Self(kind: .use, description: words) }
  package static func data(_ words: String) -> Self { Self(kind: .data, description: words) }
}
