/// The declaration of a column contradicts itself, or the column that it refers to.
///
/// `create`, `migrate` and `verify` throw this error before they change anything.
public struct ColumnDeclarationError: Error, Sendable, Hashable {  // Characters: an error's words
  /// The reason for the error.
  public enum Reason: Sendable, Hashable {  // Characters: an error's words
    /// The column can't store the value of its SQL `DEFAULT`, or its type can't decode that value.
    case unreadableDefault(sql: String, description: String)
    /// The column and the column that it refers to have different representations, so no row would
    /// be found.
    case otherRepresentation(
      representation: String, parentTable: String, parentColumn: String,
      parentRepresentation: String)
  }

  /// The table of the column.
  public var table: String
  /// The name of the column.
  public var column: String
  /// The reason for the error.
  public var reason: Reason

  /// Creates the error for a column.
  public init(table: String, column: String, reason: Reason) {
    self.table = table
    self.column = column
    self.reason = reason
  }
}

@_documentation(visibility: internal)
extension ColumnDeclarationError: CustomStringConvertible {
  public var description: String {
    let place = "\"\(table)\".\"\(column)\""
    switch reason {
    case .unreadableDefault(let sql, let description):
      return "\(place): the column can't read the value of its default \(sql): \(description)"
    case .otherRepresentation(let own, let table, let column, let other):
      return "\(place): it is represented by \(own) and refers to \"\(table)\".\"\(column)\", "
        + "which is represented by \(other); give both the same type and representation"
    }
  }
}
