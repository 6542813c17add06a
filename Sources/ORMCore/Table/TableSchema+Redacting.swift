import Synchronization

@_documentation(visibility: internal)
extension TableSchema {
  /// Marks a column whose values are never shown in logs and errors.
  public mutating func redact(_ column: String) { RedactedColumns.add(column, of: name) }
}

extension RedactedColumns {
  /// The tables whose schemas were built: the schema of a generic type is built at each use.
  private static let noted = Mutex<Set<ObjectIdentifier>>([])

  /// Makes the redacted columns of a table known before an error or a hook can show their values.
  package static func note(_ table: any TableOrView.Type) {
    let type = ObjectIdentifier(table)
    if noted.withLock({ $0.contains(type) }) { return }
    _ = (table as? any DatabaseTable.Type)?.schema
    noted.withLock { _ = $0.insert(type) }
  }
}
