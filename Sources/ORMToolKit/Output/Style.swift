import ORMCore

/// The style of texts: with terminal colours, or without.
package struct Style: Sendable {
  package let hasColours: Bool

  package init(hasColours: Bool) { self.hasColours = hasColours }

  /// The style without colours.
  package static let plain = Style(hasColours: false)

  /// Chooses colours by the environment of the program.
  ///
  /// - Parameters:
  ///   - isTerminal: Whether the output goes to a terminal.
  ///   - environment: Returns the value of a variable. A non-empty `NO_COLOR` and `TERM=dumb`
  ///     switch colours off: see <https://no-color.org>.
  package init(isTerminal: Bool, environment: (String) -> String?) {
    let isRefused = environment("NO_COLOR").map { !$0.isEmpty } ?? false
    let isDumb = environment("TERM").map { $0.hasSameBytes(as: "dumb") } ?? true
    hasColours = isTerminal && !isRefused && !isDumb
  }

  package func bold(_ text: String) -> String { escaped(text, "1") }
  package func dim(_ text: String) -> String { escaped(text, "2") }
  package func red(_ text: String) -> String { escaped(text, "31") }
  package func green(_ text: String) -> String { escaped(text, "32") }
  package func yellow(_ text: String) -> String { escaped(text, "33") }

  private func escaped(_ text: String, _ code: String) -> String {
    hasColours && !text.isEmpty ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
  }
}
