import ORMCore

extension Database {
  /// Reports to a hook the statements of each call to the database that begins while `body` runs,
  /// by any task. A `read { }` or a `transaction { }` that is already running is not reported.
  package func reporting<Result>(
    to hook: StatementHook, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    let id = extensions.add(hook)
    defer { extensions.removeHook(id) }
    return try await body()
  }
}
