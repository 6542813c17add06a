extension ValueEncodingError {
  /// This error, without the message of a conversion if the value may be one of a redacted column.
  ///
  /// - Parameter tables: The tables of the statement, whose redacted columns may not be known yet.
  func redacted(in tables: [any TableOrView.Type]) -> ValueEncodingError {
    let schemas = tables.compactMap { ($0 as? any DatabaseTable.Type)?.schema }
    let isRedacted =
      column.map { RedactedColumns.contains($0) }
      ?? schemas.contains { RedactedColumns.contains(nil, of: $0.name) }
    return isRedacted ? redacted : self
  }
}
