import ORMCore

// Another library's name for `transaction`. See `ORMCore/Query/Advice`.

@_documentation(visibility: internal)
extension Database {
  @available(*, unavailable, renamed: "transaction(_:)")
  @discardableResult
  public func write<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) async throws -> Result { try await transaction(body) }
}
