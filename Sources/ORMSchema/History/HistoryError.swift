import ORMCore

/// An error of a history: it can't be followed, or the database is at none of its versions. The
/// database is unchanged.
public struct HistoryError: Error, Sendable, CustomStringConvertible {
  /// The kind of an error.
  public enum Reason: Sendable, Hashable {
    /// The history has no versions.
    case empty
    /// Two versions have the same name.
    case duplicate
    /// A version does not follow the one before it in the history.
    case brokenChain
    /// The schema of a version can't be read.
    case unreadable
    /// A draft is not the last version.
    case draftNotLast
    /// The first version has rules or steps, which would never run.
    case rulesOfFirstVersion
    /// The structs are not those of the newest version, and there is no draft.
    case notRecorded
    /// The rules or steps of a version are not those that have run in the database.
    case edited
    /// The database is at a version that the history does not have.
    case unknownVersion
    /// The database is at a version that the history starts after.
    case tooOld
    /// The schema of the database is that of several versions, or several versions adopt it.
    case undecided
    /// A condition of `adopting:` can't be evaluated, or is no query of one value.
    case failedCondition
    /// The schema of the database is that of no version.
    case notRecognized
    /// The draft has run in the database, and has changed since in a way that can't be followed: in
    /// its rules or steps, or in its structs after steps have run.
    case changedDraft
    /// The database has recorded another form of a column's values than the version that it is at:
    /// something else has converted them.
    case convertedElsewhere
    /// A version that has shipped has a rule that depends on a struct.
    case ruleOfStruct
    /// A version has steps before its removals, and a new table or column has the name of a dropped
    /// one, so that the steps can't see both.
    case nameTaken
    /// The database can't go back to a version: a version on the way has steps without steps back,
    /// or a rule without `back:`, or the database is not at a later version.
    case noWayBack
    /// A step asks for foreign keys to be enforced, which are off on the whole way.
    case enforcedForeignKeys
    /// A step runs outside of a transaction, and a history is one transaction.
    case outsideOfTransaction
    /// A version has an argument that only the first version can have, or a step has one that only
    /// steps of ``Migrations`` can have.
    case misplaced
  }

  /// The kind of the error.
  public let reason: Reason
  /// The name of the version; empty if the error is about the whole history.
  public let version: String
  /// The error in words, with what to do.
  public let message: String
  /// Where in the program it was made, if that is known; see `Configuration.callSites`.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  package init(_ reason: Reason, _ version: String, _ message: String) {
    self.reason = reason
    self.version = version
    self.message = message
  }

  /// The message, with the name of the version.
  public var description: String {
    (version.isEmpty ? message : "version \(version.debugDescription): \(message)") + site.suffix
  }
}
