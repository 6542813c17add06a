import ORMCore

/// A finding of a check, and its cure.
package struct Finding: Sendable {
  package enum Severity: String, Sendable, CaseIterable {
    /// Rows are lost or wrong.
    case error
    /// It costs time, or may become an error.
    case warning
    /// Information only.
    case note
  }

  /// The name for programs, such as `reference-without-index`.
  package let name: String
  package let severity: Severity
  /// The table or the file.
  package let object: String
  package let words: String
  /// SQL or a command that cures it, or that shows its rows.
  package let cure: String?

  package init(
    _ name: String, _ severity: Severity, of object: String, _ words: String, cure: String?
  ) {
    self.name = name
    self.severity = severity
    self.object = object
    self.words = words
    self.cure = cure
  }

  package func text(_ style: Style) -> String {
    let mark =
      switch severity {
      case .error: style.red("error")
      case .warning: style.yellow("warning")
      case .note: style.dim("note")
      }
    var text = "\(mark): \(SafeText.line("\(object): \(words)")) \(style.dim("[\(name)]"))\n"
    if let cure { text += "  " + SafeText.script(cure) + "\n" }
    return text
  }

  package var json: JSONValue {
    .object([
      ("name", .text(name)), ("severity", .text(severity.rawValue)), ("object", .text(object)),
      ("message", .text(words)), ("cure", .text(cure)),
    ])
  }
}
