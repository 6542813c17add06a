/// The limits of an engine for statements.
package struct EngineLimits: Sendable {
  /// The maximum number of parameters of a statement.
  package let parameters: Int
  /// The maximum number of parameters of a statement that inserts several rows: 1,000, above which
  /// larger batches are hardly faster.
  package var batchParameters: Int { min(1000, parameters) }

  package init(parameters: Int) { self.parameters = parameters }

  /// The default limits of SQLite since 3.32, which a connection may have changed; see
  /// <https://www.sqlite.org/limits.html#max_variable_number>.
  package static let sqlite = EngineLimits(parameters: 32_766)
}
