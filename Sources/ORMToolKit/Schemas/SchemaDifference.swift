import ORMCore
import ORMSchema

/// The differences between two schemas.
package struct SchemaDifference: Sendable {
  /// The changes from the first schema to the second.
  package let changes: [Schema.Change]

  /// - Parameter notes: Whether to include what is written differently but means the same to
  ///   SQLite. The default is false.
  package init(from first: Schema, to second: Schema, notes: Bool = false) {
    changes = second.changes(from: first).filter { notes || !$0.isNote }
  }

  /// Compares the schemas that a command was given. Declarations that could not be read completely
  /// are not compared, so that no difference is guessed.
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
        // A trigger without a known name may be any trigger that only the other schema has.
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

  /// A line for each change: `+` for objects that only the second schema has, `-` for objects that
  /// only the first one has, `~` for differences.
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
