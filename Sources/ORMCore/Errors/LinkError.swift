/// `link` can't insert the row of the join table that links two rows.
public struct LinkError: Error, Sendable, Hashable {  // Characters: an error's words
  /// The reason why the row can't be inserted.
  public enum Reason: Sendable, Hashable {  // Characters: an error's words
    /// The join table has columns, other than its references, that need a value. Insert the join
    /// table's rows with `insert` instead.
    case missingColumns([String])
    /// A row has NULL in a column that the join table refers to.
    case nullReference(column: String)
  }

  /// The join table.
  public var table: String
  /// Why the row can't be inserted.
  public var reason: Reason
  /// The place in the program that caused the error, if it is known; see
  /// ``Configuration/callSites``.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  /// Creates the error for a relation through this table.
  public init(table: String, reason: Reason) {
    self.table = table
    self.reason = reason
  }
}

@_documentation(visibility: internal)
extension LinkError: CustomStringConvertible {
  public var description: String {
    let problem =
      switch reason {
      case .missingColumns(let columns):
        "needs values for \(columns.map { "\"\($0)\"" }.joined(separator: ", ")), which"
          + " link does not set; insert the rows of this table instead"
      case .nullReference(let column):
        "can't refer to a row whose \"\(column)\" is NULL; set it before the link"
      }
    return "\"\(table)\" \(problem)" + site.suffix
  }
}
