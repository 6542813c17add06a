import ORMCore

@_documentation(visibility: internal)
extension Connection {
  /// Runs a statement that the program did not ask for: one that reads a row back, or that explains
  /// an error.
  public func withoutWarnings<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let monitor else { return try body() }
    return try monitor.withoutChecks(body)
  }
}
