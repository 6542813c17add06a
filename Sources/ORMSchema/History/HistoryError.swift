import ORMCore

/// An error of a history: the history is not valid, or the database is not at any of its versions.
/// The database is unchanged.
public struct HistoryError: Error, Sendable, CustomStringConvertible {
  /// The kind of a history error.
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
    /// The structs differ from the newest version, and there is no draft.
    case notRecorded
    /// The rules or steps of a version differ from those that ran in the database.
    case edited
    /// The database is at a version that the history does not have.
    case unknownVersion
    /// The database is at a version that is older than the first one of the history.
    case tooOld
    /// The database's schema matches several versions, or several versions adopt it.
    case undecided
    /// A condition of `adopting:` can't be evaluated, or is not a query of one value.
    case failedCondition
    /// The database's schema matches no version.
    case notRecognized
    /// The draft has run in the database, and has since changed in a way that can't be applied
    /// there: its rules or steps have changed, or its structs have changed although its steps have
    /// already run.
    case changedDraft
    /// The representation that the database has recorded for a column differs from the one of its
    /// version: something other than the history has converted the values.
    case convertedElsewhere
    /// A version that has shipped has a rule that depends on a struct.
    case ruleOfStruct
    /// A version has steps before its removals, and a new table or column has the name of a dropped
    /// one, so that the steps can't use both.
    case nameTaken
    /// The database can't go back to a version: a version in between has steps without steps back
    /// or a rule without `back:`, or the database is not at a later version.
    case noWayBack
    /// A step requires foreign keys to be enforced, but they are off throughout the migration.
    case enforcedForeignKeys
    /// A step runs outside of a transaction, but a history is migrated in one transaction.
    case outsideOfTransaction
    /// A version has an argument that is only for the first version, or a step has one that is only
    /// for steps of ``MigrationList``.
    case misplaced
  }

  /// The kind of the error.
  public let reason: Reason
  /// The name of the version; empty if the error is about the whole history.
  public let version: String
  /// The error in words, with what to do.
  public let message: String
  /// The place in the program that caused the error, if known; see `Configuration.callSites`.
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
