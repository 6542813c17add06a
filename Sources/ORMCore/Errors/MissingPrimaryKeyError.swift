/// A row has no primary key yet, so it can't be updated, deleted, refreshed or related to other
/// rows.
///
/// Thrown before any SQL runs.
public struct MissingPrimaryKeyError: Error, Sendable, Hashable {  // Characters: an error's words
  /// The table that the row belongs to.
  public var table: String
  /// The place in the program that caused the error, if it is known; see
  /// ``Configuration/callSites``.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  /// Creates the error for a row of this table.
  public init(table: String) { self.table = table }
}

@_documentation(visibility: internal)
extension MissingPrimaryKeyError: CustomStringConvertible {
  public var description: String {
    "\"\(table)\": the row has no primary key yet; insert it first"
      + site.suffix
  }
}
