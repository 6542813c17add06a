import ORMCore

/// Steps that do not fit what a database says has run, or a step that breaks references. The step
/// has changed nothing.
public struct StepError: Error, Sendable, CustomStringConvertible {
  /// What does not fit.
  public enum Reason: Sendable, Hashable {
    /// The text of a step that has run is another one now.
    case changed
    /// A step that has run is not among the steps.
    case missing
    /// A step comes before one that has run, and has not.
    case reordered
    /// Two steps have one name.
    case duplicate
    /// There is no step of the name that was asked for.
    case unknown
    /// A step is among the steps together with one that replaces it.
    case replaced
    /// Some of the steps that a step replaces have run, and not all.
    case partlyReplaced
    /// A step runs outside of a transaction, and a history is one transaction.
    case outsideOfTransaction
    /// A line `-- orm: …` at the beginning of a file is none that is known.
    case unknownMark
    /// The step leaves rows that refer to rows that are not there; see
    /// ``StepError/brokenReferences``.
    case brokenReferences
    /// The step is to run before removals, and its steps belong to no version of a history, which
    /// would say what is removed.
    case needsHistory
  }

  /// The rows of one table that refer to missing rows of another one.
  public struct BrokenReference: Sendable {
    /// The table of the rows.
    public let table: String
    /// The table that they refer to; nil if the reference is to columns that are no key.
    public let parent: String?
    /// The number of rows that a step leaves so, without those that were so before it.
    public let count: Int
  }

  /// What does not fit.
  public let reason: Reason
  /// The name of the step.
  public let step: String
  /// The names of the other steps that it is about: those that ran although they come later, those
  /// of a list that have not run, or the one that replaces the step.
  public let others: [String]
  /// The references that the step breaks; empty for other reasons.
  public let brokenReferences: [BrokenReference]
  /// Where in the program it was made, if that is known; see `Configuration.callSites`.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  init(
    reason: Reason, step: String, others: [String] = [], brokenReferences: [BrokenReference] = []
  ) {
    self.reason = reason
    self.step = step
    self.others = others
    self.brokenReferences = brokenReferences
  }

  /// Says which step it is and what is wrong with it.
  public var description: String {
    let words =
      switch reason {
      case .changed: "has run with another text than it has now"
      case .missing: "has run and is not among the steps any more"
      case .reordered:
        "has not run, and comes before steps that have: \(names). Give it a name that comes after"
          + " them, so that all databases run the steps in one order"
      case .replaced: "is replaced by \(names), and still among the steps: delete it"
      case .partlyReplaced:
        "replaces steps of which some have run, but not \(names): open the database once with a"
          + " release that has these"
      case .outsideOfTransaction:
        "runs outside of a transaction, and a history is one transaction: run it by Migrations"
          + " after the history"
      case .unknownMark:
        "has a line -- orm: that is not known: \(names). There are \"outside of a transaction\" and"
          + " \"replaces NAME, NAME\""
      case .duplicate: "is there twice"
      case .unknown: "is not among the steps"
      case .brokenReferences:
        "would leave broken references and has changed nothing: "
          + brokenReferences.map(\.words).joined(separator: "; ")
          + ". Foreign keys are off while a step runs and are checked when it ends: in the step,"
          + " delete or update those rows too, or run it with foreignKeys: .enforced"
      case .needsHistory:
        "comes before: .removals, which only a version of a SchemaHistory has: write it into the"
          + " steps of a version, and migrate by db.migrate(history)"
      }
    return "step \(step.debugDescription) \(words)" + site.suffix
  }
}

extension StepError {
  fileprivate var names: String { others.map(\.debugDescription).joined(separator: ", ") }
}

extension StepError.BrokenReference {
  fileprivate var words: String {
    guard let parent else { return "a reference of \(table) is to columns that are no key" }
    return count == 1
      ? "1 row of \(table) refers to a row of \(parent) that is not there"
      : "\(count) rows of \(table) refer to rows of \(parent) that are not there"
  }
}
