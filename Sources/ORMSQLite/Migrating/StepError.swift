import ORMCore

/// An error of the steps of ``MigrationList``: they do not match the steps that have run in the
/// database, or a step leaves broken references. The step has changed nothing.
public struct StepError: Error, Sendable, CustomStringConvertible {
  /// The kind of an error.
  public enum Reason: Sendable, Hashable {
    /// The SQL of a step has changed since it ran.
    case changed
    /// A step that has run is not in the list.
    case missing
    /// A step that has not run comes before one that has.
    case reordered
    /// Two steps have the same name.
    case duplicate
    /// No step has the name that was passed.
    case unknown
    /// The list contains both a step and the step that replaces it.
    case replaced
    /// Only some of the steps that a step replaces have run.
    case partlyReplaced
    /// A file begins with an unknown `-- orm:` line.
    case unknownMark
    /// The step leaves rows that refer to missing rows; see ``StepError/brokenReferences``.
    case brokenReferences
    /// The step has `before: .removals`, but it is not part of a version of a history, which
    /// determines what is removed.
    case needsHistory
  }

  /// The rows of one table that refer to missing rows of another one.
  public struct BrokenReference: Sendable {
    /// The table of the rows.
    public let table: String
    /// The table that the rows refer to; nil if the foreign key refers to columns that are not a
    /// key.
    public let parent: String?
    /// The number of rows with broken references that were not broken before the step.
    public let count: Int
  }

  /// The kind of the error.
  public let reason: Reason
  /// The name of the step. For a step of a history, the name of the version and a slash come before
  /// it.
  public internal(set) var step: String
  /// The names of the other steps concerned: the steps that ran although they come later, the steps
  /// of a list that have not run, or the step that replaces this one.
  public let others: [String]
  /// The references that the step breaks; empty for other reasons.
  public let brokenReferences: [BrokenReference]
  /// The place in the program that caused the error, if known; see `Configuration.callSites`.
  public var callSite: String? { site.text }

  /// Whether the step runs outside of a transaction and only its beginning is recorded.
  private let hasOnlyBegun: Bool
  private var site = CallSite.current

  init(
    reason: Reason, step: String, others: [String] = [], brokenReferences: [BrokenReference] = [],
    hasOnlyBegun: Bool = false
  ) {
    self.reason = reason
    self.step = step
    self.others = others
    self.brokenReferences = brokenReferences
    self.hasOnlyBegun = hasOnlyBegun
  }

  /// The name of the step, the problem, and its solution.
  public var description: String {
    let words =
      switch reason {
      case .changed:
        "ran with different SQL: restore its SQL, and write the change as a new step"
      case .missing where hasOnlyBegun:
        "began outside of a transaction and has not ended, but is missing from the list: add it"
          + " again, so that it runs to its end"
      case .missing:
        "has run, but is missing from the list: add it again, or name it in replacing(_:) of the"
          + " step that replaces it"
      case .reordered:
        "has not run, but comes before steps that have: \(names). Give it a name that comes after"
          + " them, so that all databases run the steps in one order"
      case .replaced: "is replaced by \(names), but is still in the list: delete it"
      case .partlyReplaced:
        "replaces steps of which only some have run; \(names) have not: open the database once with"
          + " a release that runs them"
      case .unknownMark:
        "has a line -- orm: with the unknown text \(names). Write \"outside of a transaction\","
          + " \"replaces NAME, NAME\" or \"accepted FINDING\""
      case .duplicate: "is declared twice: rename the one that has not run"
      case .unknown: "does not exist: pass the name of a step to through:"
      case .brokenReferences:
        "would leave broken references, so it has changed nothing: "
          + brokenReferences.map(\.words).joined(separator: "; ")
          + ". Foreign keys are off while a step runs and are checked when it ends: in the step,"
          + " update or delete those rows too; foreignKeys: .enforced runs ON DELETE instead"
      case .needsHistory:
        "has before: .removals, which is only for the steps of a SchemaHistory: move it to the"
          + " steps of a version, and migrate with db.migrate(history)"
      }
    return "step \(step.debugDescription) \(words)" + site.suffix
  }
}

extension StepError {
  fileprivate var names: String { others.map(\.debugDescription).joined(separator: ", ") }
}

extension StepError.BrokenReference {
  fileprivate var words: String {
    guard let parent else {
      return "a foreign key of \(table) refers to columns that are not a key"
    }
    return count == 1
      ? "1 row of \(table) refers to a row of \(parent) that does not exist"
      : "\(count) rows of \(table) refer to rows of \(parent) that do not exist"
  }
}
