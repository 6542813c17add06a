import ORMCore
import ORMSchema

/// The differences between two schemas.
package struct SchemaDifference: Sendable {
  /// The changes from the first schema to the second.
  package let changes: [Schema.Change]
  /// The objects of a database that no struct can declare, in words. They are not compared with a
  /// package that lacks them.
  package private(set) var undeclarable: [String] = []

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
    let broken = second.isOfSources ? first.brokenViews : []
    let unnamed = second.isOfSources ? first.schema.tables.filter { !$0.canBeStruct } : []
    let tables = Set(unnamed.map { SQLName($0.name) })
    let views = Set(broken.map { SQLName($0.name) })
    let ofViews = Set(
      first.schema.triggers.filter { views.contains(SQLName($0.table)) }.map { SQLName($0.name) })
    func isUndeclarable(_ change: Schema.Change) -> Bool {
      guard change.action == .extra else { return false }
      return change.kind == .table && tables.contains(SQLName(change.object))
        || change.kind == .view && views.contains(SQLName(change.object))
        || change.kind == .trigger && ofViews.contains(SQLName(change.object))
    }
    let extras = Set(all.changes.filter(isUndeclarable).map { SQLName($0.object) })
    undeclarable =
      unnamed.filter { extras.contains(SQLName($0.name)) }
      .map { "the table \($0.name) has a column with an empty name" }
      + broken.filter { extras.contains(SQLName($0.name)) }.map(\.words)
    changes = all.changes.filter { change in
      let name = SQLName(change.object)
      if isUndeclarable(change) { return false }
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

  /// Writes the objects that are not compared as warnings.
  package func warn(_ output: ByteOutput) throws {
    for object in undeclarable {
      let line = SafeText.line(object)
      try output.write("\(output.style.yellow("not compared:")) \(line)\n")
    }
    try output.flush()
  }

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
