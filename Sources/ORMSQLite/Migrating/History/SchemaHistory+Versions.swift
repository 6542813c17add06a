import ORMSchema

// Declarations for tests of a history.

extension SchemaHistory {
  /// Returns the versions with their schemas, as a migration uses them.
  ///
  /// - Throws: ``HistoryError`` if the history is not valid.
  package func checkedVersions() throws(HistoryError) -> [HistoryVersion] { try versions() }

  /// Returns the history of the program that shipped this version: the versions up to it.
  ///
  /// - Parameters:
  ///   - place: The index of the version.
  ///   - schema: The schema of the version.
  package func through(_ place: Int, schema: Schema) -> SchemaHistory {
    if place == entries.count - 1 { return self }
    return SchemaHistory(Array(entries.prefix(place + 1)), current: schema)
  }
}

extension SchemaHistory.Entry {
  /// Whether a loss is permitted on the way to the version.
  package func allows(_ loss: PermittedLoss) -> Bool { allowed.contains(loss) }
}
