/// A row whose key the database has not given yet was to be updated, deleted or refreshed.
///
/// Thrown before any SQL runs.
public struct MissingPrimaryKeyError: Error, Sendable, Hashable {  // Characters: an error's words
  /// The table that the row belongs to.
  public var table: String
  /// Where in the program it was made, if that is known; see ``Configuration/callSites``.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  /// The error of a row of this table.
  public init(table: String) { self.table = table }
}

@_documentation(visibility: internal)
extension MissingPrimaryKeyError: CustomStringConvertible {
  public var description: String {
    "\"\(table)\": the row has no primary key yet; insert it first"
      + site.suffix
  }
}
