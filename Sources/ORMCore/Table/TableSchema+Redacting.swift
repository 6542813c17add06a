@_documentation(visibility: internal)
extension TableSchema {
  /// Marks a column whose values are never shown in logs and errors.
  public mutating func redact(_ column: String) { RedactedColumns.add(column, of: name) }
}
