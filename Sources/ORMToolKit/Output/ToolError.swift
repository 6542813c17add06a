/// A command can't do what it was asked to.
package struct ToolError: Error, CustomStringConvertible {
  package enum Kind: Sendable {
    /// What was asked for is not there, or makes no sense.
    case use
    /// What is in a file is not what it should be.
    case data
  }

  package let kind: Kind
  package let description: String

  package static func use(_ words: String) -> Self { Self(kind: .use, description: words) }
  package static func data(_ words: String) -> Self { Self(kind: .data, description: words) }
}
