/// A delete or an update was to take every row of a table without saying so.
///
/// It comes of a query without a `where`, or of one whose every condition stood behind an `if`. For
/// all rows there are words of their own: ``SQLConnection/deleteAll(_:)``,
/// ``DatabaseTable/deleteAll()`` and ``DatabaseTable/updateAll(or:_:)``.
public struct MissingConditionError: Error, Sendable, Hashable {  // Characters: an error's words
  /// The table whose rows all would have been meant.
  public var table: String
  /// Where in the program it was made, if that is known; see ``Configuration/callSites``.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  /// The error of a statement on this table.
  public init(table: String) { self.table = table }
}

@_documentation(visibility: internal)
extension MissingConditionError: CustomStringConvertible {
  public var description: String {
    "\"\(table)\": the statement has no condition; for all rows there are deleteAll and updateAll"
      + site.suffix
  }
}
