/// More than one row has the key of the row to update or delete.
///
/// Nothing is changed. The table was made by another program, and its key is not unique, unlike the
/// `PRIMARY KEY` of a table made by `create`. Run an update or a delete with a condition that only
/// the one row meets, or add a unique index on the key.
public struct KeyNotUniqueError: Error, Sendable, Hashable {  // Characters: an error's words
  /// The table of the rows.
  public var table: String
  /// The columns of the key.
  public var columns: [String]
  /// The place in the program that caused the error, if it is known; see
  /// ``Configuration/callSites``.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  /// Creates the error for rows of this table.
  public init(table: String, columns: [String]) {
    self.table = table
    self.columns = columns
  }
}

@_documentation(visibility: internal)
extension KeyNotUniqueError: CustomStringConvertible {
  public var description: String {
    let key = columns.map { "\"\($0)\"" }.joined(separator: ", ")
    return "\"\(table)\": several rows have the same key: \(key) is not unique in this table, so"
      + " nothing was changed; use a condition that only one row meets, or add a unique index on"
      + " the key"
      + site.suffix
  }
}
