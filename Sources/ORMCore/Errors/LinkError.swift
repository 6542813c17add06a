/// A table between two others can't have the rows that a relation through it needs.
public struct LinkError: Error, Sendable, Hashable {  // Characters: an error's words
  /// Why it can't.
  public enum Reason: Sendable, Hashable {  // Characters: an error's words
    /// The table has columns besides its references that need a value. Its rows can be inserted as
    /// those of any table.
    case missingColumns([String])
    /// A row has NULL in a column that the table refers to.
    case nullReference(column: String)
  }

  /// The table between the two others.
  public var table: String
  public var reason: Reason
  /// Where in the program it was made, if that is known; see ``Configuration/callSites``.
  public var callSite: String? { site.text }

  private var site = CallSite.current

  /// The error of a relation through this table.
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
        "needs values of \(columns.map { "\"\($0)\"" }.joined(separator: ", ")): insert its rows"
      case .nullReference(let column): "can't refer to a row whose \"\(column)\" is NULL"
      }
    return "\"\(table)\" \(problem)" + site.suffix
  }
}
