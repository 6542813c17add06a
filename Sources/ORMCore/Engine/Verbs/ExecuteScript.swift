extension SQLConnection {
  /// Runs the statements of a script in order. Values in it are bound, as in all ``SQL``.
  ///
  /// ```swift
  /// try db.execute(
  ///   script: "DELETE FROM tag WHERE name = \(name); DELETE FROM hit WHERE tag = \(name)")
  /// // DELETE FROM tag WHERE name = $1; DELETE FROM hit WHERE tag = $2
  /// try db.execute(script: "\(raw: String(contentsOf: file, encoding: .utf8))")
  /// ```
  ///
  /// It runs in the caller's transaction, if any, and does not begin one: leave `BEGIN` and
  /// `COMMIT` out of a script that was written by `.dump`.
  ///
  /// - Throws: ``DatabaseError`` at the first statement that fails, that
  ///   ``SQLConnection/execute(_:)`` refuses, or that has a parameter without a value; outside of a
  ///   transaction, the statements before it stay in effect. ``ValueEncodingError`` before any
  ///   statement runs.
  public func execute(script: SQL) throws { try runScript(script.statement()) }
}

// MARK: - On the database

extension SQLDatabase {
  /// Runs the statements of a script in one transaction; see ``SQLConnection/execute(script:)``.
  public func execute(script: SQL) async throws {
    try await transaction { try $0.runWholeScript(script.statement()) }
  }
}
