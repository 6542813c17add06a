/// An update was to set no column.
///
/// The closure of an update, or of `doUpdate`, has set none: each assignment was in an `if`, or
/// `==` was written for `=`, as in `.update { $0.title == "Promise" }`.
public struct MissingAssignmentError: Error, Sendable, Hashable {  // Characters: an error's words
  /// The table whose rows were to be updated.
  public var table: String
  /// Where in the program it was made, if that is known; see ``Configuration/callSites``.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  /// The error of an update of this table.
  public init(table: String) { self.table = table }
}

@_documentation(visibility: internal)
extension MissingAssignmentError: CustomStringConvertible {
  public var description: String {
    "\"\(table)\": the update sets no column; a column is set by '=', as in $0.title = \"Promise\""
      + site.suffix
  }
}
