/// An update sets no column.
///
/// The closure of an update, or of `doUpdate`, made no assignment: each assignment is in an `if`
/// whose condition was false, or the closure has `==` in place of `=`, as in
/// `.update { $0.title == "Promise" }`.
public struct MissingAssignmentError: Error, Sendable, Hashable {  // Characters: an error's words
  /// The table to update.
  public var table: String
  /// The place in the program that caused the error, if it is known; see
  /// ``Configuration/callSites``.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  /// Creates the error for an update of this table.
  public init(table: String) { self.table = table }
}

@_documentation(visibility: internal)
extension MissingAssignmentError: CustomStringConvertible {
  public var description: String {
    "\"\(table)\": the update sets no column; set one with '=', as in $0.title = \"Promise\""
      + site.suffix
  }
}
