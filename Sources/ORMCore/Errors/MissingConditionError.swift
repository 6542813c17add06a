/// A delete or an update has no condition, so it would apply to every row of the table.
///
/// The query has no `where`, or each of its conditions is in an `if` whose condition was false. To
/// write to all rows, use ``SQLConnection/deleteAll(_:)``, ``DatabaseTable/deleteAll()`` or
/// ``DatabaseTable/updateAll(or:_:)``.
public struct MissingConditionError: Error, Sendable, Hashable {  // Characters: an error's words
  /// The table to delete from or to update.
  public var table: String
  /// The place in the program that caused the error, if it is known; see
  /// ``Configuration/callSites``.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  /// Creates the error for a statement on this table.
  public init(table: String) { self.table = table }
}

@_documentation(visibility: internal)
extension MissingConditionError: CustomStringConvertible {
  public var description: String {
    "\"\(table)\": the statement has no condition; for all rows, use deleteAll or updateAll"
      + site.suffix
  }
}
