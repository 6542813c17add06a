import SwiftDiagnostics

/// A mistake in a declaration: what is wrong and what to write instead.
///
/// The message starts with the macro that complains, as the user writes it: `@Column: …`. Each kind
/// of mistake has an `id` that stays, in the domain `ORM`.
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

/// The macros by the names that users write.
package enum MacroName: String, CaseIterable {
  case table = "Table"
  case embeddable = "Embeddable"
  case selection = "Selection"
  case column = "Column"
  case ignored = "Ignored"
  case embedded = "Embedded"
  case index = "Index"
  case unique = "UniqueIndex"

  /// `@Table`, `#Index`
  package var spelling: String {
    switch self {
    case .index, .unique: "#\(rawValue)"
    default: "@\(rawValue)"
    }
  }
}

/// What a fix-it does, as the editor's button says it: `write 'struct'`.
package struct Remedy: FixItMessage {
  package let message: String
  package let id: String

  package var fixItID: MessageID { MessageID(domain: "ORM", id: "fix.\(id)") }
}

/// What else the user should look at.
package struct Remark: NoteMessage {
  package let message: String
  package let id: String

  package var noteID: MessageID { MessageID(domain: "ORM", id: "note.\(id)") }
}
