/// What is called with each statement that a database runs.
///
/// ```swift
/// var configuration = Configuration()
/// configuration.statementHooks = [
///   StatementHook(slowerThan: .milliseconds(100)) { print("slow:", $0) }
/// ]
/// ```
///
/// It is called when the statement has ended, on the connection that ran it, which does nothing
/// else meanwhile: hand over what takes time. A statement that met another connection's lock and is
/// tried again is one event, when it has run. What SQL of triggers and foreign keys does is part of
/// its statement, and what you run through ``Connection/withHandle(_:)`` is not seen.
public struct StatementHook: Sendable {
  /// How long a statement has to take, without the wait for its connection, to be told of.
  public var threshold: Duration
  /// Whether ``StatementEvent/sqlWithValues`` is there. What users have stored is in it: keep it
  /// out of logs that others read.
  public var includesValues: Bool
  package let report: @Sendable (StatementEvent) -> Void

  /// - Parameters:
  ///   - threshold: How long a statement has to take to be told of; any, unless it is given.
  ///   - includesValues: Whether the event has the values that were bound.
  ///   - report: Gets each statement.
  public init(
    slowerThan threshold: Duration = .zero, includesValues: Bool = false,
    report: @escaping @Sendable (StatementEvent) -> Void
  ) {
    self.threshold = threshold
    self.includesValues = includesValues
    self.report = report
  }
}
