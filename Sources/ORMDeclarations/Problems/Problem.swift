import SwiftDiagnostics

/// A mistake in a declaration, with a message that says what is wrong and what to write instead.
///
/// The message starts with the macro that reports it, as users write it: `@Column: …`. Each kind
/// of mistake has a stable `id` in the domain `ORM`.
package struct Problem: DiagnosticMessage {
  package let id: String
  package let message: String
  package let severity: DiagnosticSeverity

  package init(
    _ id: String, _ macro: MacroName, _ text: String, severity: DiagnosticSeverity = .error
  ) {
    self.id = id
    self.message = "\(macro.spelling): \(text)"
    self.severity = severity
  }

  package var diagnosticID: MessageID { MessageID(domain: "ORM", id: id) }
}

/// The macros, named as users write them.
package enum MacroName: String, CaseIterable {
  case table = "Table"
  case embeddable = "Embeddable"
  case selection = "Selection"
  case column = "Column"
  case ignored = "Ignored"
  case embedded = "Embedded"
  case index = "Index"
  case unique = "UniqueIndex"

  /// The macro with its sign: `@Table`, `#Index`.
  package var spelling: String {
    switch self {
    case .index, .unique: "#\(rawValue)"
    default: "@\(rawValue)"
    }
  }
}

/// The message of a fix-it, as the editor shows it: `write 'struct'`.
package struct Remedy: FixItMessage {
  package let message: String
  package let id: String

  package var fixItID: MessageID { MessageID(domain: "ORM", id: "fix.\(id)") }
}

/// The message of a note at a related place.
package struct Remark: NoteMessage {
  package let message: String
  package let id: String

  package var noteID: MessageID { MessageID(domain: "ORM", id: "note.\(id)") }
}
