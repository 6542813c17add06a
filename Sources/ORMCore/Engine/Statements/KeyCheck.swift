/// A key led to a cached statement whose SQL or arguments differ from the query to run: a field of
/// a node is missing in the key. See ``StatementKeyWriter``.
package struct WrongStatementError: Error, CustomStringConvertible {
  /// The cached statement, with the arguments that were bound.
  package let known: Statement
  /// The statement of the query to run.
  package let rendered: Statement?

  package var description: String {
    "a field is missing in a key: it leads to `\(known)` for `\(rendered.map { "\($0)" } ?? "")`"
  }
}

extension PreparedSQL {
  /// Checks that the query to run is rendered as this statement with these arguments.
  ///
  /// - Parameter render: Renders the query to run.
  @usableFromInline
  package func check(_ arguments: [SQLValue], _ render: () throws -> Statement?) throws {
    do {
      let known = Statement(sql: sql, arguments: arguments)
      let rendered = try render()
      guard rendered == known else { throw WrongStatementError(known: known, rendered: rendered) }
    } catch {
      reset()
      throw error
    }
  }
}
