extension SQLConnection {
  /// Runs the statements of a script in order. Interpolated values are bound, as in all ``SQL``.
  ///
  /// ```swift
  /// try db.execute(
  ///   script: "DELETE FROM tag WHERE name = \(name); DELETE FROM hit WHERE tag = \(name)")
  /// // DELETE FROM tag WHERE name = $1; DELETE FROM hit WHERE tag = $2
  /// try db.execute(script: "\(raw: String(contentsOf: file, encoding: .utf8))")
  /// ```
  ///
  /// The script runs in the caller's transaction, if there is one, and does not begin another. It
  /// must not contain `BEGIN` or `COMMIT`: remove them from the output of `.dump`.
  ///
  /// - Throws: ``DatabaseError`` at the first statement that fails, that
  ///   ``SQLConnection/execute(_:)`` refuses, or that has a parameter without a value. Outside of a
  ///   transaction, the earlier statements stay in effect. ``ValueEncodingError`` if a value can't
  ///   be stored, before any statement runs.
  public func execute(script: SQL) throws { try runScript(script.statement(in: dialect)) }
}

// MARK: - On the database

extension SQLDatabase {
  /// Runs the statements of a script in one transaction; see ``SQLConnection/execute(script:)``.
  public func execute(script: SQL) async throws {
    try await transaction { try $0.runWholeScript(script.statement(in: $0.dialect)) }
  }
}
