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
  /// The references that the step breaks; empty for other reasons.
  public let brokenReferences: [BrokenReference]
  /// Where in the program it was made, if that is known; see `Configuration.callSites`.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  init(reason: Reason, step: String, brokenReferences: [BrokenReference] = []) {
    self.reason = reason
    self.step = step
    self.brokenReferences = brokenReferences
  }

  /// Says which step it is and what is wrong with it.
  public var description: String {
    let words =
      switch reason {
      case .changed: "has run with another text than it has now"
      case .missing: "has run and is not among the steps any more"
      case .reordered: "has not run, and comes before steps that have"
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

extension StepError.BrokenReference {
  fileprivate var words: String {
    guard let parent else { return "a reference of \(table) is to columns that are no key" }
    return count == 1
      ? "1 row of \(table) refers to a row of \(parent) that is not there"
      : "\(count) rows of \(table) refer to rows of \(parent) that are not there"
  }
}
