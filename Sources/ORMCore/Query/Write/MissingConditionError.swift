/// A delete was to take every row of a table without saying so.
///
/// It comes of a query without a `where`, or of one whose every condition stood behind an `if`.
/// Deleting all rows is a verb of its own.
public struct MissingConditionError: Error, Sendable, Hashable {
  /// The table whose rows all would have been meant.
  public var table: String

  /// The error of a statement on this table.
  public init(table: String) { self.table = table }
}

extension MissingConditionError: CustomStringConvertible {
  public var description: String {
    "\"\(table)\": the delete has no condition; deleting all rows has a verb of its own"
  }
}
