import ORMCore

/// An error that occurs while a migration is planned or run. The database is left unchanged.
public struct MigrationError: Error, Sendable, CustomStringConvertible {
  /// The reason for a failure.
  public enum Reason: Sendable, Hashable {
    /// SQLite refuses a statement of the schema, or of the migration to it.
    case refusedStatement
    /// The former names do not show what was renamed, and no earlier migration has recorded it; or
    /// two tables or columns were renamed from the same one in the database.
    case ambiguousRename
    /// A table or column gets a name that is taken by an object that can't be moved aside: a view
    /// or an index.
    case nameTaken
    /// The text of an object that must change can't be parsed.
    case unreadable
    /// The schema needs a collation or a function that has not been added to the database.
    case missingExtension
    /// The database has changed since the plan was made.
    case outdatedPlan
    /// ``PermittedLoss/droppingExtras`` was passed without a plan that lists what it drops.
    case needsPlan
    /// A rule is for a column that the schema does not have.
    case unknownColumn
    /// A rule of `converting` is for a column that is the same in the schema and in the database's
    /// record.
    case ruleWithoutChange
    /// A rule of `converting` has run for an earlier change of its column, and the column changes
    /// again.
    case usedRule
    /// A closure that computes a column's value threw an error.
    case failedRule
    /// The result is not what was planned, so the migration was rolled back.
    case unexpectedResult
    /// The disk has less free space than the migration needs.
    case insufficientSpace
  }

  /// The reason for the failure.
  public var reason: Reason
  /// The message, with the names concerned.
  public var message: String
  /// The statement that failed, if there is one.
  public var sql: String?
  /// The key of the row that failed, if there is one.
  public var key: String?
  /// The version of a history that the database was migrating to; nil for other migrations.
  public package(set) var version: String?
  /// The place in the program that caused the error, if known; see `Configuration.callSites`.
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

/// An error for a database that a newer version of the program has migrated. The database is
/// unchanged, byte for byte.
public struct NewerSchemaError: Error, Sendable, Hashable, CustomStringConvertible {
  /// When the database was migrated, in ISO 8601, by the clock of the program that migrated it.
  public var date: String
  /// The name of the process that migrated the database.
  public var app: String
  /// The version of a history that the database is at and that the program lacks; nil without a
  /// history.
  public package(set) var version: String?
  /// The place in the program that caused the error, if known; see `Configuration.callSites`.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  package init(date: String, app: String, version: String? = nil) {
    self.date = date
    self.app = app
    self.version = version
  }

  /// Whether both errors are equal, byte for byte.
  public static func == (left: Self, right: Self) -> Bool {
    left.date.hasSameBytes(as: right.date) && left.app.hasSameBytes(as: right.app)
      && left.version.hasSameBytes(as: right.version)
  }

  /// The program that migrated the database, the time, and what to do.
  public var description: String {
    if let version {
      return "the database is at version \(version.debugDescription), which this program does not"
        + " have (migrated by \(app), \(date)), and is left unchanged: update this program, or go"
        + " back with goBack in the newer program" + site.suffix
    }
    return
      "the database was migrated by a newer version of this program (\(app), \(date)), and is left"
      + " unchanged. If this program is the newer one and reverts a change, the schema alone does"
      + " not show it: use a SchemaHistory, in which versions have names, or allow"
      + " .returningFromNewerSchema" + site.suffix
  }
}
