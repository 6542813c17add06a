import CSQLite
import ORMCore

/// The properties of a Swift function that SQLite may assume; see
/// <https://www.sqlite.org/c3ref/c_deterministic.html>.
public struct FunctionOptions: OptionSet, Sendable, Hashable {
  public let rawValue: Int32

  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The function always returns the same result for the same arguments. Only a deterministic
  /// function can be used in an index, and SQLite calls it once if its arguments do not change from
  /// row to row.
  public static let deterministic = FunctionOptions(rawValue: SQLITE_DETERMINISTIC)
  /// The function can't be called from the schema: from views, triggers, `CHECK`s, indexes and
  /// generated columns, which another program may have written.
  public static let directOnly = FunctionOptions(rawValue: SQLITE_DIRECTONLY)
  /// The function is safe to call from any SQL. Only an innocuous function can be called from a
  /// schema that is not trusted; see ``Configuration/trustedSchema``.
  public static let innocuous = FunctionOptions(rawValue: SQLITE_INNOCUOUS)
}
