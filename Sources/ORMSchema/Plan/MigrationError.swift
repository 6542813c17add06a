import ORMCore

/// Why a migration can't be planned or done. Nothing has changed then.
public struct MigrationError: Error, Sendable, CustomStringConvertible {
  /// What is in the way.
  public enum Reason: Sendable, Hashable {
    /// SQLite refuses a statement of the schema, or of the way to it.
    case refusedStatement
    /// What was renamed can't be decided by names, and no migration before has noted it; or two
    /// tables or columns were renamed from one that the database has.
    case ambiguousRename
    /// A rename is to a name that something else has that can't be moved aside: a view, an index.
    case nameTaken
    /// The text of an object that would have to change can't be read.
    case unreadable
    /// The schema needs a collation or a function that was not added to the database.
    case missingExtension
    /// The database has changed since the plan was made.
    case outdatedPlan
    /// ``AllowedLoss/droppingExtras`` without a plan that tells what that drops.
    case needsPlan
    /// A rule for a column that the schema does not have.
    case unknownColumn
    /// A rule of `converting` for a column of which the schema says what the database records.
    case ruleWithoutChange
    /// A rule of `converting` that was for an earlier change of its column, which changes again.
    case usedRule
    /// A closure that computes a column's value has thrown.
    case failedRule
    /// What was there when all was done is not what was planned: the migration was undone.
    case unexpectedResult
    /// The disk has less room than the migration needs.
    case insufficientSpace
  }

  /// What is in the way.
  public var reason: Reason
  /// In words, with names.
  public var message: String
  /// The statement, if it is one.
  public var sql: String?
  /// The key of the row, if it is one.
  public var key: String?
  /// The version of a history that a database was on its way to; nil of other migrations.
  public package(set) var version: String?
  /// Where in the program it was made, if that is known; see `Configuration.callSites`.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  package init(_ reason: Reason, _ message: String, sql: String? = nil, key: String? = nil) {
    self.reason = reason
    self.message = message
    self.sql = sql
    self.key = key
  }

  /// The message with the statement.
  public var description: String {
    (version.map { "on the way to version \($0.debugDescription): " } ?? "")
      + (sql.map { "\(message): \($0)" } ?? message) + site.suffix
  }
}

/// A database that a newer version of the program has migrated. It stays as it is, byte for byte.
public struct SchemaIsNewer: Error, Sendable, Hashable, CustomStringConvertible {
  /// When it was migrated, in ISO 8601, by the clock of who did it.
  public var date: String
  /// What migrated it, as it called itself.
  public var app: String
  /// The version of a history that the database is at, and that the program does not have; nil
  /// without a history.
  public package(set) var version: String?
  /// Where in the program it was made, if that is known; see `Configuration.callSites`.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  package init(date: String, app: String, version: String? = nil) {
    self.date = date
    self.app = app
    self.version = version
  }

  /// Whether both say the same, byte for byte.
  public static func == (left: Self, right: Self) -> Bool {
    left.date.hasSameBytes(as: right.date) && left.app.hasSameBytes(as: right.app)
      && left.version.hasSameBytes(as: right.version)
  }

  /// The program that has migrated the database, the time, and the way out.
  public var description: String {
    if let version {
      return "the database is at version \(version.debugDescription), which this program does not"
        + " have; it was migrated by \(app), \(date), and is left as it is: update this program, or"
        + " go back with goBack in the newer one" + site.suffix
    }
    return
      "the database was migrated by a newer version (\(app), \(date)) of a program whose schema was"
      + " this one before; it is left as it is. If this program is the newer one and takes a change"
      + " back, the schema alone can't tell: use a SchemaHistory, in which versions have names, or"
      + " allow .returningFromNewerSchema" + site.suffix
  }
}
