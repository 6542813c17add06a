import ORMCore
import ORMSchema

/// What differs between two schemas.
package struct SchemaDifference: Sendable {
  /// What the second one has otherwise than the first.
  package let changes: [Schema.Change]

  /// - Parameter notes: Whether what is the same to SQLite, and written differently, counts.
  package init(from first: Schema, to second: Schema, notes: Bool = false) {
    changes = second.changes(from: first).filter { notes || !$0.isNote }
  }

  /// What differs between two schemas that a command was given. Of a declaration of which not all
  /// is known nothing is compared: no difference is guessed.
  package init(from first: SchemaFile, to second: SchemaFile, notes: Bool = false) {
    let unknown = Set((first.unknown + second.unknown).map { SQLName($0) })
    let ofUnknown = (first.schema.triggers + second.schema.triggers)
      .filter { unknown.contains(SQLName($0.table)) }.map(\.name)
    let triggers = Set(
      (first.unknownTriggers + second.unknownTriggers + ofUnknown).map { SQLName($0) })
    let all = SchemaDifference(from: first.schema, to: second.schema, notes: notes)
    let indexes = Set(
      (first.schema.indexes + second.schema.indexes)
        .filter { unknown.contains(SQLName($0.table)) }.map { SQLName($0.name) })
    changes = all.changes.filter { change in
      let name = SQLName(change.object)
      if change.kind == .trigger {
        // A trigger without a known name may be any that only the other one has.
        let isUnnamed =
          change.action == .added
          ? first.hasUnnamedTriggers : change.action == .extra && second.hasUnnamedTriggers
        return !isUnnamed && !triggers.contains(name)
      }
      if change.kind == .index && indexes.contains(name) { return false }
      return !unknown.contains(name)
    }
  }

  package var isEmpty: Bool { changes.isEmpty }

  /// A line for each: `+` for what only the second has, `-` for what only the first has.
  package func text(_ style: Style) -> String {
    changes.map { change in
      let line = SafeText.line(Self.words(change))
      return switch change.action {
      case .added: style.green("+ " + line)
      case .extra: style.red("- " + line)
      case .changed: style.yellow("~ " + line)
      case .note: style.dim("  " + line)
      case .unreadable: style.red("! " + line)
      }
    }.map { $0 + "\n" }.joined()
  }

  private static func words(_ change: Schema.Change) -> String {
    let name = change.member.map { "\(change.object): \(change.kind.rawValue) \($0)" }
    let subject = name ?? "\(change.kind.rawValue) \(change.object)"
    let topic =
      change.property == .definition ? subject : "\(subject), \(change.property.rawValue)"
    guard change.found != nil || change.wanted != nil, change.action != .added,
      change.action != .extra
    else { return topic }
    return "\(topic): \(change.found ?? "none") → \(change.wanted ?? "none")"
      + (change.declaration.map { "; to keep it, declare \($0)" } ?? "")
  }

  /// For programs.
  package var json: JSONValue {
    .array(
      changes.map { change in
        .object([
          ("action", .text(change.action.rawValue)), ("kind", .text(change.kind.rawValue)),
          ("object", .text(change.object)), ("member", .text(change.member)),
          ("property", .text(change.property.rawValue)), ("found", .text(change.found)),
          ("wanted", .text(change.wanted)),
        ])
      })
  }
}
