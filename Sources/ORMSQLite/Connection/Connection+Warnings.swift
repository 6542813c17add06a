import ORMCore

@_documentation(visibility: internal)
extension Connection {
  /// Runs statements of the package itself, which read a row back or explain an error, without
  /// warnings about them.
  public func withoutWarnings<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let monitor else { return try body() }
    return try monitor.withoutChecks(body)
  }
}
