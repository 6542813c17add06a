/// How much of something a statement may have.
package struct EngineLimits: Sendable {
  /// How many parameters a statement may have.
  package let parameters: Int
  /// How many parameters a statement that inserts several rows has at most: a thousand, which gain
  /// nearly all that many rows in one statement can gain.
  package var batchParameters: Int { min(1000, parameters) }

  package init(parameters: Int) { self.parameters = parameters }

  /// Those of every SQLite since 3.32, of which no connection has been asked; see
  /// <https://www.sqlite.org/limits.html#max_variable_number>.
  package static let sqlite = EngineLimits(parameters: 32_766)
}
