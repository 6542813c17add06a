/// A function that is called after each statement that a database runs.
///
/// ```swift
/// var configuration = Configuration()
/// configuration.statementHooks = [
///   StatementHook(slowerThan: .milliseconds(100)) { print("slow:", $0) }
/// ]
/// ```
///
/// It is called when the statement has ended, and blocks the connection that ran it, so it should
/// return quickly. A statement that waits for another connection's lock and is retried is reported
/// once, when it has run. The work of triggers and foreign keys is part of their statement.
/// Statements that run through ``Connection/withHandle(_:)`` are not reported.
public struct StatementHook: Sendable {
  /// The minimum duration of reported statements, without the wait for a connection.
  public var threshold: Duration
  /// Whether events have ``StatementEvent/sqlWithValues``. It contains stored data, so keep it out
  /// of shared logs.
  public var includesValues: Bool
  package let report: @Sendable (StatementEvent) -> Void

  /// Creates a hook.
  ///
  /// - Parameters:
  ///   - threshold: The minimum duration of reported statements. The default is 0: all statements.
  ///   - includesValues: Whether events contain the bound values. The default is false.
  ///   - report: Receives each statement.
  public init(
    slowerThan threshold: Duration = .zero, includesValues: Bool = false,
    report: @escaping @Sendable (StatementEvent) -> Void
  ) {
    self.threshold = threshold
    self.includesValues = includesValues
    self.report = report
  }
}
