import SwiftDiagnostics

/// A mistake in a declaration: what is wrong and what to write instead.
///
/// The message starts with the macro that complains, as the user writes it: `@Column: …`. Each kind
/// of mistake has an `id` that stays, in the domain `ORM`.
struct Problem: DiagnosticMessage {
  let id: String
  let message: String

  init(_ id: String, _ macro: MacroName, _ text: String) {
    self.id = id
    self.message = "\(macro.spelling): \(text)"
  }

  var diagnosticID: MessageID { MessageID(domain: "ORM", id: id) }
  var severity: DiagnosticSeverity { .error }
}

/// The macros by the names that users write.
enum MacroName: String, CaseIterable {
  case table = "Table"
  case embeddable = "Embeddable"
  case selection = "Selection"
  case column = "Column"
  case ignored = "Ignored"
  case embedded = "Embedded"
  case index = "Index"
  case unique = "UniqueIndex"

  /// `@Table`, `#Index`
  var spelling: String {
    switch self {
    case .index, .unique: "#\(rawValue)"
    default: "@\(rawValue)"
    }
  }
}

/// What a fix-it does, as the editor's button says it: `write 'struct'`.
struct Remedy: FixItMessage {
  let message: String
  let id: String

  var fixItID: MessageID { MessageID(domain: "ORM", id: "fix.\(id)") }
}

/// What else the user should look at.
struct Remark: NoteMessage {
  let message: String
  let id: String

  var noteID: MessageID { MessageID(domain: "ORM", id: "note.\(id)") }
}
